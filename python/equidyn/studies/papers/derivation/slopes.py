"""Exact derivatives by finite differences of functions of second degree.

Frames and energies of an arm are trigonometric polynomials in a joint angle, and ordinary ones in a
velocity or a displacement; both of second degree at most. Differences over finite steps are then
the derivative itself, but for rounding.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ....validation import FloatArray
from .algebra import total

_QUARTER = np.pi / 4

# steps either way, and the weights of the differences: exact for 1, cos x, sin x, cos 2x, sin 2x
_TURN = (
    (_QUARTER, 0.25 / (1 - np.cos(_QUARTER))),
    (3 * _QUARTER, -0.25 / (1 - np.cos(3 * _QUARTER))),
)


def slope(
    f: Callable[[FloatArray], FloatArray], x: FloatArray, j: int, size: float | None = None
) -> FloatArray:
    """Return df/dx_j of a function of second degree: in x_j, of this size, or in its angle."""
    unit = np.zeros_like(x)
    unit[j] = size or 1.0
    return total(
        weight * (f(x + step * unit) - f(x - step * unit))
        for step, weight in (_TURN if size is None else ((1.0, 0.5 / size),))
    )
