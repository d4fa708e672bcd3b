"""Joint positions from poses: parts of a pose, all solutions, paths, and arrays of the caller."""

import dataclasses
import os
import subprocess
import sys

import numpy as np
import pytest

from equidyn import Arm, _core, robots
from oracles import poses, random_arms
from oracles.interrupts import assert_interrupted

PUMA = robots.puma560()
FREE = PUMA.with_limits(None)
Q = np.array([0.1, 0.7, -0.4, 0.2, 0.9, 0.1])
POSE = poses.tool_pose(PUMA, Q)
FAR = np.eye(4)
FAR[1, 3] = 1e200


def within_reach(arm, count):
    """Return poses that positions within the limits bring the tool to."""
    q = np.random.default_rng(0).uniform(*arm.limits.T, (count, arm.n))
    return np.array([poses.tool_pose(arm, each) for each in q])


def turn_between(R, wanted):
    """Return the rotation vector from one rotation to another nearby."""
    skew = wanted @ R.T - R @ wanted.T
    return np.array([skew[2, 1], skew[0, 2], skew[1, 0]]) / 2


@pytest.mark.parametrize("left_out", range(6))
def test_what_the_mask_leaves_out_is_free(left_out):
    mask = np.arange(6) != left_out
    wanted = within_reach(PUMA, 20)
    found = PUMA.inverse_kinematics(wanted, mask=mask)
    assert found.converged.all()
    free = []
    for q, pose in zip(found.q, wanted, strict=True):
        now = poses.tool_pose(PUMA, q)
        turn = turn_between(now[:3, :3], pose[:3, :3])
        error = np.concatenate([pose[:3, 3] - now[:3, 3], turn])
        np.testing.assert_allclose(error[mask & (np.arange(6) < 3)], 0, atol=2e-10)
        if left_out < 3:
            np.testing.assert_allclose(turn, 0, atol=2e-10)
        else:  # turned about this axis alone
            axis = np.eye(3)[left_out - 3]
            np.testing.assert_allclose(now[:3, :3].T @ axis, pose[:3, :3].T @ axis, atol=2e-10)
        free.append(np.abs(pose - now).max())
    assert max(free) > 1e-3


@pytest.mark.parametrize("joints", ["RRR", "RPRR"])
def test_few_joints_reach_an_orientation(joints):
    arm = robots.random_arm(len(joints), seed=5, joints=joints)
    arm = arm.with_limits([[-2.8, 2.8]] * arm.n)
    wanted = within_reach(arm, 20)
    found = arm.inverse_kinematics(wanted, only="orientation")
    assert found.converged.all()
    for q, pose in zip(found.q, wanted, strict=True):
        np.testing.assert_allclose(poses.tool_pose(arm, q)[:3, :3], pose[:3, :3], atol=2e-10)
    by_mask = arm.inverse_kinematics(wanted, mask=[0, 0, 0, 1, 1, 1])
    np.testing.assert_array_equal(by_mask.q, found.q)


@pytest.mark.parametrize("seed", range(12))
def test_any_number_of_joints_and_limits_on_one_side_or_none(seed):
    """Arms of 1 to 12 joints of both kinds, where each pose is reached by the part that can be."""
    arm = Arm.from_dh(**random_arms.random_arm(seed))
    limits = np.full((arm.n, 2), [-np.inf, np.inf])
    limits[::3, 0], limits[1::3, 1] = -2.8, 2.8
    arm = arm.with_limits(limits)
    q = np.random.default_rng(seed).uniform(-2.5, 2.5, (10, arm.n))
    wanted = np.array([poses.tool_pose(arm, each) for each in q])
    found = arm.inverse_kinematics(wanted, start=q + 1e-3)
    assert found.converged.all()
    assert ((limits[:, 0] <= found.q) & (found.q <= limits[:, 1])).all()
    for each, pose in zip(found.q, wanted, strict=True):
        np.testing.assert_allclose(poses.tool_pose(arm, each), pose, rtol=0, atol=3e-10)


def test_puma_has_eight_solutions():
    found = FREE.inverse_kinematics(POSE, start=Q, solutions="all")
    assert found.q.shape == (8, 6)
    assert found.converged.all()
    np.testing.assert_allclose(found.q[0], Q, atol=1e-7)
    assert (np.diff(np.linalg.norm(found.q - Q, axis=1)) >= 0).all()
    apart = found.q[:, np.newaxis] - found.q
    apart = np.abs((apart + np.pi) % (2 * np.pi) - np.pi).max(axis=-1)
    assert apart[~np.eye(8, dtype=bool)].min() > 0.1
    for q in found.q:
        np.testing.assert_allclose(poses.tool_pose(FREE, q), POSE, rtol=0, atol=2e-10)
    # shoulder left and right, elbow up and down, wrist turned round
    assert len({tuple(np.round(q[:3], 6)) for q in found.q}) == 4


def test_all_solutions_are_within_limits_and_do_not_depend_on_the_seed():
    lower, upper = PUMA.limits.T
    free = FREE.inverse_kinematics(POSE, solutions="all", start=Q).q
    turns = 2 * np.pi * np.arange(-1, 2)
    turned = free[:, np.newaxis] + turns[:, np.newaxis]
    fits = ((turned >= lower) & (turned <= upper)).any(axis=1).all(axis=-1)
    for seed in range(3):
        found = PUMA.inverse_kinematics(POSE, solutions="all", seed=seed)
        assert len(found.q) == np.count_nonzero(fits)
        assert ((lower <= found.q) & (found.q <= upper)).all()


@pytest.mark.parametrize("start", [-1.9, 0.7, 3.4])
def test_no_solution_is_turned_beyond_the_limits_towards_the_start(start):
    arm = FREE.with_limits([(-2, 3.5)] * 6)
    pose = poses.tool_pose(arm, np.array([-1.5, -0.7, 2.4, 1.2, -1.5, 0.4]))
    found = arm.inverse_kinematics(pose, solutions="all", start=[start] * 6).q
    assert len(found) == 3
    assert ((found >= -2) & (found <= 3.5)).all()
    for q in found:
        np.testing.assert_allclose(poses.tool_pose(arm, q), pose, rtol=0, atol=2e-10)


@pytest.mark.parametrize("tolerance", [1e-10, 1e-5, 1e-3, 1e-2])
def test_a_loose_tolerance_finds_no_solution_twice(tolerance):
    found = FREE.inverse_kinematics(POSE, solutions="all", tolerance=tolerance)
    assert found.q.shape == (8, 6)
    assert (found.residual <= tolerance).all()


def test_a_pose_that_is_missed_by_less_than_the_tolerance_has_a_solution():
    arm = robots.planar_2r()
    beyond = poses.tool_pose(arm, np.zeros(2))
    beyond[0, 3] += 1e-3
    options = {"mask": [1, 1, 0, 0, 0, 0], "solutions": "all"}
    found = arm.inverse_kinematics(beyond, tolerance=2e-3, **options)
    np.testing.assert_allclose(found.q, [[0, 0]], atol=1e-4)
    assert found.converged.all()
    assert len(arm.inverse_kinematics(beyond, tolerance=5e-4, **options).q) == 0


@pytest.mark.parametrize("how", [{"solutions": "all"}, {"path": True}, {}])
def test_tolerance_and_seed_are_those_of_the_call(how):
    pose = POSE if "solutions" in how else within_reach(PUMA, 30)
    found = [PUMA.inverse_kinematics(pose, seed=seed, **how) for seed in (0, 0, 1)]
    np.testing.assert_array_equal(found[0].iterations, found[1].iterations)
    assert found[0].iterations.sum() != found[2].iterations.sum()
    loose = PUMA.inverse_kinematics(pose, tolerance=1e-4, **how)
    assert 1e-9 < loose.residual[loose.converged].max() <= 1e-4
    assert found[0].residual[found[0].converged].max() <= 1e-10


def test_one_solution_may_be_asked_for_by_a_string_of_numpy():
    found = PUMA.inverse_kinematics(POSE, solutions=np.str_("one"))
    np.testing.assert_array_equal(found.q, PUMA.inverse_kinematics(POSE).q)


def test_a_result_keeps_its_attributes():
    found = PUMA.inverse_kinematics(POSE)
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.q = Q
    other = dataclasses.replace(found, q=Q)
    assert other.q is Q
    assert other.residual is found.residual
    assert list(found.to_dict()) == [field.name for field in dataclasses.fields(found)]


def test_all_solutions_of_few_joints():
    arm = robots.planar_2r()
    wanted = arm.forward_kinematics([0.4, 0.9])
    found = arm.inverse_kinematics(wanted, only="position", solutions="all", start=[0.4, 0.9])
    assert found.q.shape == (2, 2)
    np.testing.assert_allclose(found.q[0], [0.4, 0.9], atol=1e-9)
    assert found.q[1, 1] == pytest.approx(-0.9, abs=1e-9)
    wanted[:2, 3] *= 5
    none = arm.inverse_kinematics(wanted, only="position", solutions="all")
    assert none.q.shape == (0, 2)
    assert "0 of 0 reached" in repr(none)


def test_a_path_is_followed_from_pose_to_pose():
    path = Q + np.linspace(0, 1, 200)[:, np.newaxis] * np.array([0.9, -0.5, 0.6, 1.2, -0.4, 2.0])
    wanted = PUMA.forward_kinematics(path)
    found = PUMA.inverse_kinematics(wanted, start=Q, path=True)
    assert found.converged.all()
    np.testing.assert_allclose(found.q, path, atol=1e-7)
    assert found.iterations[2:].max() <= 1
    for k in range(20):  # as one by one, from where the two before lead
        start = 2 * found.q[k - 1] - found.q[k - 2] if k > 1 else found.q[k - 1] if k else Q
        alone = PUMA.inverse_kinematics(wanted[k], start=start)
        np.testing.assert_array_equal(alone.q, found.q[k])
        assert alone.iterations == found.iterations[k]
    several = PUMA.inverse_kinematics(np.stack([wanted] * 5), start=Q, path=True, threads=2)
    for each in several.q:
        np.testing.assert_array_equal(each, found.q)
    backwards = np.stack([wanted, wanted[::-1]])
    both = PUMA.inverse_kinematics(backwards, start=[Q, path[-1]], path=True)
    np.testing.assert_allclose(both.q, [path, path[::-1]], atol=1e-7)
    assert PUMA.inverse_kinematics(wanted[:0], start=Q, path=True).q.shape == (0, 6)


@pytest.mark.parametrize(("jump", "beyond"), [(0.24, 1), (0.26, 0)])
def test_a_path_that_jumps_is_not_led_beyond_the_pose_before(jump, beyond):
    path = np.array([Q, Q, Q])
    path[1:, 0] += jump
    wanted = PUMA.forward_kinematics(path)
    found = PUMA.inverse_kinematics(wanted, start=Q, path=True)
    start = found.q[1] + beyond * (found.q[1] - found.q[0])
    alone = PUMA.inverse_kinematics(wanted[2], start=start)
    np.testing.assert_array_equal(alone.q, found.q[2])
    assert alone.iterations == found.iterations[2]
    assert (found.iterations[2] == 0) == (beyond == 0)


def test_joints_left_free_start_where_the_pose_before_has_led():
    arm = robots.panda()
    path = arm.limits.mean(axis=1) + np.linspace(0, 0.2, 6)[:, np.newaxis] * np.ones(7)
    wanted = arm.forward_kinematics(path)
    found = arm.inverse_kinematics(wanted, start=path[0], path=True)
    for k in range(1, 6):
        alone = arm.inverse_kinematics(wanted[k], start=found.q[k - 1])
        np.testing.assert_array_equal(alone.q, found.q[k])


def test_paths_of_one_pose_have_a_start_each():
    starts = Q + np.array([[0.1], [0.2], [0.3]])
    wanted = PUMA.forward_kinematics(starts + 0.01)
    found = PUMA.inverse_kinematics(wanted[:, np.newaxis], start=starts, path=True)
    each = PUMA.inverse_kinematics(wanted, start=starts)
    np.testing.assert_array_equal(found.q, each.q[:, np.newaxis])
    none = PUMA.inverse_kinematics(np.empty((3, 0, 4, 4)), start=starts, path=True)
    assert none.q.shape == (3, 0, 6)


def test_a_path_is_the_same_as_a_list_and_as_an_array():
    path = Q + np.linspace(0, 1, 50)[:, np.newaxis] * np.array([0.9, -0.5, 0.6, 1.2, -0.4, 2.0])
    wanted = np.stack([PUMA.forward_kinematics(path)] * 2)
    for start in (None, Q, [Q, Q]):
        array = PUMA.inverse_kinematics(wanted, start=start, path=True)
        listed = PUMA.inverse_kinematics(wanted.tolist(), start=start, path=True)
        np.testing.assert_array_equal(array.q, listed.q)
    wanted[1, 7, 0, 0] += 0.1
    with pytest.raises(ValueError, match="pose: rotation must be orthonormal"):
        PUMA.inverse_kinematics(wanted, start=Q, path=True)


def test_whole_turns_stay_along_a_path():
    path = Q + np.linspace(0, 1, 400)[:, np.newaxis] * np.array([15.0, 0, 0, 0, 0, -9.0])
    found = FREE.inverse_kinematics(FREE.forward_kinematics(path), start=Q, path=True)
    np.testing.assert_allclose(found.q, path, atol=1e-7)


def test_positions_are_written_to_the_array_of_the_caller():
    wanted = within_reach(PUMA, 5)
    out = np.empty((5, 6))
    found = PUMA.inverse_kinematics(wanted, out=out)
    assert found.q is out
    np.testing.assert_array_equal(out, PUMA.inverse_kinematics(wanted).q)


def test_results_are_the_same_from_arrays_of_any_layout():
    wanted = within_reach(PUMA, 6)
    plain = PUMA.inverse_kinematics(wanted, start=Q).q
    apart = np.zeros((6, 8, 4))
    apart[:, ::2] = wanted
    for same in (wanted.tolist(), np.asfortranarray(wanted), apart[:, ::2], wanted[::-1][::-1]):
        np.testing.assert_array_equal(PUMA.inverse_kinematics(same, start=list(Q)).q, plain)


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_results_are_the_same_by_any_number_of_threads(threads):
    wanted = within_reach(PUMA, 300)
    wanted[17, :3, 3] = 9.0
    found, other = (PUMA.inverse_kinematics(wanted, threads=each) for each in (1, threads))
    for name in ("q", "converged", "residual", "iterations"):
        np.testing.assert_array_equal(getattr(found, name), getattr(other, name))


PROGRAM = """
import hashlib, numpy as np
from equidyn import robots
arm = robots.puma560()
rng = np.random.default_rng(0)
wanted = arm.forward_kinematics(rng.uniform(*arm.limits.T, (100, 6)))
wanted[7, :3, 3] = 5.0
found = [arm.inverse_kinematics(wanted)] + [arm.inverse_kinematics(pose) for pose in wanted[:20]]
data = b"".join(x.tobytes() for each in found for x in (each.q, each.residual, each.iterations))
print(hashlib.sha256(data).hexdigest())
"""


@pytest.mark.slow
def test_instruction_sets_with_fused_sums_give_the_same_bits():
    digests = {}
    for name in _core.instruction_sets():
        environment = {**os.environ, "EQUIDYN_INSTRUCTION_SET": name}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, check=True
        )
        digests[name] = done.stdout
    digests.pop("sse2", None)
    assert len(set(digests.values())) <= 1


@pytest.mark.slow
def test_ctrl_c_ends_a_long_search():
    beyond = np.tile(np.eye(4), (200_000, 1, 1))
    beyond[:, 0, 3] = 9.0
    assert_interrupted(lambda: PUMA.inverse_kinematics(beyond, threads=1))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"mask": np.ones(5)}, r"mask: shape must be \(6,\) \(x, y, z and the rotations .*\(5,\)"),
        ({"mask": [2, 1, 1, 1, 1, 1]}, "mask: must be true or false, got 2 at component 1"),
        ({"mask": np.zeros(6)}, "mask: expected at least one true component, got none"),
        ({"mask": np.ones(6), "only": "position"}, "mask: expected mask or only, got both"),
        ({"solutions": "eight"}, r"solutions: there is no 'eight' \(known: one, all\)"),
        (
            {"solutions": "all", "only": "position"},
            "solutions: expected 'one', since 6 joints reach 3 components of a pose in infinitely",
        ),
        (
            {"solutions": "all", "pose": [POSE] * 2},
            r"pose: expected a single pose with solutions='all', got shape \(2, 4, 4\)",
        ),
        ({"solutions": "all", "path": True}, "solutions: expected 'one' with path= or out="),
        (
            {"solutions": "all", "start": np.zeros((2, 6))},
            r"start: shape must be \(6,\) \(a number a joint\), got shape \(2, 6\)",
        ),
        ({"path": True}, r"pose: expected a path, shape \(\.\.\., m, 4, 4\), got \(4, 4\)"),
        (
            {"path": True, "pose": [[POSE] * 3] * 2, "start": np.zeros((3, 6))},
            r"leading axes do not broadcast: pose \(2, 3, 4, 4\), start \(3, 6\)",
        ),
        ({"out": np.empty(5)}, r"out: expected shape \(6,\), got \(5,\)"),
        ({"threads": 0}, "threads: .*"),
        ({"start": np.full(6, np.nan)}, r"start: must be finite, got nan at index \(0,\)"),
        (
            {"path": True, "pose": np.empty((0, 4, 4)), "start": np.full(6, np.nan)},
            r"start: must be finite, got nan at index \(0,\)",
        ),
        ({"pose": [POSE, FAR]}, r"pose: must be within 1e\+150 m .* at pose 2"),
    ],
)
def test_what_is_wrong_is_said(given, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        PUMA.inverse_kinematics(**{"pose": POSE, **given})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"mask": "position"}, "mask: expected real numbers, got str"),
        ({"solutions": np.array(["one", "all"])}, "solutions: expected a string, got ndarray"),
        ({"path": 1}, "path: expected True or False, got int"),
        ({"out": [0.0] * 6}, "out: expected a NumPy array, got list"),
        ({"pose": np.ma.masked_array(POSE, POSE > 0.5).astype(object)}, "pose: .*"),
        ({"threads": 1.5}, "threads: .*"),
    ],
)
def test_what_is_of_the_wrong_type_is_said(given, message):
    with pytest.raises(TypeError, match=f"^{message}"):
        PUMA.inverse_kinematics(**{"pose": POSE, **given})


@pytest.mark.parametrize("entry", [(3, 0), (3, 3), (0, 0), (0, 3)])
def test_no_nan_slips_through(entry):
    pose = POSE.copy()
    pose[entry] = np.nan
    with pytest.raises(ValueError, match=r"^pose: must be finite, got nan at index \(\d, \d\)"):
        PUMA.inverse_kinematics(pose)
