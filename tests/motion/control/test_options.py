"""Each option of a controller has its own part in the torque, alone and beside the other."""

import numpy as np
import pytest

import equidyn
from equidyn import robots

BASE = np.array([[0, 0, 1, 0.3], [1, 0, 0, -0.2], [0, 1, 0, 0.9], [0, 0, 0, 1.0]])
ARM = (
    robots.random_arm(4, seed=3, joints="RPRR")
    .with_base(BASE)
    .with_friction([0.3, 0.5, 0.2, 0.4], [[1, -2], [3, -1], [0.5, -0.7], [0.2, -0.1]])
    .with_motors([0.1, 0.3, 0.05, 0.02], [1, 2, 3, 4])
)
MOVE = equidyn.quintic([0, 0.1, -0.5, 0.2], [0.5, 0.3, 0.4, -0.6], duration=1.0)
KP, KV = np.array([90.0, 80.0, 70.0, 60.0]), np.array([19.0, 18.0, 17.0, 16.0])
T, Q, QD = 0.4, np.array([0.1, 0.2, -0.3, 0.1]), np.array([0.7, -0.4, 0.3, -0.9])


def bare(q, qd, qdd):
    """Torques of the links alone, of an arm that has neither friction nor motors."""
    return ARM.with_friction([0] * 4).with_motors([0] * 4).inverse_dynamics(q, qd, qdd)


def rubbing(qd):
    """Friction on the joint side, joint by joint: viscous and Coulomb, times the gear ratio."""
    ratio = np.abs(ARM.gear_ratio)
    dry = np.where(qd > 0, ARM.coulomb[:, 0], np.where(qd < 0, ARM.coulomb[:, 1], 0.0))
    return ratio**2 * ARM.viscous * qd + ratio * dry


def turning(qdd):
    """Torques that turn the rotors."""
    return ARM.gear_ratio**2 * ARM.motor_inertia * qdd


def computed_torque(friction, motors):
    q, qd, qdd = MOVE(T)
    command = qdd + KV * (qd - QD) + KP * (q - Q)
    return bare(Q, QD, command) + friction * rubbing(QD) + motors * turning(command)


def feed_forward(friction, motors):
    q, qd, qdd = MOVE(T)
    ahead = bare(q, qd, qdd) + friction * rubbing(qd) + motors * turning(qdd)
    return ahead + KV * (qd - QD) + KP * (q - Q)


def slotine_li(friction, motors):
    q, qd, qdd = MOVE(T)
    along, change = qd + KP * (q - Q), qdd + KP * (qd - QD)
    # half of both mixed terms of the Coriolis torques, which are quadratic in the velocities
    still = bare(Q, 0 * Q, 0 * Q)
    mixed = (bare(Q, QD + along, 0 * Q) - bare(Q, QD - along, 0 * Q)) / 4
    tau = bare(Q, 0 * Q, change) - still + mixed + still + KV * (along - QD)
    return tau + friction * rubbing(QD) + motors * turning(change)


LAWS = {
    "computed torque": (equidyn.ComputedTorque, {}, computed_torque),
    "in trace form": (equidyn.ComputedTorque, {"formulation": "lagrange_euler"}, computed_torque),
    "PD": (equidyn.PD, {"compensation": "feed_forward"}, feed_forward),
    "Slotine & Li": (equidyn.SlotineLi, {}, slotine_li),
}


@pytest.mark.parametrize("friction", [False, True])
@pytest.mark.parametrize("motors", [False, True])
@pytest.mark.parametrize("kind", LAWS)
def test_friction_and_motors_are_each_in_the_torque_where_asked_for(kind, friction, motors):
    law, options, expected = LAWS[kind]
    control = law(ARM, MOVE, kp=KP, kv=KV, friction=friction, motors=motors, **options)
    tau = expected(friction, motors)
    np.testing.assert_allclose(control(T, Q, QD), tau, atol=1e-9 * np.abs(tau).max())


@pytest.mark.parametrize("compensation", ["gravity", "none"])
def test_compensations_are_what_they_say(compensation):
    q, qd, _ = MOVE(T)
    held = bare(Q, 0 * Q, 0 * Q) if compensation == "gravity" else 0.0
    for options in ({}, {"friction": True, "motors": True}):
        control = equidyn.PD(ARM, MOVE, kp=KP, kv=KV, compensation=compensation, **options)
        tau = KV * (qd - QD) + KP * (q - Q) + held
        np.testing.assert_allclose(control(T, Q, QD), tau, atol=1e-9 * np.abs(tau).max())


@pytest.mark.parametrize("kind", LAWS)
def test_limits_cut_and_encoders_round_in_every_law(kind):
    law, options, _ = LAWS[kind]
    gains = {"kp": KP, "kv": KV, **options}
    plain = law(ARM, MOVE, **gains)
    tau = plain(T, Q, QD)
    limits = np.abs(tau) * [0.5, 2.0, 0.9, 1.1]
    cut = law(ARM, MOVE, limits=limits, **gains)(T, Q, QD)
    np.testing.assert_array_equal(cut, np.clip(tau, -limits, limits))
    counts = np.array([0.03, 0.07, 0.04, 0.06])
    coarse = law(ARM, MOVE, resolution=counts, **gains)(T, Q, QD)
    np.testing.assert_array_equal(coarse, plain(T, np.rint(Q / counts) * counts, QD))
    assert (np.abs(coarse - tau) > 1e-3).any()
