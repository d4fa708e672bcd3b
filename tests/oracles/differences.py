"""Derivatives of the joint torques by differences, in more digits than what they judge has."""

import numpy as np

from equidyn import _core

# a power of two, so that a step in a rounded state is exact
STEP = 2.0**-10
WEIGHTS = {1: 45, 2: -9, 3: 1}


def rounded(x: np.ndarray) -> np.ndarray:
    """Return states to which steps can be added without rounding."""
    return np.round(x * 2**20) / 2**20


def torque_derivatives(arm, x: np.ndarray, tip_wrench=None, base_motion=None) -> list[np.ndarray]:
    """Derivatives with respect to q and qd at rounded states x (3, ..., n), of shape (..., n, n).

    Differences of the sixth order of Newton-Euler torques in extended precision.
    """
    base = base_motion.as_tuple() if base_motion else None

    def torque(k: int, j: int, steps: int) -> np.ndarray:
        moved = x.copy()
        moved[k, ..., j] += steps * STEP
        return _core.inverse_dynamics_extended(arm, "newton_euler", *moved, tip_wrench, base)

    def derivative(k: int, j: int) -> np.ndarray:
        total = sum(w * (torque(k, j, s) - torque(k, j, -s)) for s, w in WEIGHTS.items())
        return total / (60 * STEP)

    return [np.stack([derivative(k, j) for j in range(arm.n)], axis=-1) for k in (0, 1)]
