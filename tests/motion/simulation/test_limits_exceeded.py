"""Limits of velocity and effort that a simulated motion exceeds: when, and how it is said."""

import numpy as np
import pytest

import equidyn
from equidyn import robots

FREE = robots.planar_2r().with_gravity((0, 0, 0))
INF = np.inf


def test_a_motion_within_its_limits_exceeds_none():
    arm = FREE.with_limits(velocity=[2.0, INF], effort=[1.0, 1.0])
    still = arm.simulate([0, 0], [0, 0], 0.1, 1e-2, torque=[1.0, -1.0])
    assert still.limits_exceeded == ()
    assert "exceeded" not in repr(still)
    assert FREE.simulate([0, 0], [9, 9], 0.1, 1e-2).limits_exceeded == ()


def test_a_velocity_is_exceeded_from_the_first_recorded_time_on():
    arm = FREE.with_limits(velocity=[INF, 0.5])
    motion = arm.simulate([0, 0], [0, 0], 0.4, 1e-2, torque=[0.0, -2.0])
    [exceeded] = motion.limits_exceeded
    first = int(np.argmax(abs(motion.qd[:, 1]) > 0.5))
    assert first > 1
    assert exceeded == ((), motion.t[first], 2, "velocity")
    assert f"joint 2 exceeded its limit of velocity at {motion.t[first]:g} s" in repr(motion)


@pytest.mark.parametrize(
    "torque",
    [
        ([0.0, 0.2, 0.2, 1.0], [[0, 0], [0, 0], [0, -3], [0, -3]]),
        lambda t, q, qd: -3.0 * (0 * q + (t > 0.195)) * (0, 1),
    ],
    ids=["samples", "function"],
)
def test_an_effort_is_exceeded_by_the_drives(torque):
    arm = FREE.with_limits(effort=[1.0, 2.5])
    if isinstance(torque, tuple):
        torque = tuple(map(np.array, torque))
    motion = arm.simulate([0, 0], [0, 0], 0.4, 1e-2, torque=torque)
    [exceeded] = motion.limits_exceeded
    assert (exceeded.row, exceeded.joint, exceeded.what) == ((), 2, "effort")
    assert exceeded.time == pytest.approx(0.2)
    assert "joint 2 exceeded its limit of effort at 0.2 s" in repr(motion)


def test_the_torque_of_a_controller_is_compared():
    arm = FREE.with_limits(effort=[1.0, INF])
    motion = arm.simulate([0, 0], [0, 0], 0.1, 1e-2, torque=equidyn.PD(arm, [1, 1], kp=5, kv=1))
    assert motion.limits_exceeded[0] == ((), 0.0, 1, "effort")


def test_limits_are_listed_by_time_and_counted():
    arm = FREE.with_limits(velocity=[1.0, 1.0], effort=[INF, 0.5])
    motion = arm.simulate([0, 0], [[0, 0], [2, 0.1]], 0.2, 1e-2, torque=[0, 5.0])
    found = motion.limits_exceeded
    assert [each.time for each in found] == sorted(each.time for each in found)
    assert {each[::2] for each in found} >= {((0,), 2), ((1,), 1), ((1,), 2)}
    assert [each for each in found if each.time == 0] == [
        ((1,), 0.0, 1, "velocity"),
        ((0,), 0.0, 2, "effort"),
        ((1,), 0.0, 2, "effort"),
    ]
    assert f"joint 1 exceeded its limit of velocity at 0 s, and {len(found) - 1} more" in repr(
        motion
    )


def test_of_the_last_state_alone_it_is_judged_by_that():
    arm = FREE.with_limits(velocity=[INF, 0.5])
    motion = arm.simulate([0, 0], [0, 0], 0.4, 1e-2, torque=[0.0, -2.0], record=0)
    assert motion.limits_exceeded == (((), 0.4, 2, "velocity"),)


def test_a_motion_that_ended_has_exceeded_no_limit_by_not_being_a_number():
    arm = FREE.with_limits(velocity=[1e308, 1e308])
    motion = arm.simulate([0, 0], [1e120, 1e120], 0.1, 1e-2)
    assert motion.ended
    assert motion.limits_exceeded == ()
