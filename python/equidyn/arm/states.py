"""Seeded random states of an arm, for checks and timings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ..dynamics.base_and_link_motion import BaseMotion
from ..dynamics.joint_range import joint_range
from ..validation import FloatArray

if TYPE_CHECKING:
    from .arm import Arm

# spread of each quantity: large enough that every term of the dynamics shows in the torque
_RATE, _ACCELERATION = 2.0, 5.0
_TIP_FORCE, _TIP_MOMENT = 20.0, 5.0
_BASE_RATE, _BASE_ANGULAR, _BASE_LINEAR = 1.0, 2.0, 5.0


@dataclass(frozen=True)
class States:
    """States of an arm of n joints, one per row.

    Attributes
    ----------
    q, qd, qdd : ndarray, shape (m, n)
        Joint positions, velocities, accelerations.
    tip_wrench : ndarray of shape (m, 6), or None
        Force and moment by the last link on the environment.
    base_motion : BaseMotion, or None
        Motion of the base, vectors of shape (m, 3).
    """

    q: FloatArray
    qd: FloatArray
    qdd: FloatArray
    tip_wrench: FloatArray | None = None
    base_motion: BaseMotion | None = None

    def with_acceleration(self, qdd: FloatArray) -> States:
        """Return the same states with other joint accelerations."""
        return replace(self, qdd=qdd)

    def coasting(self) -> States:
        """Return the same states without joint acceleration."""
        return self.with_acceleration(np.zeros_like(self.q))

    def at_rest(self) -> States:
        """Return the same states without joint velocity and acceleration."""
        return replace(self.coasting(), qd=np.zeros_like(self.q))

    def first(self, count: int) -> States:
        """Return the first of these states."""
        wrench, base = self.tip_wrench, self.base_motion
        return States(
            self.q[:count],
            self.qd[:count],
            self.qdd[:count],
            None if wrench is None else wrench[:count],
            None if base is None else BaseMotion(*(vector[:count] for vector in base.as_tuple())),
        )


def random_motion(arm: Arm, samples: int, rng: np.random.Generator) -> States:
    """Draw random joint states, without tip wrench, on a base at rest.

    Positions are uniform within the limits of a joint; where it has none, within half a turn or one
    metre either way.
    """
    shape = (samples, arm.n)
    lower, upper = joint_range(arm)
    return States(
        q=lower + (upper - lower) * rng.random(shape),
        qd=_uniform(rng, shape, _RATE),
        qdd=_uniform(rng, shape, _ACCELERATION),
    )


def with_tip_wrench(states: States, rng: np.random.Generator) -> States:
    """Return the same joint states with a random wrench at the tip."""
    shape = (len(states.q), 3)
    wrench = [_uniform(rng, shape, _TIP_FORCE), _uniform(rng, shape, _TIP_MOMENT)]
    return States(states.q, states.qd, states.qdd, np.concatenate(wrench, axis=-1))


def with_moving_base(states: States, rng: np.random.Generator) -> States:
    """Return the same joint states, and tip wrench, on a base in random motion."""
    shape = (len(states.q), 3)
    motion = BaseMotion(
        angular_velocity=_uniform(rng, shape, _BASE_RATE),
        angular_acceleration=_uniform(rng, shape, _BASE_ANGULAR),
        linear_acceleration=_uniform(rng, shape, _BASE_LINEAR),
    )
    return States(states.q, states.qd, states.qdd, states.tip_wrench, motion)


def _uniform(rng: np.random.Generator, shape: tuple[int, ...], spread: float) -> FloatArray:
    return rng.uniform(-spread, spread, shape)
