"""Limits that trajectories take from the arm where none are given."""

import re

import numpy as np
import pytest

import equidyn
from equidyn import robots

INF = np.inf
ARM = robots.planar_2r().with_limits(
    velocity=[1.0, 2.0], acceleration=[3.0, 4.0], jerk=[30.0, 40.0], effort=[120.0, 30.0]
)
START, GOAL = np.zeros(2), np.array([1.0, -1.5])
GIVEN = {"velocity": [1.0, 2.0], "acceleration": [3.0, 4.0]}


def same(first, second):
    """Whether two trajectories are one motion, bit for bit."""
    t = first.times(50)
    pairs = zip(first(t), second(t), strict=True)
    return first.duration == second.duration and all(np.array_equal(*pair) for pair in pairs)


def test_a_trapezoid_takes_them():
    by_arm = equidyn.trapezoid(START, GOAL, arm=ARM)
    assert same(by_arm, equidyn.trapezoid(START, GOAL, **GIVEN))
    slow = equidyn.trapezoid(START, GOAL, arm=ARM, velocity=0.5)
    assert same(slow, equidyn.trapezoid(START, GOAL, velocity=0.5, acceleration=[3.0, 4.0]))
    most = {name: np.multiply(limits, 1 + 1e-12) for name, limits in GIVEN.items()}
    assert not robots.planar_2r().with_limits(**most).check_motion(by_arm)


def test_a_trapezoid_of_some_duration_keeps_them():
    with pytest.raises(ValueError, match=r"^duration: within these limits .* at least 1\.375 s"):
        equidyn.trapezoid(START, GOAL, duration=1.0, arm=ARM)


def test_a_joint_without_limit_keeps_step_with_the_others():
    arm = ARM.with_limits(velocity=[INF, 2.0], acceleration=[3.0, INF])
    expected = equidyn.trapezoid(START, GOAL, velocity=[1e9, 2.0], acceleration=[3.0, 1e9])
    assert same(equidyn.trapezoid(START, GOAL, arm=arm), expected)


@pytest.mark.parametrize("acceleration", [None, [3.0, INF], [INF, INF]])
def test_a_trapezoid_that_nothing_limits_is_refused(acceleration):
    arm = ARM.with_limits(acceleration=acceleration)
    with pytest.raises(ValueError, match=r"^acceleration: expected a limit, .*, got neither"):
        equidyn.trapezoid(START, [0.0, 1.0], arm=arm)
    assert equidyn.trapezoid(START, [0.0, 1.0], arm=arm, duration=2.0).duration == 2.0


def test_a_jerk_limited_motion_takes_them():
    pytest.importorskip("ruckig")
    by_arm = equidyn.jerk_limited(START, GOAL, arm=ARM)
    assert same(by_arm, equidyn.jerk_limited(START, GOAL, **GIVEN, jerk=[30.0, 40.0]))
    slow = equidyn.jerk_limited(START, GOAL, arm=ARM, jerk=5.0)
    assert same(slow, equidyn.jerk_limited(START, GOAL, **GIVEN, jerk=5.0))


@pytest.mark.parametrize(
    ("arm", "message"),
    [
        (None, "velocity: expected limits, or an arm that has them, got None"),
        (ARM.with_limits(jerk=None), "jerk: expected limits, or an arm that has them, got None"),
        (
            ARM.with_limits(acceleration=[1.0, INF]),
            "acceleration: expected a limit of each joint of the arm, got inf at joint 2",
        ),
    ],
)
def test_a_jerk_limited_motion_needs_all(arm, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        equidyn.jerk_limited(START, GOAL, arm=arm)


@pytest.mark.parametrize("make", [equidyn.trapezoid, equidyn.jerk_limited])
def test_an_arm_of_other_joints_is_refused(make):
    with pytest.raises(ValueError, match=r"^arm: expected 2 joints, as start has, got 6"):
        make(START, GOAL, arm=robots.puma560())
    with pytest.raises(TypeError, match=r"^arm: expected an equidyn\.Arm, got str"):
        make(START, GOAL, arm="puma560")


def test_a_time_optimal_motion_takes_them():
    pytest.importorskip("toppra")
    path, plain = [START, GOAL], robots.planar_2r()
    by_arm = equidyn.time_optimal(ARM, path, samples=50)
    limits = {**GIVEN, "torque": [120.0, 30.0], "samples": 50}
    assert same(by_arm, equidyn.time_optimal(plain, path, **limits))
    free = equidyn.time_optimal(ARM.with_limits(velocity=None, acceleration=None), path, samples=50)
    assert same(free, equidyn.time_optimal(plain, path, torque=[120.0, 30.0], samples=50))
    assert free.duration < by_arm.duration


def test_a_time_optimal_motion_of_joints_without_limits_is_that_of_the_others():
    pytest.importorskip("toppra")
    arm = robots.planar_2r().with_limits(velocity=[INF, 2.0], acceleration=[3.0, INF])
    wide = {"velocity": [1e9, 2.0], "acceleration": [3.0, 1e9]}
    by_arm, given = (
        equidyn.time_optimal(each, [START, GOAL], samples=50, **limits)
        for each, limits in ((arm, {}), (robots.planar_2r(), wide))
    )
    assert by_arm.duration == pytest.approx(given.duration, rel=1e-9)
    with pytest.raises(ValueError, match=r"^path: nothing limits the motion along it$"):
        equidyn.time_optimal(arm, [START, [0.0, 1.0]])
