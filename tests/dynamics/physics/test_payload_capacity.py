"""The load that the limits of effort allow: exactly that, and no more."""

import numpy as np
import pytest

from equidyn import Arm, robots
from oracles.random_arms import random_arm

UR = robots.load("ur5e")


def pendulum(effort, **more):
    """A rod of 2 kg and 1 m, its mass in the middle, that turns about a horizontal axis."""
    return Arm.from_dh(
        "standard",
        **{"joints": "R", "a": [1.0], "alpha": [0], "d": [0], "theta": [0], "mass": [2.0]},
        **{"com": [[-0.5, 0, 0]], "inertia": np.zeros((1, 3)), "gravity": (0, -10, 0)},
        effort_limits=[effort],
        **more,
    )


def test_level_pendulum_by_hand():
    """It takes 10 N m to hold the rod, and 10 N m for each kilogram at its end."""
    assert pendulum(45.0).payload_capacity([0.0]) == pytest.approx(3.5)
    assert pendulum(45.0).payload_capacity([0.0], com=[1.0, 0, 0]) == pytest.approx(1.75)
    assert pendulum(45.0).payload_capacity([np.pi]) == pytest.approx(3.5)


def test_acceleration_takes_its_part_and_may_help_to_fall():
    """At 1 rad/s² rod and load take 0.5 N m and 1 N m for each kilogram more."""
    assert pendulum(45.0).payload_capacity([0.0], qdd=[1.0]) == pytest.approx(34.5 / 11)
    # the rod falls freely at -20 rad/s², and pulls a load at its end, by 10 N m for each kilogram
    assert pendulum(45.0).payload_capacity([0.0], qdd=[-20.0]) == pytest.approx(4.5)


def test_drives_overcome_friction_and_rotors():
    arm = pendulum(45.0).with_friction([2.0], [[3.0, -3.0]]).with_motors([4.0])
    state = [0.0], [1.0], [1.0]
    assert arm.payload_capacity(*state) == pytest.approx(34.5 / 11)
    assert arm.payload_capacity(*state, friction=True) == pytest.approx(29.5 / 11)
    assert arm.payload_capacity(*state, motors=True) == pytest.approx(30.5 / 11)


def test_an_arm_too_weak_for_itself_carries_no_load_and_no_limit_any():
    assert np.isnan(pendulum(9.0).payload_capacity([0.0]))
    assert pendulum(10.0).payload_capacity([0.0]) == 0
    assert pendulum(np.inf).payload_capacity([0.0]) == np.inf
    assert pendulum(45.0).with_gravity([0, 0, -10]).payload_capacity([0.0]) == np.inf


@pytest.mark.parametrize("seed", range(0, 96, 11))
def test_one_joint_is_at_its_limit_with_the_load_and_none_beyond(seed):
    rng = np.random.default_rng([seed, 5])
    arm = Arm.from_dh(**random_arm(seed, 1 + seed % 7))
    q, qd, qdd = rng.uniform(-2, 2, (3, 20, arm.n))
    own = np.abs(arm.inverse_dynamics(q, qd, qdd)).max(axis=0)
    arm, com = arm.with_limits(effort=1.5 * own + 1.0), rng.normal(size=3)
    capacities = arm.payload_capacity(q, qd, qdd, com=com)
    for *state, mass in zip(q, qd, qdd, capacities, strict=True):
        used = [
            (np.abs(arm.with_payload(m, com).inverse_dynamics(*state)) / arm.effort_limits).max()
            for m in (0.5 * mass, mass, 1.1 * mass)
        ]
        assert used[0] < 1 < used[2]
        assert used[1] == pytest.approx(1, rel=1e-9)


def test_capacity_falls_with_reach_and_states_do_not_mix():
    q = np.zeros((5, 1, 6))
    q[:, 0, 2] = np.linspace(0, 2.5, 5)
    found = UR.payload_capacity(q)
    assert found.shape == (5, 1)
    assert (np.diff(found[:, 0]) > 0).all()
    np.testing.assert_array_equal(found[3], UR.payload_capacity(q[3]))
    assert UR.payload_capacity(np.zeros((0, 6))).shape == (0,)


def test_bad_input_is_named():
    with pytest.raises(ValueError, match=r"effort_limits: the arm has none; .*with_limits\(effort"):
        UR.with_limits(effort=None).payload_capacity([0] * 6)
    with pytest.raises(ValueError, match="q: last axis must be 6, got shape"):
        UR.payload_capacity([0] * 5)
    with pytest.raises(ValueError, match="com: shape must be"):
        UR.payload_capacity([0] * 6, com=[1, 2])
    with pytest.raises(ValueError, match="friction"):
        UR.payload_capacity([0] * 6, friction=True)
