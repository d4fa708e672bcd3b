"""Limits of speed, acceleration, jerk and effort: kept by formats, and compared with motions."""

import re

import numpy as np
import pytest

from equidyn import Arm, jerk_limited, quintic, robots, trapezoid

INF = np.inf
PLAIN = robots.random_arm(3, 4, "RPR").with_gravity((0, 0, -9.81))
LIMITS = {
    "velocity": (2.0, INF, 3.0),
    "acceleration": (4.0, 5.0, INF),
    "jerk": (INF, 60.0, 70.0),
    "effort": (INF, 90.0, 100.0),
}
ARM = PLAIN.with_limits(**LIMITS)
# of these URDF, MuJoCo and Pinocchio know no more
SPEED_AND_EFFORT = PLAIN.with_limits(velocity=LIMITS["velocity"], effort=LIMITS["effort"])


def magnitudes(arm):
    return {what: getattr(arm, f"{what}_limits") for what in LIMITS}


def test_limits_are_none_until_they_are_given():
    assert set(magnitudes(PLAIN).values()) == {None}
    assert {what: tuple(found) for what, found in magnitudes(ARM).items()} == LIMITS


def test_limits_that_are_not_given_stay():
    arm = ARM.with_limits([(-1, 1)] * 3, velocity=[1, 1, 1])
    np.testing.assert_array_equal(arm.limits, [(-1, 1)] * 3)
    assert tuple(arm.velocity_limits) == (1, 1, 1)
    assert tuple(arm.jerk_limits) == LIMITS["jerk"]
    assert arm.with_limits(None, velocity=None, acceleration=None).effort_limits is not None
    assert ARM.with_limits(**dict.fromkeys(LIMITS)) == PLAIN


def test_limits_go_to_a_file_and_come_back(tmp_path):
    ARM.save(tmp_path / "arm.json")
    assert Arm.load(tmp_path / "arm.json") == ARM == Arm.from_dict(ARM.to_dict()) != PLAIN
    assert ARM.to_dict()["velocity_limits"] == [2.0, None, 3.0]


@pytest.mark.parametrize("limits", [None, [(-1, 1), (-INF, INF), (-INF, 2)]])
def test_limits_of_speed_and_effort_go_to_a_urdf_and_come_back(limits):
    again = Arm.from_urdf(SPEED_AND_EFFORT.with_limits(limits).to_urdf())
    assert tuple(again.velocity_limits) == LIMITS["velocity"]
    assert tuple(again.effort_limits) == LIMITS["effort"]


def test_a_urdf_cannot_say_limits_of_acceleration_and_jerk():
    with pytest.warns(match=r"its limits of acceleration\n  its limits of jerk"):
        ARM.to_urdf()


def test_limits_of_effort_go_to_mujoco_and_come_back():
    pytest.importorskip("mujoco")
    again = Arm.from_mujoco(ARM.to_mujoco())
    assert tuple(again.effort_limits) == LIMITS["effort"]
    assert again.velocity_limits is None


def test_limits_of_speed_and_effort_go_to_pinocchio():
    pytest.importorskip("pinocchio")
    model = ARM.to_pinocchio()
    assert tuple(model.velocityLimit) == LIMITS["velocity"]
    assert tuple(model.effortLimit) == LIMITS["effort"]


URDF = """<robot name="r"><link name="a"/><link name="b"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><limit {}/></joint></robot>"""


@pytest.mark.parametrize(
    ("written", "velocity", "effort"),
    [
        ('velocity="2" effort="3"', (2,), (3,)),
        ('velocity="0" effort="3"', None, (3,)),
        ('velocity="1e9"', None, None),
        ("", None, None),
    ],
)
def test_a_limit_of_nothing_or_of_very_much_is_none(written, velocity, effort):
    arm = Arm.from_urdf(URDF.format(written))
    for found, expected in ((arm.velocity_limits, velocity), (arm.effort_limits, effort)):
        assert found is expected is None or tuple(found) == expected


@pytest.mark.parametrize("what", LIMITS)
@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        ((1, 2), ValueError, "shape must be (3,)"),
        (1, ValueError, "shape must be (3,)"),
        ((1, 0, 2), ValueError, "must be positive, got 0 at link 2"),
        ((1, -INF, 2), ValueError, "finite"),
        ((1, np.nan, 2), ValueError, "finite"),
        ("abc", TypeError, "expected real numbers, got str"),
    ],
)
def test_magnitudes_that_are_none_are_refused(what, value, error, message):
    with pytest.raises(error, match=f"^{what}_limits: .*{re.escape(message)}"):
        PLAIN.with_limits(**{what: value})


def test_a_motion_within_the_limits_has_no_finding():
    slow = trapezoid([0, 0, 0], [1, 0.1, 1], velocity=1, acceleration=2)
    assert str(PLAIN.with_limits(velocity=[1.1] * 3).check_motion(slow)) == "nothing suspect"


def test_each_limit_that_a_trajectory_exceeds_is_found_once():
    start, goal = np.zeros(3), np.array([2.0, 0.5, 0.0])
    motion = quintic(start, goal, duration=1.0)
    # largest derivatives of 10 t^3 - 15 t^4 + 6 t^5: 15/8 in the middle, 10/sqrt(3) at both sides
    arm = ARM.with_limits([(-3, 1.5), (-1, 1), (-1, 1)], jerk=None, effort=None)
    found = {
        (each.link, each.what, str(each).split()[2]): each for each in arm.check_motion(motion)
    }
    assert [key[::2] for key in found] == [(1, "position"), (1, "velocity"), (1, "acceleration")]
    texts = [each.message for each in found.values()]
    assert texts[0] == "position reaches 2 rad at 1 s, beyond its limit 1.5 rad from 0.641 s on"
    assert texts[1].startswith("velocity reaches 3.75 rad/s at 0.5 s, beyond its limit 2 rad/s")
    # at either side
    assert re.match(r"acceleration reaches -?11\.547 rad/s² at 0\.[27]", texts[2])


def test_jerk_and_torque_of_a_trajectory_are_compared():
    pytest.importorskip("ruckig")
    motion = jerk_limited([0, 0, 0], [1, 0.2, 1], velocity=1, acceleration=2, jerk=8)
    free = PLAIN.with_limits(jerk=[8 * (1 + 1e-6)] * 3)
    assert not free.check_motion(motion)
    assert {each.link for each in free.with_limits(jerk=[7] * 3).check_motion(motion)} == {1, 2, 3}
    t = np.union1d(motion.instants(), motion.times(2001))
    largest = np.abs(PLAIN.inverse_dynamics(*motion(t))).max(axis=0)
    assert not PLAIN.with_limits(effort=largest).check_motion(motion)
    [finding] = PLAIN.with_limits(effort=largest * (1, 0.99, 1)).check_motion(motion)
    assert finding.link == 2
    assert "torque reaches" in finding.message
    assert " N at " in finding.message


def test_findings_name_joints_that_have_names():
    arm = robots.load("ur5e")
    fast = arm.check_motion(([0.0, 1.0], np.zeros((2, 6)), np.full((2, 6), 4.0)))
    assert len(fast) == 6
    assert str(
        PLAIN.with_limits(velocity=[1] * 3).check_motion(([0.0], [[0] * 3], [[2] * 3]))[0]
    ) == ("joint 1: velocity reaches 2 rad/s at 0 s, beyond its limit 1 rad/s from 0 s on")
    named = Arm.from_dict({**PLAIN.to_dict(), "joint_names": list("abc"), "limits": [[-1, 1]] * 3})
    assert "position of 'b' reaches -2 m" in str(named.check_motion(([0.0], [[0, -2, 0]])))


@pytest.mark.parametrize(
    ("limits", "position", "beyond"),
    [((1, 2), 0.5, 1), ((1, 2), 2.5, 2), ((-2, -1), -0.5, -1), ((-2, -1), -2.5, -2)],
)
def test_the_limit_that_is_exceeded_is_told_whatever_its_sign(limits, position, beyond):
    arm = robots.planar_2r().with_limits([limits, (-1, 1)])
    [finding] = arm.check_motion(([0.0], [[position, 0]]))
    assert f"beyond its limit {beyond} rad" in finding.message
    assert f"leaves the limits ({limits[0]}, {limits[1]}) by 0.5 rad" in str(
        arm.check([position, 0])
    )


def test_friction_and_rotors_count_where_they_are_asked_for():
    # a motion too slow for any other torque, on its side
    flat = robots.planar_2r().with_gravity((0, 0, 0)).with_limits(effort=[150, 60])
    t = np.linspace(0, 1, 3)
    still = np.zeros((3, 2))
    steady = t, still, np.tile([2.0, 1.0], (3, 1)), still
    rough = flat.with_friction(viscous=[100, 50])
    assert not rough.check_motion(steady)
    [finding] = rough.check_motion(steady, friction=True)
    assert (finding.link, finding.message.split(",")[0]) == (1, "torque reaches 200 N m at 0 s")
    spun = t, still, still, np.tile([0.001, 2], (3, 1))
    heavy = flat.with_motors([0, 0.01], [1, 100])
    assert not heavy.check_motion(spun)
    [finding] = heavy.check_motion(spun, motors=True)
    assert finding.link == 2
    assert finding.message.startswith("torque reaches 20")


def test_each_of_many_simulated_motions_is_compared():
    still = PLAIN.with_gravity((0, 0, 0)).with_limits(velocity=[1.0] * 3, effort=[5.0] * 3)
    qd0 = np.zeros((2, 3))
    qd0[1, 0] = 2.0
    motion = still.simulate(np.zeros((2, 3)), qd0, 0.01, 0.001)
    [finding] = [each for each in still.check_motion(motion) if each.link == 1]
    assert finding.state == (1,)
    assert finding.message.endswith("from 0 s on, in motion 1")


@pytest.mark.parametrize(
    ("motion", "error", "message"),
    [
        (None, TypeError, "expected a trajectory, a simulated motion, or (t, q)"),
        (([0.0],), TypeError, "expected a trajectory"),
        (
            ([0.0], [[0, 0]]),
            ValueError,
            "expected t (k,) and q (..., k, 3), got shapes (1,) and (1, 2)",
        ),
        (([0.0, 0.0], np.zeros((2, 3))), ValueError, "times must increase, got 0 at time 2"),
        (([0.0], [[0, np.nan, 0]]), ValueError, "must be finite"),
        (trapezoid([0], [1], velocity=1, acceleration=1), ValueError, "expected 3 joints"),
    ],
)
def test_what_is_no_motion_of_the_arm_is_refused(motion, error, message):
    with pytest.raises(error, match=f"^motion: .*{re.escape(message)}"):
        ARM.check_motion(motion)


def test_an_arm_without_limits_has_none_to_compare_with():
    with pytest.raises(ValueError, match=r"^motion: the arm has no limits"):
        PLAIN.check_motion(([0.0], [[0, 0, 0]]))
