"""Straight lines in space: where the tool is, how the joints move, and where a line ends."""

import re

import numpy as np
import pytest

import equidyn
from equidyn import robots

SASAKI = robots.sasaki("general")
FROM = np.radians([2.7533, 0.1502, 85.7259, -33.7722, -85.0428, 33.6731])
TO = np.radians([10.4705, 8.7346, 44.3932, -17.1186, -51.8741, 13.6195])
PRINTED = np.array([[0, 1, 0, -0.1], [0, 0, 1, 0.35], [1, 0, 0, 1.63], [0, 0, 0, 1.0]])


def turned(pose, axis, angle):
    """The pose after a turn about an axis of the world, by the exponential series."""
    x, y, z = np.asarray(axis) * angle
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    R, term = np.eye(3), np.eye(3)
    for k in range(1, 40):
        term = term @ K / k
        R = R + term
    moved = pose.copy()
    moved[:3, :3] = R @ pose[:3, :3]
    return moved


def elbow(n):
    """An arm in the plane: links of half a metre."""
    return robots.uniform_chain(n, length=0.5)


def all_lines():
    """Arms of fewer joints than a pose has numbers, of as many, and of more; by what is asked."""
    rng = np.random.default_rng(5)
    for name, q in {
        "puma560": [0.1, 0.7, -0.4, 0.2, 0.9, 0.1],
        "panda": [0.2, -0.4, 0.3, -2.1, 0.2, 1.9, 0.4],
        "ur5e": [0.3, -1.2, 1.4, -0.8, 0.9, 0.2],
    }.items():
        arm = robots.load(name)
        pose = arm.forward_kinematics(q)
        goal = turned(pose, [0.6, 0.0, 0.8], 0.6)
        goal[:3, 3] += (0.05, 0.1, -0.08)
        yield pytest.param(arm, q, goal, None, id=name)
    chain = robots.random_arm(8, seed=3, joints="RRPRRRRP")
    q = rng.uniform(-0.5, 0.5, 8)
    yield pytest.param(chain, q, chain.forward_kinematics(q)[:3, 3] + 0.05, None, id="8 joints")
    planar = robots.planar_2r()
    goal = planar.forward_kinematics([0.3, 1.0])[:3, 3] + (-0.2, 0.3, 0)
    yield pytest.param(planar, [0.3, 1.0], goal, "position", id="2 joints")
    goal = turned(elbow(3).forward_kinematics([0.3, 1.0, 0.8]), [0, 0, 1], -0.4)
    yield pytest.param(elbow(3), [0.3, 1.0, 0.8], goal, None, id="3 joints")
    goal = elbow(4).forward_kinematics([0.3, 0.7, 0.4, -0.9])[:3, 3] + (-0.2, 0.3, 0)
    yield pytest.param(elbow(4), [0.3, 0.7, 0.4, -0.9], goal, "position", id="4 in the plane")


LINES = list(all_lines())

# of the sixth order
WEIGHTS = {1: 45, 2: -9, 3: 1}


def derivative(move, of, t, h=2.0**-12):
    """The derivative of positions, or of velocities, by differences."""
    change = sum(w * (move(t + k * h)[of] - move(t - k * h)[of]) for k, w in WEIGHTS.items())
    return change / (60 * h)


@pytest.mark.parametrize(("arm", "q0", "goal", "only"), LINES)
def test_rates_are_those_of_the_positions(arm, q0, goal, only):
    pose = arm.forward_kinematics(q0)
    move = equidyn.straight_line(arm, pose, goal, duration=2.0, start=q0, only=only)
    # where third derivatives do not jump: within the thirds, and where one guess is followed
    t = np.concatenate([np.linspace(0.01, 0.66, 40), np.linspace(0.68, 1.32, 40), [1.4, 1.9]])
    ends = move.law(np.stack([t - 1e-3, t + 1e-3]))[0][..., 0]
    t = t[np.ptp(np.searchsorted(move.path.near.breaks, ends), axis=0) == 0]
    assert len(t) > 60
    _, qd, qdd = move(t)
    size = np.abs(qdd).max()
    np.testing.assert_allclose(derivative(move, 0, t), qd, atol=1e-10 * size)
    np.testing.assert_allclose(derivative(move, 1, t), qdd, atol=1e-9 * size)


@pytest.mark.parametrize(("arm", "q0", "goal", "only"), LINES)
def test_the_tool_is_where_the_trapezoid_says_and_turns_about_one_axis(arm, q0, goal, only):
    pose = arm.forward_kinematics(q0)
    move = equidyn.straight_line(arm, pose, goal, duration=2.0, start=q0, only=only)
    t = np.linspace(0, 2, 50)
    part = equidyn.trapezoid([0.0], [1.0], duration=2.0)(t)[0]
    q, _, _ = move(t)
    np.testing.assert_allclose(q[0], q0, atol=1e-9)
    tool, point = arm.forward_kinematics(q), goal[:3, 3] if np.ndim(goal) == 2 else goal
    expected = pose[:3, 3] + part * (point - pose[:3, 3])
    np.testing.assert_allclose(tool[:, :3, 3], expected, atol=2e-14)
    if only is None:
        last = goal[:3, :3] if np.ndim(goal) == 2 else pose[:3, :3]
        np.testing.assert_allclose(tool[-1, :3, :3], last, atol=2e-14)
        # from step to step the same axis, and as large an angle as the part of the way
        steps = tool[1:, :3, :3] @ tool[:-1, :3, :3].swapaxes(1, 2)
        cosines = (np.trace(steps, axis1=1, axis2=2) - 1) / 2
        whole = np.arccos(np.clip((np.trace(last @ pose[:3, :3].T) - 1) / 2, -1, 1))
        np.testing.assert_allclose(cosines, np.cos(np.diff(part[:, 0]) * whole), atol=1e-13)
        np.testing.assert_allclose(
            steps @ (steps[25] - steps[25].T), (steps[25] - steps[25].T) @ steps, atol=1e-13
        )


@pytest.mark.parametrize(("arm", "q0", "goal", "only"), LINES)
def test_no_joint_moves_but_for_the_tool(arm, q0, goal, only):
    pose = arm.forward_kinematics(q0)
    move = equidyn.straight_line(arm, pose, goal, duration=2.0, start=q0, only=only)
    q, qd, _ = move(move.times(20)[1:-1])
    J = arm.jacobian(q)[:, : 3 if only else 6]
    # the smallest rates with which the tool moves so
    least = np.einsum("kji,ki->kj", np.linalg.pinv(J, rcond=1e-10), np.einsum("kij,kj->ki", J, qd))
    np.testing.assert_allclose(qd, least, rtol=0.01, atol=0.01 * np.abs(qd).max())


@pytest.mark.parametrize(("q", "height"), [(FROM, 1.63), (TO, 1.83)], ids=["A", "B"])
def test_the_line_of_sasaki_joins_his_two_printed_poses(q, height):
    goal = (-0.1, 0.35, 1.83)
    move = equidyn.straight_line(SASAKI, PRINTED, goal, duration=1.0, start=FROM)
    t = 0.0 if height == 1.63 else 1.0
    # his angles, printed to 1e-4 degrees, are on the way, and so is he within 0.01 mm
    np.testing.assert_allclose(move(t)[0], q, atol=np.radians(0.003))
    tool = SASAKI.forward_kinematics([move(t)[0], q])
    np.testing.assert_allclose(tool[0], tool[1], atol=3e-5)
    assert np.linalg.norm(tool[0, :3, 3] - tool[1, :3, 3]) < 1e-5
    tools = SASAKI.forward_kinematics(move(move.times(101))[0])
    np.testing.assert_allclose(tools[:, :3, :3], [PRINTED[:3, :3]] * 101, atol=1e-13)
    np.testing.assert_allclose(tools[:, :2, 3], [PRINTED[:2, 3]] * 101, atol=1e-13)


def test_limits_of_the_tool_are_met_and_used():
    arm, q = robots.puma560(), [0.1, 0.7, -0.4, 0.2, 0.9, 0.1]
    pose = arm.forward_kinematics(q)
    goal = turned(pose, [0, 0, 1], 0.3)
    goal[:3, 3] += (0, 0.2, 0)
    move = equidyn.straight_line(
        arm, pose, goal, velocity=[0.5, 0.25], acceleration=[1.0, 10.0], start=q
    )
    q, qd, _ = move(np.linspace(0, move.duration, 3001))
    v = np.einsum("kij,kj->ki", arm.jacobian(q), qd)
    assert np.linalg.norm(v[:, 3:], axis=1).max() == pytest.approx(0.25, rel=1e-12)
    assert np.linalg.norm(v[:, :3], axis=1).max() == pytest.approx(0.25 * 0.2 / 0.3, rel=1e-12)
    assert "Straight line of 0.2 m, turning by 0.3 rad in" in str(move)


def test_a_line_can_last_as_long_as_the_fastest_does():
    arm, q = robots.puma560(), [0.1, 0.7, -0.4, 0.2, 0.9, 0.1]
    pose = arm.forward_kinematics(q)
    for far in np.linspace(0.05, 0.1, 20):
        given = {"velocity": [0.5, 0.25], "acceleration": 0.9, "start": q, "start_time": 1e3}
        fastest = equidyn.straight_line(arm, pose, pose[:3, 3] + (0, far, 0), **given)
        again = equidyn.straight_line(
            arm, pose, pose[:3, 3] + (0, far, 0), **given, duration=fastest.duration
        )
        assert again.duration == fastest.duration


def test_a_line_that_turns_is_as_long_as_it_is_where_only_positions_count():
    arm, q = robots.puma560(), [0.1, 0.7, -0.4, 0.2, 0.9, 0.1]
    pose = arm.forward_kinematics(q)
    goal = turned(pose, [0, 0, 1], 1.5)
    goal[:3, 3] += (0, 0.04, 0.03)
    limits = {"velocity": [0.1, 0.25], "acceleration": [1.0, 1.0]}
    move = equidyn.straight_line(arm, pose, goal, **limits, start=q, only="position")
    # 0.05 m at 0.1 m/s, and 0.1 s more for the ramps
    assert move.duration == pytest.approx(0.6, rel=1e-12)
    assert str(move).startswith("Straight line of 0.05 m in 0.6 s")


def test_a_line_that_leaves_a_limit_at_its_end_is_refused():
    arm, q = robots.planar_2r(), [0.3, 1.0]
    pose = arm.forward_kinematics(q)
    goal = pose[:3, 3] + (-0.2, 0.3, 0)
    given = {"duration": 1.0, "start": q, "only": "position"}
    at = equidyn.straight_line(arm, pose, goal, **given)(np.linspace(0, 1, 200))[0]
    assert at[:, 0].argmax() == 199
    for limit, within in ((at[-1, 0] - 1e-7, False), (at[-1, 0] - 1e-10, True)):
        limited = arm.with_limits([(-3, limit), (-3, 3)])
        if within:
            equidyn.straight_line(limited, pose, goal, **given)
        else:
            assert "takes joint 1 beyond its limit of" in failure(
                limited, pose, goal, start=q, only="position"
            )


@pytest.mark.slow
def test_a_line_on_which_a_limit_is_passed_in_between_is_refused():
    arm, q = robots.planar_2r(), [-0.5, 1.2]
    pose = arm.forward_kinematics(q)
    goal = pose[:3, 3] + (-0.2, 0.8, 0)
    path = equidyn.straight_line(arm, pose, goal, duration=1.0, start=q, only="position").path
    highest = path.along(np.linspace(0, 1, 100_001))[0][:, 1].max()
    limited = arm.with_limits([(-3, 3), (-3, highest - 1e-5)])
    # the points from which the line is followed are within the limit
    assert path.along(path.near.breaks)[0][:, 1].max() < highest - 1e-4
    told = failure(limited, pose, goal, start=q, only="position")
    assert "takes joint 2 beyond its limit of" in told


def test_a_line_of_no_length_rests():
    arm, q = robots.puma560(), [0.1, 0.7, -0.4, 0.2, 0.9, 0.1]
    pose = arm.forward_kinematics(q)
    for options in ({"duration": 1.0}, {"acceleration": 1.0}):
        move = equidyn.straight_line(arm, pose, pose, start=q, start_time=2.0, **options)
        at, qd, qdd = move([1.0, 2.0, 2.5, 9.0])
        np.testing.assert_allclose(at, [q] * 4, atol=1e-9)
        assert not qd.any()
        assert not qdd.any()


def test_without_a_start_one_is_found_from_which_the_line_can_be_followed():
    # bent the other way, the elbow would pass its limit
    arm = robots.planar_2r().with_limits([(-3, 3), (-2.5, 0.9)])
    pose, goal = (arm.forward_kinematics(q) for q in ([0.9, -0.7], [1.2, -2.2]))
    other = arm.inverse_kinematics(pose, start=[0.2, 0.8], only="position").q
    with pytest.raises(ValueError, match=r"takes joint 2 beyond its limit of 0.9 rad after"):
        equidyn.straight_line(arm, pose, goal, duration=1, start=other, only="position")
    move = equidyn.straight_line(arm, pose, goal, duration=1, only="position")
    np.testing.assert_allclose(move(1.0)[0], [1.2, -2.2], atol=1e-9)


def failure(*arguments, **options):
    with pytest.raises(ValueError, match=r"^goal_pose: the straight line") as caught:
        equidyn.straight_line(*arguments, duration=1.0, **options)
    return str(caught.value)


def test_where_the_line_leaves_the_reach_is_told():
    arm = robots.planar_2r()  # 1.8 m
    pose = arm.forward_kinematics([0.5, 1.0])
    x, y = pose[:2, 3]
    told = failure(arm, pose, (3.0, y, 0.0), start=[0.5, 1.0], only="position")
    found = re.fullmatch(
        r".* leaves the reach of the arm after ([\d.]+) m of ([\d.]+) m, at \(([\d.]+), .*\)", told
    )
    assert float(found[1]) == pytest.approx(np.sqrt(1.8**2 - y**2) - x, abs=1e-3)
    assert float(found[2]) == pytest.approx(3.0 - x, abs=1e-3)
    assert float(found[3]) == pytest.approx(np.sqrt(1.8**2 - y**2), abs=1e-3)


def test_where_the_line_meets_a_singularity_is_told():
    # the last three axes meet in a line where joint 5 is straight
    arm = robots.puma560()
    wrist = arm.forward_kinematics([0.3, 0.9, -0.5, 0.0, -1.0, 0.0])
    straight = arm.forward_kinematics([0.3, 0.9, -0.5, 0.0, 0.0, 0.0])
    between = failure(arm, wrist, straight, start=[0.3, 0.9, -0.5, 0.0, -1.0, 0.0])
    assert "is singular for the arm after" in between
    beyond = failure(arm, straight, wrist, start=[0.3, 0.9, -0.5, 0.0, 0.0, 0.0])
    assert "is singular for the arm after 0 m of" in beyond


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"start_pose": np.eye(3)}, "start_pose: shape must be (4, 4) (a pose), got shape (3, 3)"),
        (
            {"goal_pose": [1.0, 2.0]},
            "goal_pose: shape must be (3,) (a point, or (4, 4), a pose), got shape (2,)",
        ),
        (
            {"start_pose": turned(np.diag([1, 1, 1, 1.0]) + 9 * np.eye(4, k=3), [1, 0, 0], 0)},
            "start_pose: out of reach of the arm, by",
        ),
        ({"start": [0.0]}, "start: shape must be (6,), got shape (1,)"),
        ({"only": "turn"}, "only: there is no 'turn'"),
        ({"duration": None}, "acceleration: expected a limit or a duration"),
        ({"velocity": [1, -1]}, "velocity: must be positive, got -1 at entry 2"),
        (
            {"velocity": 0.1},
            "duration: within these limits of velocity and acceleration the motion takes more "
            "than 2 s, got 1",
        ),
    ],
)
def test_what_is_wrong_is_named(change, message):
    arguments = {"start_pose": PRINTED, "goal_pose": (-0.1, 0.35, 1.83), "duration": 1.0}
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        equidyn.straight_line(SASAKI, **{**arguments, **change})
    with pytest.raises(TypeError, match=r"^arm: expected an equidyn\.Arm, got str$"):
        equidyn.straight_line("puma560", **arguments)


def test_a_line_starts_at_its_start_time():
    arm, q = elbow(2), [0.3, 1.0]
    pose = arm.forward_kinematics(q)
    goal, options = pose.copy(), {"start": q, "duration": 2.0, "only": "position"}
    goal[:3, 3] += (-0.1, 0.15, 0)
    early, late = (
        equidyn.straight_line(arm, pose, goal, start_time=begin, **options) for begin in (0.0, 3.0)
    )
    assert (late.start_time, late.end_time) == (3.0, 5.0)
    t = early.times(9)
    for a, b in zip(early(t), late(3.0 + t), strict=True):
        np.testing.assert_allclose(a, b, atol=1e-12)
