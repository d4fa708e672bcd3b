"""Joint positions from poses of the tool."""

import json

import numpy as np
import pytest

from equidyn import Arm, robots
from equidyn.dynamics.rotations import rotation_vector
from oracles import poses, random_arms

WITH_LIMITS = robots.puma560()
PUMA = WITH_LIMITS.with_limits(None)
WITH_SIX = [seed for seed in range(96) if 1 + seed % 12 >= 6]


def within_reach(arm, count, seed=0):
    """Positions within the limits, and where they bring the tool."""
    rng = np.random.default_rng(seed)
    lower, upper = (-2.5, 2.5) if arm.limits is None else arm.limits.T
    q = rng.uniform(lower, upper, (count, arm.n))
    return q, np.array([poses.tool_pose(arm, each) for each in q])


def distance(arm, q, pose):
    return np.linalg.norm(poses.tool_pose(arm, q)[:3, 3] - pose[:3, 3])


def limited(arm, half=2.8):
    return arm.with_limits([[-half, half]] * arm.n)


@pytest.mark.parametrize("arm", [PUMA, WITH_LIMITS], ids=["free", "with limits"])
def test_a_pose_within_reach_is_reached(arm):
    _, wanted = within_reach(arm, 100)
    found = arm.inverse_kinematics(wanted)
    assert found.converged.all()
    assert (found.residual <= 1e-10).all()
    for q, pose in zip(found.q, wanted, strict=True):
        np.testing.assert_allclose(poses.tool_pose(arm, q), pose, rtol=0, atol=2e-10)
    if arm.limits is not None:
        lower, upper = arm.limits.T
        assert ((lower <= found.q) & (found.q <= upper)).all()


@pytest.mark.parametrize("seed", WITH_SIX[::5])
def test_any_arm_of_six_joints_or_more_finds_back(seed):
    """Of both conventions, joints of both kinds, base and tool tilted."""
    arm = limited(Arm.from_dh(**random_arms.random_arm(seed)))
    _, wanted = within_reach(arm, 5, seed)
    found = arm.inverse_kinematics(wanted)
    assert found.converged.all()
    for q, pose in zip(found.q, wanted, strict=True):
        np.testing.assert_allclose(poses.tool_pose(arm, q), pose, rtol=0, atol=2e-10)


@pytest.mark.parametrize("joints", ["RRR", "RRRP", "PPP", "RPRR"])
def test_few_joints_reach_a_position(joints):
    arm = limited(robots.random_arm(len(joints), seed=5, joints=joints))
    _, wanted = within_reach(arm, 20)
    found = arm.inverse_kinematics(wanted, only="position")
    assert found.converged.all()
    for q, pose in zip(found.q, wanted, strict=True):
        assert distance(arm, q, pose) <= 1.1e-10


def test_a_pose_beyond_reach_is_approached_as_far_as_the_arm_goes():
    arm = robots.planar_2r()
    for direction in (0.3, 2.0, -1.5):
        wanted = np.eye(4)
        wanted[:2, 3] = 3 * np.cos(direction), 3 * np.sin(direction)
        found = arm.inverse_kinematics(wanted, only="position")
        assert not found.converged
        assert found.residual == pytest.approx(3 - 1.8, abs=1e-9)
        np.testing.assert_allclose(found.q, [direction, 0], atol=1e-4)


def test_limits_stop_the_arm_where_it_is_nearest():
    arm = robots.planar_2r().with_limits([[0.0, 1.0], [0.0, 0.0]])
    wanted = np.eye(4)
    wanted[:2, 3] = 1.8 * np.cos(2.0), 1.8 * np.sin(2.0)
    found = arm.inverse_kinematics(wanted, only="position")
    assert not found.converged
    np.testing.assert_array_equal(found.q, [1.0, 0.0])
    assert found.residual == pytest.approx(2 * 1.8 * np.sin(0.5), abs=1e-12)


def test_reached_is_what_is_left_within_the_tolerance():
    arm, tolerance = robots.planar_2r(), 1e-6
    beyond = np.array([0.9, 1.1]) * tolerance
    wanted = np.tile(np.eye(4), (2, 1, 1))
    wanted[:, 0, 3] = 1.8 + beyond  # the arm is 1.8 m long
    found = arm.inverse_kinematics(wanted, only="position", tolerance=tolerance)
    np.testing.assert_allclose(found.residual, beyond, rtol=1e-3)
    assert found.converged.tolist() == [True, False]


def test_slides_without_limits_reach_as_far_as_they_must():
    arm = robots.random_arm(6, seed=8, joints="PPPRRR")
    wanted = poses.tool_pose(arm, np.array([4.0, -7.0, 9.0, 0.3, -0.6, 0.9]))
    found = arm.inverse_kinematics(wanted)
    assert found.converged
    np.testing.assert_allclose(poses.tool_pose(arm, found.q), wanted, rtol=0, atol=2e-10)
    assert np.abs(found.q[:3]).min() > np.pi


def test_the_first_start_is_the_middle_of_the_limits():
    arm = PUMA.with_limits([(0.5, 2.0)] * 6)
    middle = np.full(6, 1.25)
    found = arm.inverse_kinematics(arm.forward_kinematics(middle))
    np.testing.assert_array_equal(found.q, middle)
    assert found.iterations == 0


def test_positions_at_limits_are_found_in_few_steps():
    rng, (lower, upper) = np.random.default_rng(0), WITH_LIMITS.limits.T
    q = rng.uniform(lower, upper, (100, 6))
    at_limit, which = rng.random((2, 100, 6))
    q = np.where(at_limit < 0.3, np.where(which < 0.5, lower, upper), q)
    found = WITH_LIMITS.inverse_kinematics(WITH_LIMITS.forward_kinematics(q))
    assert np.count_nonzero(found.converged) > 95
    assert np.median(found.iterations) < 40


def test_iterations_are_the_steps_from_all_starts():
    arm = robots.planar_2r()
    wanted = arm.forward_kinematics([0.4, 0.9])
    beyond = wanted.copy()
    beyond[:2, 3] *= 5
    within = arm.inverse_kinematics(wanted, only="position")
    without = arm.inverse_kinematics(beyond, only="position")
    assert 1 < within.iterations < 15
    assert without.iterations > 99 * 5  # no start stalls sooner
    # the second start reaches, after the first has stalled
    arm = WITH_LIMITS
    _, wanted = within_reach(arm, 100)
    found = arm.inverse_kinematics(wanted)
    again = arm.inverse_kinematics(wanted, start=found.q)
    assert (again.iterations == 0).all()
    np.testing.assert_array_equal(again.q, found.q)


def test_a_singular_pose_is_reached_where_the_limits_allow_it():
    arm = robots.load("stanford")
    shortest = np.clip(np.zeros(6), *arm.limits.T)
    assert np.linalg.matrix_rank(arm.jacobian(shortest)) == 5
    wanted = arm.forward_kinematics([shortest, np.zeros(6)])
    found = arm.inverse_kinematics(wanted, start=[1, 1, 0.8, 1, 1, 1])
    # the wrist of the second is nearer to the shoulder than the slide may draw it
    assert found.converged.tolist() == [True, False]


def test_a_start_leads_to_the_solution_beside_it():
    q, wanted = within_reach(PUMA, 30)
    found = PUMA.inverse_kinematics(wanted, start=q + 0.01)
    assert found.converged.all()
    regular = np.abs(np.linalg.det(PUMA.jacobian(q))) > 1e-2
    assert regular.sum() > 10
    np.testing.assert_allclose(found.q[regular], q[regular], rtol=0, atol=1e-7)
    # a whole turn away is as near
    turned = PUMA.inverse_kinematics(wanted, start=q + 0.01 + 2 * np.pi)
    np.testing.assert_allclose(turned.q[regular], q[regular] + 2 * np.pi, rtol=0, atol=1e-7)


def test_the_tool_may_have_to_turn_half_round():
    for axis in np.eye(3):
        wanted = PUMA.forward_kinematics([0.1, 0.7, 3.0, 0.2, 0.7, 0.1])
        wanted[:3, :3] = (2 * np.outer(axis, axis) - np.eye(3)) @ wanted[:3, :3]
        found = PUMA.inverse_kinematics(wanted, start=[0.1, 0.7, 3.0, 0.2, 0.7, 0.1])
        assert found.converged


@pytest.mark.slow
def test_results_do_not_depend_on_the_rest_of_the_batch_or_on_threads(monkeypatch):
    _, wanted = within_reach(PUMA, 7)
    wanted[3, :3, 3] = 5.0
    together = PUMA.inverse_kinematics(wanted, seed=3)
    monkeypatch.setenv("EQUIDYN_THREADS", "2")
    for index, pose in enumerate(wanted):
        alone = PUMA.inverse_kinematics(pose, seed=3)
        np.testing.assert_array_equal(alone.q, together.q[index])
        assert alone.iterations == together.iterations[index]
    again = PUMA.inverse_kinematics(wanted.reshape(7, 1, 4, 4), seed=3)
    np.testing.assert_array_equal(again.q[:, 0], together.q)
    other = PUMA.inverse_kinematics(wanted, seed=4)
    assert not np.array_equal(other.q, together.q)


def test_leading_axes_broadcast():
    _, wanted = within_reach(PUMA, 3)
    found = PUMA.inverse_kinematics(wanted[:, np.newaxis], start=np.zeros((2, 6)))
    assert found.q.shape == (3, 2, 6)
    assert found.converged.shape == found.residual.shape == found.iterations.shape == (3, 2)
    assert PUMA.inverse_kinematics(wanted[:0]).q.shape == (0, 6)


FAR = np.eye(4)
FAR[1, 3] = 1e200
SHEARED = np.eye(4) + 0.1 * np.eye(4, k=1)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"pose": np.eye(3)}, r"pose: last axes must be \(4, 4\), got shape \(3, 3\)"),
        ({"pose": SHEARED}, r"pose: rotation must be orthonormal .* got 0\.1"),
        ({"pose": [np.eye(4), SHEARED]}, r"pose: rotation must be orthonormal .* at pose 2"),
        ({"pose": 2 * np.eye(4)}, r"pose: last row must be \(0, 0, 0, 1\), got \(0, 0, 0, 2\)"),
        ({"pose": np.diag([1, 1, -1, 1])}, "pose: rotation must have determinant .* got -1"),
        ({"pose": np.full((4, 4), np.nan)}, "pose: must be finite, got nan"),
        ({"pose": FAR}, r"pose: must be within 1e\+150 m of the origin, got \(0, 1e\+200, 0\)"),
        ({"start": np.zeros(5)}, r"start: last axis must be 6, got shape \(5,\)"),
        (
            {"pose": [np.eye(4)] * 2, "start": np.zeros((3, 6))},
            r"leading axes do not broadcast: pose \(2, 4, 4\), start \(3, 6\)",
        ),
        (
            {"only": "rotation"},
            r"only: there is no 'rotation'; did you mean 'orientation'\? \(known: position, orient",
        ),
        ({"tolerance": 0}, "tolerance: must be positive, got 0"),
        ({"seed": -1}, "seed: must be at least 0, got -1"),
    ],
)
def test_what_is_wrong_is_said(given, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        PUMA.inverse_kinematics(**{"pose": np.eye(4), **given})


def test_the_result_shows_itself():
    _, wanted = within_reach(PUMA, 20)
    wanted[1, :3, 3] = 5.0
    found = PUMA.inverse_kinematics(wanted)
    text = repr(found)
    assert "19 of 20 reached" in text
    assert "not reached" in text
    assert "and 8 more" in text
    assert "not reached" in found._repr_html_()
    plain = json.loads(json.dumps(found.to_dict()))
    np.testing.assert_array_equal(plain["q"], found.q)
    assert plain["converged"] == found.converged.tolist()
    alone = repr(PUMA.inverse_kinematics(wanted[0]))
    assert "1 of 1 reached" in alone
    assert "pose" not in alone


def test_rotation_vectors_are_axes_times_angles():
    rng = np.random.default_rng(0)
    axes = rng.normal(size=(50, 3))
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    for angle in (0.0, 1e-12, 1e-3, 1.0, 3.0, np.pi - 1e-5, np.pi - 1e-9, np.pi):
        cross = np.cross(np.eye(3), axes[:, np.newaxis]).swapaxes(1, 2)
        R = np.eye(3) - np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
        found = rotation_vector(R)
        if angle > np.pi - 1e-6:  # either way round
            found *= np.sign(np.sum(found * axes, axis=1, keepdims=True))
        np.testing.assert_allclose(np.abs(found), np.abs(angle * axes), rtol=0, atol=3e-9)
        if 0 < angle < np.pi - 1e-6:
            np.testing.assert_allclose(found, angle * axes, rtol=0, atol=1e-9)
