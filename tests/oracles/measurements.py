"""Motions of an arm in random states, and measured torques."""

import numpy as np

from equidyn import Arm

from .random_arms import random_state


def measured(arm: Arm, seed: int, samples: int = 400, noise: float = 0.0, **drives: bool):
    """States and torques of an arm, with noise of this part of the largest torque of each joint."""
    rng = np.random.default_rng([seed, 14])
    q, qd, qdd = random_state(rng, arm.n, (samples,))
    tau = arm.inverse_dynamics(q, qd, qdd, **drives)
    return q, qd, qdd, tau + noise * np.abs(tau).max(axis=0) * rng.normal(size=tau.shape)


def assert_parts(found, expected, part):
    """Compare in units of the largest number that is expected."""
    assert np.abs(found - expected).max() <= part * np.abs(expected).max()
