"""Gravity compensation: an arm without weight, and what damps it."""

import numpy as np
import pytest

from equidyn import GravityCompensation, robots
from oracles.drives import geared

START = np.array([0.2, 0.5, -1.0, 0.3])
PUSHED = np.array([1.0, -0.5, 0.8, 0.3])


def kinetic_energy(arm, motion):
    return np.einsum("ti,tij,tj->t", motion.qd, arm.mass_matrix(motion.q), motion.qd) / 2


def test_an_arm_that_floats_keeps_its_kinetic_energy():
    arm = robots.uniform_chain(4)
    motion = arm.simulate(START, PUSHED, 1.0, torque=GravityCompensation(arm))
    energy = kinetic_energy(arm, motion)
    np.testing.assert_allclose(energy, energy[0], rtol=1e-9, atol=0)
    assert np.ptp(arm.potential_energy(motion.q)) > 0.1 * energy[0]


def test_damping_takes_the_energy_that_its_power_says():
    arm = robots.uniform_chain(4)
    root = np.random.default_rng(3).normal(size=(4, 4))
    damping = 5 * root @ root.T
    control = GravityCompensation(arm, damping=damping)
    np.testing.assert_array_equal(control.damping, damping)
    motion = arm.simulate(START, PUSHED, 0.3, torque=control)
    energy = kinetic_energy(arm, motion)
    power = -np.einsum("ti,ij,tj->t", motion.qd, damping, motion.qd)
    taken = np.concatenate([[0], np.cumsum((power[1:] + power[:-1]) / 2 * 1e-3)])
    np.testing.assert_allclose(energy - energy[0], taken, rtol=0, atol=1e-4 * energy[0])
    assert energy[-1] < 0.9 * energy[0]


def test_an_arm_whose_load_is_known_stays_where_it_is_left_and_sinks_otherwise():
    arm = robots.uniform_chain(4)
    loaded = arm.with_payload(2.0)
    kept, sinks = (
        loaded.simulate(START, np.zeros(4), 0.2, torque=GravityCompensation(model, damping=2.0))
        for model in (loaded, arm)
    )
    np.testing.assert_allclose(kept.q, np.broadcast_to(START, kept.q.shape), rtol=0, atol=1e-12)
    assert abs(sinks.q[-1] - START).max() > 1e-2


def slowed_by_hand(rate, period, delay):
    """Return the speed of a body, damped by `rate` per unit of inertia, after 1000 samples."""
    speed, asked = 1.0, -rate
    for _ in range(1000):
        late, asked = asked, -rate * speed
        speed += delay * late + (period - delay) * asked
    return abs(speed)


@pytest.mark.parametrize("delay", [0.0, 0.02, 0.05])
def test_the_bound_of_damping_is_where_a_sampled_arm_slows_down_no_more(delay):
    arm = geared(robots.planar_2r(), rotor=0.5)
    M = arm.mass_matrix(np.zeros(2)) + 0.5 * np.eye(2)

    def is_stable(rate):
        try:
            GravityCompensation(arm, damping=rate * M, motors=True, period=0.05, delay=delay)
        except ValueError:
            return False
        return True

    stable, refused = 1.0, 100.0
    while refused - stable > 1e-3:
        middle = (stable + refused) / 2
        stable, refused = (middle, refused) if is_stable(middle) else (stable, middle)
    assert slowed_by_hand(0.97 * stable, 0.05, delay) < 1e-2
    assert slowed_by_hand(1.03 * stable, 0.05, delay) > 1e2
    with pytest.raises(ValueError, match=r"^damping: not stable when sampled every 0\.05 s"):
        GravityCompensation(arm, damping=refused * M, motors=True, period=0.05, delay=delay)


@pytest.mark.parametrize("damping", [0.0, [0.0, 1.0], [[1.0, 1.0], [1.0, 1.0]]])
def test_a_sampled_joint_need_not_be_damped(damping):
    arm = robots.planar_2r()
    control = GravityCompensation(arm, damping=damping, period=0.01, delay=0.01)
    still = arm.simulate([0.3, 0.4], [0, 0], 0.2, torque=control)
    np.testing.assert_allclose(still.q[-1], [0.3, 0.4], rtol=0, atol=1e-12)


def test_directions_that_nothing_damps_are_no_matter_of_rounding():
    arm, rng = robots.uniform_chain(4), np.random.default_rng(5)
    scale = np.sqrt(np.diagonal(arm.mass_matrix(np.zeros(4))))[:, np.newaxis]
    for _ in range(50):
        root = scale * rng.normal(size=(4, rng.integers(1, 4)))
        GravityCompensation(arm, damping=1e-3 * root @ root.T, period=0.01, delay=0.003)


def test_it_prints_its_damping_and_no_gain_of_position():
    text = repr(GravityCompensation(robots.planar_2r(), damping=(3, 7), period=0.01))
    assert "gravity compensation" in text
    assert "every 0.01 s" in text
    assert "damping" in text
    assert "kp" not in text
    assert "matrices" not in text
