"""Tests for the arms of papers: against print, other software, known counts and each other."""

import json
from pathlib import Path

import numpy as np
import pytest

import equidyn
from conftest import FORMULATIONS, TOLERANCE, assert_close
from equidyn import count_operations, robots
from equidyn.robots import zoo
from oracles import lagrange
from oracles.random_arms import random_state

FILES = sorted(path.stem for path in Path(zoo.__file__).parent.glob("*.json"))

# moments of links that could be, about their centres of mass; the report of Sasaki has none
MOMENTS = [
    (0.8, 0.1, 0.8),
    (0.02, 0.2, 0.2),
    (0.01, 0.01, 0.01),
    (0.1, 0.02, 0.1),
    (0.01, 0.02, 0.02),
    (0.0, 0.01, 0.01),
]

ARMS = {
    "stanford": robots.stanford,
    "stanford_toolbox": lambda: robots.stanford("toolbox"),
    "stanford_general": lambda: robots.stanford("general"),
    "sasaki": lambda: robots.sasaki(inertia=MOMENTS),
    "sasaki_general": lambda: robots.sasaki("general"),
}
each_arm = pytest.mark.parametrize("name", ARMS)


@each_arm
def test_formulations_agree_with_lagranges_equation_and_with_each_other(name):
    arm = ARMS[name]()
    q, qd, qdd = random_state(np.random.default_rng(1), arm.n, (3,))
    expected = [lagrange.torque(arm, *state) for state in zip(q, qd, qdd, strict=True)]
    for formulation in FORMULATIONS:
        tau = arm.inverse_dynamics(q, qd, qdd, formulation=formulation)
        assert_close(tau, expected, TOLERANCE["oracle"], formulation=formulation, arm=arm)


@pytest.mark.parametrize("name", FILES)
def test_a_data_file_says_where_its_numbers_are_from(name):
    record = zoo.record(name)
    assert len(record.source) > 50
    assert record.licence
    assert record.remarks
    assert set(record.arm) <= set(equidyn.arm.data.NAMES)


def test_data_files_are_of_the_version_that_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(zoo, "_HERE", tmp_path)
    (tmp_path / "arm.json").write_text(json.dumps({"format": "equidyn robot 9"}))
    with pytest.raises(ValueError, match=r"^format: there is no 'equidyn robot 9'"):
        zoo.record("arm")


# --- the Stanford arm -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("q", "qd", "qdd", "computed"),
    [
        (
            (0.02, 0.9, 1.01, 0.9, -0.38, -0.15),
            (0.66, -0.18, 0.1, -0.94, 0.51, 0.08),
            (-0.34, 0.58, -0.39, -0.09, -0.73, -0.19),
            (-45.034336283, 204.400247346, 43.137547419, 3.193083853, -2.717300550, -0.004024632),
        ),
        (
            (-0.59, -0.48, 0.8, -0.44, -0.03, 0.96),
            (0.92, 0.45, 0.08, -0.45, -0.68, 0.94),
            (0.03, -0.77, 0.25, 0.55, 0.23, 0.83),
            (-49.419800625, -164.422173553, 66.463595367, 0.843633700, -1.793445319, 0.017190066),
        ),
        (
            (-0.92, 0.06, 0.38, -0.88, 0.28, 0.71),
            (0.19, -0.48, 0.68, 0.02, 0.02, 0.51),
            (-0.7, 0.64, 0.37, 0.57, -0.62, 0.6),
            (-3.143648185, 132.170151913, 71.781058704, -0.121891463, -2.912582802, 0.012104220),
        ),
    ],
)
def test_the_arm_of_the_toolbox_has_the_torques_that_the_toolbox_computes(q, qd, qdd, computed):
    # Robotics Toolbox for Python 1.4.4, models.DH.Stanford().rne, with a of link 3 set to 0
    tau = robots.stanford("toolbox").inverse_dynamics(q, qd, qdd, motors=True)
    np.testing.assert_allclose(tau, computed, rtol=0, atol=1e-9)


def test_corrections_touch_what_the_docstring_says():
    before, after = robots.stanford("toolbox"), robots.stanford()
    plain = before.to_dict(), after.to_dict()
    changed = {key for key in plain[0] if plain[0][key] != plain[1][key]}
    assert changed == {"com", "inertia", "name"}
    # link 5 apart, whose columns are shifted too
    links = [1, 2, 3, 5]
    np.testing.assert_allclose(after.com[links], before.com[links] / 10, rtol=1e-15)
    np.testing.assert_array_equal(after.com[0], before.com[0])
    moved = after.inertia_about_origin[[0, *links]] - before.inertia[[0, *links]]
    np.testing.assert_allclose(moved, 0, atol=1e-15)


def test_check_tells_what_is_doubtful_about_the_arm_of_the_toolbox():
    assert robots.stanford().check() == ()
    found = [(finding.what, finding.link) for finding in robots.stanford("toolbox").check()]
    assert ("triangle inequality", 5) in found


# --- Sasaki's arm ---------------------------------------------------------------------------------

# printed joint angles, degrees, and the heights of the two poses that they are for
POSES = [
    ((2.7533, 0.1502, 85.7259, -33.7722, -85.0428, 33.6731), 1.63),
    ((10.4705, 8.7346, 44.3932, -17.1186, -51.8741, 13.6195), 1.83),
]


def tip_pose(arm, q):
    """The pose of the last frame, by Denavit-Hartenberg matrices."""
    pose = np.eye(4)
    for a, alpha, d, theta in zip(arm.a, arm.alpha, arm.d, arm.theta + q, strict=True):
        (ct, ca), (st, sa) = np.cos((theta, alpha)), np.sin((theta, alpha))
        pose = pose @ [
            [ct, -ca * st, sa * st, a * ct],
            [st, ca * ct, -sa * ct, a * st],
            [0, sa, ca, d],
            [0, 0, 0, 1],
        ]
    return pose


@pytest.mark.parametrize(("degrees", "height"), POSES)
def test_sasakis_arm_reaches_the_poses_printed_for_it(degrees, height):
    pose = tip_pose(robots.sasaki("general"), np.radians(degrees))
    printed = [[0, 1, 0, -0.1], [0, 0, 1, 0.35], [1, 0, 0, height], [0, 0, 0, 1]]
    # angles are printed to 1e-4 degrees, of an arm of 2 m
    np.testing.assert_allclose(pose, printed, rtol=0, atol=1e-5)


@pytest.mark.parametrize(
    ("pose", "expected"),
    [
        (0, (0.0, -58.86559845986115, -58.4927058190653, 5.6897793462663016, 0.0, 0.0)),
        (1, (0.0, -68.7359607659321, -47.134958218863126, 1.9080307098328388, 0.0, 0.0)),
    ],
)
def test_sasakis_arm_is_held_by_the_torques_of_its_weight_whatever_its_inertias(pose, expected):
    q = np.radians(POSES[pose][0])
    for inertia in (MOMENTS, np.zeros((6, 3, 3))):
        tau = robots.sasaki(inertia=inertia).gravity_torque(q)
        # the angles of joints 5 and 6 are printed to 1e-4 degrees, and balance the last links
        np.testing.assert_allclose(tau, expected, rtol=0, atol=2e-5)
        np.testing.assert_allclose(tau[:4], expected[:4], rtol=1e-12)


def test_sasakis_own_scalar_equations_take_his_arm():
    arm = robots.sasaki(inertia=MOMENTS)
    state = random_state(np.random.default_rng(2), arm.n, (20,))
    own = arm.inverse_dynamics(*state, formulation="newton_euler_sasaki_scalar")
    expected = arm.inverse_dynamics(*state)
    assert_close(own, expected, TOLERANCE["agreement"], formulation="scalar", arm=arm)


@pytest.mark.parametrize("load", [robots.sasaki, lambda: robots.load("sasaki")])
def test_inertias_that_no_source_has_are_asked_for_and_not_taken_to_be_zero(load):
    arm, zero = load(), np.zeros(6)
    assert arm.missing == ("inertia",)
    with pytest.raises(ValueError, match=r"^inverse_dynamics: the arm .* has no inertia of its"):
        arm.inverse_dynamics(zero, zero, zero)


def test_a_robot_for_counts_takes_no_inertias():
    with pytest.raises(ValueError, match=r"^inertia: the variant 'general' has its own bodies"):
        robots.sasaki("general", inertia=MOMENTS)


# --- counts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "multiplications", "additions"),
    [("stanford_general", 228, 216), ("sasaki_general", 250, 233)],
)
def test_right_angles_make_the_minimal_formulation_as_cheap_as_known(
    name, multiplications, additions
):
    count = count_operations(ARMS[name](), "minimal_newton_euler")
    assert (count.multiplications, count.additions) == (multiplications, additions)


# --- the package ----------------------------------------------------------------------------------


def test_what_one_sees_of_robots_is_what_one_may_use():
    assert dir(robots) == sorted({*robots.__all__, *(row[0] for row in robots.overview())})
    for name in dir(robots):
        assert callable(getattr(robots, name))
