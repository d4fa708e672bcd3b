"""The step of section 7: from the largest velocity, and a change that is not excessive.

paper        code      meaning
epsilon      step      size of a step
             change    the largest change of an angle in a step that is not excessive
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import numpy as np

from ...._validation import FloatArray


class ChosenStep(NamedTuple):
    """A step chosen by the rule, and the fall in such steps.

    Attributes
    ----------
    change : float
        Largest allowed change of an angle in a step, rad.
    step : float
        Step size, s.
    turned, accelerated : float
        Largest change of an angle, rad, and of a velocity, rad/s, in a step.
    error : float
        Error of the joint positions at the end, rad.
    """

    change: float
    step: float
    turned: float
    accelerated: float
    error: float


def largest_step(velocities: FloatArray, change: float) -> float:
    """Return the longest step in which no angle changes by more than `change`.

    Parameters
    ----------
    velocities : ndarray, shape (..., n)
        Velocities of the joints, rad/s.
    change : float
        Largest change, rad.
    """
    return float(change / np.abs(velocities).max())


def dividing(duration: float, longest: float) -> int:
    """Return the number of equal steps of a duration, none longer than the longest."""
    return ceil(duration / longest)


def largest_changes(positions: FloatArray, velocities: FloatArray) -> tuple[float, float]:
    """Return the largest changes of an angle and of a velocity from row to row (m, n)."""
    turned, accelerated = (
        float(np.abs(np.diff(rows, axis=0)).max()) for rows in (positions, velocities)
    )
    return turned, accelerated
