"""Sums over points of mass that recursions of Lagrange's equation find from link to link.

Accelerations are without gravity, and in base axes.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ....validation import FloatArray
from ..derivation.algebra import total
from ..derivation.exact_motion import exact_motion
from ..derivation.symbols import Symbols

# of a place and an acceleration in base axes, (4,), with the 1 and the 0 of a place and its rate
OfPoint = Callable[[FloatArray, FloatArray], FloatArray]


def of_link(s: Symbols, i: int, f: OfPoint) -> FloatArray:
    """Return the integral of f(place, acceleration) over link i."""
    motion = exact_motion(s)

    def at(d: FloatArray) -> FloatArray:
        point = np.append(d, 1.0)
        return f(motion.T[i] @ point, motion.Tdd[i] @ point)

    return s.integral(i, at)


def beyond(s: Symbols, i: int, f: OfPoint) -> FloatArray:
    """Return the integral of f(place, acceleration) over all links from i on."""
    return total(of_link(s, k, f) for k in range(i, s.n + 1))
