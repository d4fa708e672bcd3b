"""PD control: positions held with and without gravity compensation."""

import numpy as np

from equidyn import PD, robots
from oracles.drives import geared

GOAL = np.array([0.3, -0.6, 0.9, 0.2, -0.4, 0.5])
GAINS = {"kp": (200, 200, 100, 20, 20, 20), "kv": (60, 60, 30, 4, 4, 4)}


def test_gains_and_gravity_hold_an_arm_where_it_should_be():
    arm = geared(robots.puma560(), rotor=0.5)
    hold = PD(arm, GOAL, **GAINS)
    motion = arm.simulate(GOAL + 0.1, np.zeros(6), 8.0, 2e-3, torque=hold, motors=True, record=0)
    np.testing.assert_allclose(motion.q[-1], GOAL, rtol=0, atol=1e-5)
    np.testing.assert_allclose(motion.torque[-1], arm.gravity_torque(GOAL), rtol=0, atol=1e-2)


def test_without_gravity_an_arm_hangs_below_by_its_torque_over_the_gain():
    arm = geared(robots.puma560(), rotor=0.5)
    alone = PD(arm, GOAL, **GAINS, compensation="none")
    motion = arm.simulate(GOAL, np.zeros(6), 8.0, 2e-3, torque=alone, motors=True, record=0)
    q = motion.q[-1]
    below = arm.gravity_torque(q) / GAINS["kp"]
    assert abs(below).max() > 0.05
    np.testing.assert_allclose(GOAL - q, below, rtol=0, atol=1e-4)


def test_the_energy_of_an_arm_that_is_held_at_rest_does_not_change():
    arm = robots.planar_2r()
    motion = arm.simulate([0.4, 0.3], [0, 0], 0.1, torque=PD(arm, [0.4, 0.3], kp=9, kv=9))
    np.testing.assert_allclose(motion.q - [0.4, 0.3], 0, atol=1e-13)
    np.testing.assert_allclose(motion.work, 0, atol=1e-13)


def test_a_converter_of_few_digits_holds_to_half_a_count():
    arm = geared(robots.puma560(), rotor=0.5)
    count = 0.02
    goal = count * np.round(GOAL / count)
    hold = PD(arm, goal, **GAINS, resolution=count)
    motion = arm.simulate(goal + 0.1, np.zeros(6), 8.0, 2e-3, torque=hold, motors=True, record=0)
    error = abs(motion.q[-1] - goal).max()
    assert 1e-4 < error <= 0.75 * count
