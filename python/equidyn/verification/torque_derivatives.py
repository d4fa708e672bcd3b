"""Derivatives of torques in extended precision, by differences with negligible rounding.

Torques are quadratic in the velocities, so a central difference is exact; in a joint position they
are a polynomial of degree two, or of sine and cosine, of which a difference of order eight leaves
less than a thousandth of eps. Displaced positions are numbers without rounding.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .._core import DoubleDouble
from ..arm.states import States
from ..dynamics.base_and_link_motion import BaseMotion
from ..dynamics.joint_range import joint_range
from .trials import Extended, extended_torque, largest

if TYPE_CHECKING:
    from ..arm.arm import Arm
    from ..validation import FloatArray

# numerators and denominators of the central difference of order eight
_WEIGHTS = ((4, 5), (-1, 5), (4, 105), (-1, 280))

# rad, or a part of the longest length of the arm
_STEP = 2.0**-7

# digits of a position behind the step
_DIGITS = 2.0**-13


def steps_of(arm: Arm) -> FloatArray:
    """Return the steps of differences in each position, powers of two, (n,)."""
    sliding = (np.subtract(*joint_range(arm)[::-1])) * ~arm.revolute
    length = np.exp2(np.round(np.log2(largest(arm.a, arm.a_y, arm.d, arm.com, sliding) or 1.0)))
    return np.asarray(_STEP * np.where(arm.revolute, 1.0, length))


def without_rounding(arm: Arm, states: States) -> States:
    """Return states at near positions that take steps without rounding."""
    unit = _DIGITS * steps_of(arm)
    return replace(states, q=unit * np.round(states.q / unit))


def by_position(arm: Arm, states: States) -> Extended:
    """Return the derivatives of torques in q, (m, n, n); see `without_rounding`."""
    steps = np.diag(steps_of(arm))
    moved = np.stack([sign * k * steps for k in range(1, 5) for sign in (1, -1)])
    torques = _displaced(arm, states, moved, "q")
    weights = np.array([DoubleDouble(a) / b for a, b in _WEIGHTS])
    differences = torques[:, 0::2] - torques[:, 1::2]
    slopes = (weights[:, np.newaxis, np.newaxis] * differences).sum(axis=1).swapaxes(-1, -2)
    return np.asarray(slopes / np.diag(steps))


def by_velocity(arm: Arm, states: States) -> Extended:
    """Return the derivatives of torques in qd, (m, n, n)."""
    turning = None
    if states.base_motion is not None:
        turning = BaseMotion(angular_velocity=states.base_motion.angular_velocity)
    # terms without velocities would be rounded with the rest
    coasting = States(states.q, states.qd, np.zeros_like(states.q), base_motion=turning)
    unit = np.eye(arm.n)
    torques = _displaced(arm.with_gravity((0.0, 0.0, 0.0)), coasting, np.stack([unit, -unit]), "qd")
    return np.asarray((torques[:, 0] - torques[:, 1]).swapaxes(-1, -2) / 2)


def _displaced(arm: Arm, states: States, by: FloatArray, operand: str) -> Extended:
    """Torques (m, k, n, n) where an operand is displaced by k times n vectors, (k, n, n)."""
    m, (k, n, _) = len(states.q), by.shape

    def repeated(array: FloatArray) -> FloatArray:
        return np.repeat(array, k * n, axis=0)

    base, wrench = states.base_motion, states.tip_wrench
    rows = States(
        repeated(states.q),
        repeated(states.qd),
        repeated(states.qdd),
        None if wrench is None else repeated(wrench),
        None if base is None else BaseMotion(*(_rows(v, m, k * n) for v in base.as_tuple())),
    )
    displaced = getattr(rows, operand) + np.tile(by.reshape(-1, n), (m, 1))
    return extended_torque(arm, replace(rows, **{operand: displaced})).reshape(m, k, n, n)


def _rows(vectors: FloatArray, m: int, times: int) -> FloatArray:
    return np.repeat(np.broadcast_to(vectors, (m, 3)), times, axis=0)
