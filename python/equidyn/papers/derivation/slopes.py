"""Derivatives without differentiating: exact differences of what a state says only so much of.

What an arm is to do with one joint's angle is a trigonometric polynomial in it, and with a rate, or
a shift, an ordinary one; both of second degree at most, as energies are. Differences over finite
steps are then the derivative itself, but for rounding.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..._validation import FloatArray
from .algebra import total

_QUARTER = np.pi / 4

# steps either way, and the weights of the differences: exact for 1, cos x, sin x, cos 2x, sin 2x
_TURN = (
    (_QUARTER, 0.25 / (1 - np.cos(_QUARTER))),
    (3 * _QUARTER, -0.25 / (1 - np.cos(3 * _QUARTER))),
)
# for 1, x and x^2
_SHIFT = ((1.0, 0.5),)


def slope(f: Callable[[FloatArray], FloatArray], x: FloatArray, j: int, turns: bool) -> FloatArray:
    """Return df/dx_j, where f is periodic in x_j if that turns, and of second degree anyhow."""
    unit = np.zeros_like(x)
    unit[j] = 1.0
    return total(
        weight * (f(x + step * unit) - f(x - step * unit))
        for step, weight in (_TURN if turns else _SHIFT)
    )
