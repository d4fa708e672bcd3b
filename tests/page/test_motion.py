"""A motion in the laboratory: its samples in the page, and the bar that plays it."""

import json

import numpy as np
import pytest

from equidyn import robots, trapezoid
from oracles.scripts import NODE, evaluate
from page.test_page import data_of

Q0, Q1 = [0, 0.7, -1.2, 0, 0.5, 0], [1.2, -0.5, 0.3, 1, -1, 2]


def in_page(lab):
    """The motion that a page has, as arrays."""
    return {name: np.array(rows) for name, rows in data_of(lab.to_html())["motion"].items()}


@pytest.mark.usefixtures("built")
def test_samples_of_a_trajectory_are_in_the_page():
    way = trapezoid(Q0, Q1, duration=1.5)
    lab = robots.puma560().lab(motion=way, samples=7)
    found = in_page(lab)
    assert found["t"].tolist() == np.linspace(0, 1.5, 7).tolist()
    for rows, expected in zip(
        (found["q"], found["qd"], found["qdd"]), way(found["t"]), strict=True
    ):
        assert np.array_equal(rows, expected)
    assert data_of(lab.to_html())["state"]["qdd"] == found["qdd"][0].tolist()
    assert repr(lab) == "<Laboratory of an arm of 6 joints, in motion, 1.5 s>"


@pytest.mark.usefixtures("built")
def test_a_simulated_motion_is_in_the_page_with_its_accelerations():
    arm = robots.planar_2r()
    moved = arm.simulate([0.3, 0.4], [0, 0], duration=1.0)
    found = in_page(arm.lab(motion=moved, samples=101))
    expected = arm.forward_dynamics(found["q"], found["qd"], np.zeros(2))
    inside = slice(1, -1)  # at the ends, differences are to one side
    assert np.abs(found["qdd"] - expected)[inside].max() < 1e-3 * np.abs(expected).max()


@pytest.mark.usefixtures("built")
def test_torques_of_the_drives_of_a_simulated_motion_are_in_the_page():
    arm = robots.planar_2r()
    moved = arm.simulate([0.3, 0.4], [0, 0], duration=1.0, torque=lambda t, q, qd: [2 * t, 3 * t])
    found = in_page(arm.lab(motion=moved, samples=5))
    assert np.abs(found["torque"] - found["t"][:, np.newaxis] * [2, 3]).max() < 1e-12
    assert "torque" not in in_page(arm.lab(motion=(moved.t, moved.q)))


@pytest.mark.usefixtures("built")
def test_times_and_positions_get_rates_by_differences():
    t = np.linspace(2, 5, 31)
    q = np.stack([t**2, 3 * t], axis=1)
    found = in_page(robots.planar_2r().lab(motion=(t, q), samples=31))
    inside = slice(2, -2)
    assert np.abs(found["qd"] - np.stack([2 * t, 0 * t + 3], axis=1))[inside].max() < 1e-9
    assert np.abs(found["qdd"] - [2, 0])[inside].max() < 1e-9
    given = in_page(robots.planar_2r().lab(motion=(t, q, 0 * q + 7), samples=31))
    assert (given["qd"] == 7).all()
    assert np.abs(given["qdd"]).max() < 1e-12


@pytest.mark.usefixtures("built")
def test_one_sample_is_a_motion_at_rest():
    found = in_page(robots.planar_2r().lab(motion=([1.0], [[0.2, 0.3]]), samples=2))
    assert found["t"].tolist() == [1, 1]
    assert not found["qd"].any()


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        (
            {"q": [0, 0], "motion": ([0, 1], [[0, 0], [1, 1]])},
            TypeError,
            "motion: .* or q, got both",
        ),
        ({"qd": [0, 0], "motion": ([0], [[0, 0]])}, TypeError, "motion: .* or qd, got both"),
        ({"motion": ([0, 1], [[0, 0, 0], [1, 1, 1]])}, ValueError, "motion: expected times"),
        ({"motion": ([0, 0], [[0, 0], [1, 1]])}, ValueError, "motion: times must increase"),
        ({"motion": ([0, 1], [[0, 0], [1, np.nan]])}, ValueError, "motion: "),
        ({"motion": ([], [])}, ValueError, "motion: expected times"),
        ({"motion": trapezoid([0], [1], duration=1)}, ValueError, "motion: expected 2"),
        ({"motion": 3}, TypeError, "motion: expected a trajectory"),
        ({"motion": ([0], [[0, 0]]), "samples": 1}, ValueError, "samples: "),
    ],
)
def test_bad_motions_are_refused(given, error, said):
    with pytest.raises(error, match=said):
        robots.planar_2r().lab(**given)


@pytest.mark.skipif(NODE is None, reason="there is no Node on the path")
@pytest.mark.parametrize("time", [-1, 0, 0.2, 0.5, 0.99, 1.5, 1.6, 99])
def test_the_state_between_samples_is_interpolated(time):
    t, q = [0, 0.5, 1.5], [[0.1, 1], [3, -1], [7, 2.5]]
    motion = json.dumps({"t": t, "q": q, "qd": q, "qdd": q})
    script = f"(() => {{ const found = stateOfMotion({motion}, {time}); return [...found.q]; }})()"
    found = evaluate(("player.js",), script)
    expected = [np.interp(time, t, column) for column in np.transpose(q)]
    assert np.abs(np.array(found) - expected).max() < 1e-15
