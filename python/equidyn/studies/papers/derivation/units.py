"""Units in which an arm is of ordinary size, so that no verdict depends on how large it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ....validation import FloatArray

if TYPE_CHECKING:
    from ....arm import Arm

# the largest length and mass are 4/3: where one is 1, a power of it may be wrong unnoticed
_LARGEST = 4 / 3
# gravity in an arm's own units, as of a metre in seconds
_GRAVITY = 9.81


@dataclass(frozen=True)
class Units:
    """Units of length, mass and time, in metres, kilograms and seconds."""

    length: float = 1.0
    mass: float = 1.0
    time: float = 1.0

    @property
    def inertia(self) -> float:
        """The unit of a moment of inertia."""
        return self.mass * self.length**2

    @property
    def acceleration(self) -> float:
        """The unit of the acceleration of a point."""
        return self.length / self.time**2

    def of_joints(self, turns: NDArray[np.bool_]) -> FloatArray:
        """Return the units of joint variables: 1 rad of a revolute joint, else a length."""
        return np.where(turns, 1.0, self.length)


SI = Units()


def own_units(arm: Arm) -> Units:
    """Return the units in which lengths, masses and gravity of an arm are of the size of one."""
    lengths = [arm.a, arm.d, arm.com]
    if arm.limits is not None:
        lengths.append(arm.limits[limited(arm) & ~arm.revolute])
    length, mass = map(_largest, (np.concatenate([x.ravel() for x in lengths]), arm.mass))
    if mass:
        length = max(length, float(np.sqrt(_largest(arm.inertia) / mass)))
    length, mass = (size / _LARGEST or 1.0 for size in (length, mass))
    gravity = float(np.linalg.norm(arm.gravity))
    time = float(np.sqrt(length * (_GRAVITY / gravity))) if gravity else 1.0
    return Units(length, mass, time)


def limited(arm: Arm) -> NDArray[np.bool_]:
    """Whether each joint has limits, between which its position is drawn."""
    if arm.limits is None:
        return np.zeros(arm.n, dtype=bool)
    return np.asarray(np.isfinite(arm.limits).all(axis=1))


def _largest(values: FloatArray) -> float:
    return float(np.abs(values).max(initial=0.0))
