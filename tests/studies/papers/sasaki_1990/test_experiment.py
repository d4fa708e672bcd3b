"""Sasaki's arm stands where he says, and its torques obey mechanics."""

import csv
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

import equidyn
from equidyn.studies.papers.sasaki_1990.experiment.in_print import round_bars

# as published: Table 1, with the d of Fig. 4; the offsets of the joints are found, not printed
TWISTS = np.radians([-90, 0, 90, -90, -90, 0])
LENGTHS = [0, 0.5, 0, 0, 0.15, 0.28]
ALONG = [0.7, 0, 0, 0.35, 0, 0]
OFFSETS = np.radians([90, -90, 90, 0, -90, 0])
POSES = {
    "A": ([2.7533, 0.1502, 85.7259, -33.7722, -85.0428, 33.6731], [-0.1, 0.35, 1.63]),
    "B": ([10.4705, 8.7346, 44.3932, -17.1186, -51.8741, 13.6195], [-0.1, 0.35, 1.83]),
}
MASSES = [20, 10, 2, 10, 10, 2]


@pytest.fixture(scope="module")
def found(reproduced):
    """The experiment, done again."""
    return reproduced("sasaki")


def link(angle, along, length, twist):
    """The matrix of Denavit and Hartenberg, written out."""
    c, s, ca, sa = np.cos(angle), np.sin(angle), np.cos(twist), np.sin(twist)
    return np.array(
        [
            [c, -s * ca, s * sa, length * c],
            [s, c * ca, -c * sa, length * s],
            [0, sa, ca, along],
            [0, 0, 0, 1],
        ]
    )


def middles(q):
    """Ends of all links, and their middles."""
    ends, pose = [np.zeros(3)], np.eye(4)
    for one in zip(q + OFFSETS, ALONG, LENGTHS, TWISTS, strict=True):
        pose = pose @ link(*one)
        ends.append(pose[:3, 3])
    return (np.array(ends[1:]) + ends[:-1]) / 2, pose


@pytest.mark.parametrize("end", POSES)
def test_printed_angles_reach_the_printed_poses(found, end):
    degrees, place = POSES[end]
    _, pose = middles(np.radians(degrees))
    assert np.linalg.norm(pose[:3, 3] - place) < 1e-5
    np.testing.assert_allclose(pose[:3, :2], [[0, 1], [0, 0], [1, 0]], atol=6 * np.radians(5e-5))
    here = found.arm.forward_kinematics(np.radians(degrees))
    np.testing.assert_allclose(here, pose, atol=1e-15)
    row = next(row for row in found.table().rows if row[0] == f"{end}: tool at")
    assert row[-1] == "pass"
    assert float(row[3].removesuffix(" mm")) == pytest.approx(
        1e3 * np.linalg.norm(pose[:3, 3] - place), abs=1e-4
    )


def test_the_line_is_straight_and_the_tool_keeps_its_axes(found):
    poses = np.array([middles(q)[1] for q in found.q[::20]])
    np.testing.assert_allclose(poses[:, :2, 3], [[-0.1, 0.35]] * len(poses), atol=1e-10)
    np.testing.assert_allclose(poses[:, :3, :2], [[[0, 1], [0, 0], [1, 0]]] * len(poses), atol=1e-9)


def test_trapezoids_of_joints_leave_the_line_as_far_as_is_said(found):
    off = [np.hypot(*(middles(q)[1][:2, 3] - [-0.1, 0.35])) for q in found.q_joints]
    assert f"{1e3 * max(off):.1f} mm" in found.summary
    assert 0.01 < max(off) < 0.011


@pytest.mark.parametrize(("q", "torque"), [("q", "torque"), ("q_joints", "torque_joints")])
def test_the_work_of_the_torques_lifts_the_masses(found, q, torque):
    q, torque = getattr(found, q), getattr(found, torque)
    work = np.sum((torque[1:] + torque[:-1]) / 2 * np.diff(q, axis=0))
    heights = [middles(q[k])[0][:, 2] for k in (0, -1)]
    lifted = 9.81 * np.dot(MASSES, heights[1] - heights[0])
    # the jumps of the acceleration lie between samples
    assert work == pytest.approx(lifted, rel=2e-3)


def test_gravity_alone_is_what_holds_the_masses(found):
    step = 1e-6
    for q, torque in zip(found.q[::100], found.gravity[::100], strict=True):
        heights = [
            [middles(q + sign * step * unit)[0][:, 2] for sign in (-1, 1)] for unit in np.eye(6)
        ]
        slope = [9.81 * np.dot(MASSES, up - down) / (2 * step) for down, up in heights]
        np.testing.assert_allclose(torque, slope, atol=1e-6)


def test_gravity_in_the_table_is_that_of_the_printed_poses(found):
    table = found.torques_table()
    assert [column.split() for column in table.columns[1:3]] == [
        ["gravity", "at", "A"],
        ["gravity", "at", "B"],
    ]
    for column, (degrees, _) in enumerate(POSES.values(), start=1):
        torque = found.arm.gravity_torque(np.radians(degrees))
        # the printed angles have four digits
        written = [float(row[column]) for row in table.rows]
        np.testing.assert_allclose(written, torque, rtol=0, atol=0.006)
    assert table.rows[1][1] != table.rows[1][2]


def test_joints_5_and_6_bear_nothing_on_the_line(found):
    np.testing.assert_allclose(found.torque[:, 4:], 0, atol=1e-9)
    assert np.abs(found.torque_joints[:, 4:]).max() > 0.1


def test_bars_have_the_moments_of_bars(found):
    tensors = round_bars(found.arm)
    moments = np.linalg.eigvalsh(tensors)
    lengths = [0.7, 0.5, 0, 0.35, 0.15, 0.28]
    for mass, length, (small, *rest) in zip(MASSES, lengths, np.sort(moments), strict=True):
        if length == 0:
            assert [small, *rest] == pytest.approx([0.4 * mass * 0.05**2] * 3)
        else:
            across = mass * (3 * 0.05**2 + length**2) / 12
            assert sorted([small, *rest]) == pytest.approx(
                sorted([mass * 0.05**2 / 2, across, across])
            )


def test_another_arm_is_not_his(found):
    longer = found.arm.to_dict()
    longer["a"][5] += 2e-5
    other = replace(found, arm=equidyn.Arm.from_dict(longer))
    assert found.passed
    assert not other.passed
    assert "FAIL" in str(other)


def test_curves_are_saved_as_numbers(found, tmp_path):
    found.save(tmp_path / "curves.csv")
    lines = (tmp_path / "curves.csv").read_text().splitlines()
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    assert [float(row["torque_2"]) for row in rows] == list(found.torque[:, 1])
    assert [float(row["t"]) for row in rows] == list(found.t)
    with pytest.raises(ValueError, match=r"expected .* \.html, \.json, \.csv, \.tex or \.md"):
        found.save(tmp_path / "curves.txt")


def test_curves_are_drawn_one_figure_a_joint(found):
    figure = Figure(layout="constrained")
    axes = found.plot(list(figure.subplots(3, 2).flat))
    assert [ax.get_title(loc="left") for ax in axes] == [
        f"Fig. {k + 6}: joint {k}" for k in range(1, 7)
    ]
    for k, ax in enumerate(axes):
        np.testing.assert_array_equal(ax.lines[0].get_ydata(), found.torque[:, k])
    with pytest.raises(ValueError, match="axes: expected 6, one a picture, got 2"):
        found.plot(axes[:2])


def test_both_poses_are_drawn_on_one_scale(found):
    figure = Figure()
    axes = figure.subplots(1, 2, subplot_kw={"projection": "3d"})
    section = found.sections()[0]
    section.parts[0].draw(axes)
    assert [ax.get_title() for ax in axes] == ["A", "B"]
    for axis in "xyz":
        one, other = (getattr(ax, f"get_{axis}lim")() for ax in axes)
        assert one == other
    for ax in axes:
        assert "squares of 0.2 m" in [text.get_text() for text in ax.texts]
    tops = [max(np.max(line.get_data_3d()[2]) for line in ax.get_lines()) for ax in axes]
    assert tops[1] - tops[0] == pytest.approx(0.2, abs=1e-3)


@pytest.mark.slow
def test_the_page_shows_both_motions_from_the_printed_angles_on(found):
    motion = found.motion()
    for k, curves in enumerate(motion.panels.values()):
        assert set(curves) == {"straight line", "trapezoids of the joints"}
        for angles in curves.values():
            assert (angles[0], angles[-1]) == pytest.approx(
                (POSES["A"][0][k], POSES["B"][0][k]), abs=0.01
            )
    assert "3. The motion" in found.html()


def test_no_zero_has_a_sign(found):
    cells = [cell for table in found._tables() for row in table.rows for cell in row]
    assert not [cell for cell in cells if cell.startswith("-0.0") and not float(cell)]
