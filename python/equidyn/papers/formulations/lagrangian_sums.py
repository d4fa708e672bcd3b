"""Sums over points of mass that Hollerbach's recursions find from link to link.

Accelerations are without gravity, and in base axes.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..._validation import FloatArray
from ..derivation.algebra import total
from ..derivation.exact_motion import exact_motion
from ..derivation.symbols import Symbols


def beyond(s: Symbols, i: int, f: Callable[[FloatArray, FloatArray], FloatArray]) -> FloatArray:
    """Return the integral of f(place, acceleration) over all links from i on.

    Both are of a point of mass in base axes, (4,), with the 1 and the 0 of a place and of its rate.
    """
    motion = exact_motion(s)

    def of_link(k: int) -> FloatArray:
        def at(d: FloatArray) -> FloatArray:
            point = np.append(d, 1.0)
            return f(motion.T[k] @ point, motion.Tdd[k] @ point)

        return s.integral(k, at)

    return total(of_link(k) for k in range(i, s.n + 1))
