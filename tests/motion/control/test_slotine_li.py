"""Passivity-based control: the law, and what follows from it."""

import numpy as np
import pytest

from equidyn import SlotineLi, quintic, robots

GAINS = {"kp": 8.0, "kv": (40, 40, 20, 4, 4, 4)}


def puma():
    return robots.puma560().with_friction(viscous=np.full(6, 0.5)).with_motors(np.full(6, 0.1))


def test_the_torque_is_that_of_the_model_along_the_reference_velocity():
    arm = puma()
    move = quintic(np.zeros(6), np.ones(6), duration=1.0)
    control = SlotineLi(arm, move, **GAINS, friction=True, motors=True)
    q, qd = np.random.default_rng(2).normal(size=(2, 6))
    q_d, qd_d, qdd_d = move(0.4)
    e, ed = q_d - q, qd_d - qd
    velocity, acceleration = qd_d + 8 * e, qdd_d + 8 * ed
    M = arm.mass_matrix(q) + 0.1 * np.eye(6)
    expected = M @ acceleration + arm.coriolis_matrix(q, qd) @ velocity + arm.gravity_torque(q)
    expected += 0.5 * qd + np.diag(GAINS["kv"]) @ (velocity - qd)
    found = control(0.4, q, qd)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * abs(expected).max())


def test_the_energy_of_the_error_decays_by_the_damping_alone():
    """The rate of s M s / 2 is -s Kv s: that of M less 2 C is skew-symmetric."""
    arm, goal, damping = robots.uniform_chain(3), np.array([0.3, -0.6, 0.9]), np.full(3, 5.0)
    control = SlotineLi(arm, goal, kp=8.0, kv=damping)
    motion = arm.simulate(goal + 0.3, np.ones(3), 1.0, 1e-3, torque=control)
    s = 8 * (goal - motion.q) - motion.qd
    energy = np.einsum("ti,tij,tj->t", s, arm.mass_matrix(motion.q), s) / 2
    power = -np.einsum("ti,i,ti->t", s, damping, s)
    dissipated = np.concatenate([[0], np.cumsum((power[1:] + power[:-1]) / 2 * 1e-3)])
    np.testing.assert_allclose(energy - energy[0], dissipated, rtol=0, atol=1e-4 * energy[0])


def test_an_arm_that_starts_beside_its_trajectory_comes_to_it():
    arm = puma()
    move = quintic(np.zeros(6), np.ones(6), duration=2.0)
    control = SlotineLi(arm, move, **GAINS, friction=True, motors=True)
    options = {"friction": True, "motors": True}
    motion = arm.simulate(np.full(6, 0.1), np.zeros(6), 2.0, 2e-3, torque=control, **options)
    np.testing.assert_allclose(motion.q[-1], move(2.0)[0], rtol=0, atol=1e-4)


def test_gains_that_are_not_stable_as_sampling_has_it_are_refused():
    with pytest.raises(ValueError, match=r"^kp, kv: not stable when sampled every 0\.1 s"):
        SlotineLi(robots.puma560(), np.zeros(6), kp=8, kv=100, period=0.1)


@pytest.mark.parametrize(("share", "stable"), [(0.999, True), (1.001, False)])
def test_a_sampled_joint_is_stable_as_the_message_says(share, stable):
    arm = robots.uniform_chain(1)
    kp, period = 4.0, 0.1
    # kp + d < 2 / period, with d = kv per unit of inertia
    kv = share * (2 / period - kp) * float(arm.mass_matrix([0.0])[0, 0])
    if stable:
        SlotineLi(arm, [0.0], kp=kp, kv=kv, period=period)
        return
    with pytest.raises(ValueError, match=r"kp \+ d < 2 / period, with d = kv per unit of inertia"):
        SlotineLi(arm, [0.0], kp=kp, kv=kv, period=period)
