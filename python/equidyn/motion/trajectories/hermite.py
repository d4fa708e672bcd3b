"""Hermite interpolation: cubics and quintics with given derivatives at the breaks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...validation import FloatArray
from .checks import require_moderate
from .polynomial import PolynomialTrajectory

# coefficients of u^0, u^1, ... (rows) from value and derivatives at u = 0, then at u = 1 (columns)
_CUBIC = np.array(
    [
        [1, 0, 0, 0],
        [0, 1, 0, 0],
        [-3, -2, 3, -1],
        [2, 1, -2, 1],
    ],
    dtype=np.float64,
)
_QUINTIC = np.array(
    [
        [1, 0, 0, 0, 0, 0],
        [0, 1, 0, 0, 0, 0],
        [0, 0, 0.5, 0, 0, 0],
        [-10, -6, -1.5, 10, -4, 0.5],
        [15, 8, 1.5, -15, 7, -1],
        [-6, -3, -0.5, 6, -3, 0.5],
    ],
    dtype=np.float64,
)
_BASIS = {2: _CUBIC, 3: _QUINTIC}


def basis(known: int) -> FloatArray:
    """Return polynomial coefficients (rows) by the `known` values at each end (columns)."""
    return _BASIS[known]


def hermite(
    kind: str, breaks: FloatArray, known: Sequence[FloatArray], name: str
) -> PolynomialTrajectory:
    """Return the cubics or quintics with these values at the breaks.

    Parameters
    ----------
    kind : str
        Name of the kind of motion.
    breaks : ndarray, shape (m + 1,)
        Times, s.
    known : sequence of two or three ndarrays, shape (m + 1, n)
        Positions, velocities, and for quintics accelerations.
    name : str
        The argument that the times come from.
    """
    lasts = np.diff(breaks)[:, np.newaxis]
    with np.errstate(over="ignore", invalid="ignore"):
        # derivatives with respect to u
        scaled = [x * lasts**k for k, x in _ends(known)]
        at_ends = np.stack(scaled)
        # differences of positions first: no digits are lost far from zero
        origin = at_ends[0].copy()
        at_ends[[0, len(known)]] -= origin
        coefficients = np.tensordot(_BASIS[len(known)], at_ends, axes=1)
        coefficients[0] = origin
    require_moderate(name, breaks, coefficients)
    return PolynomialTrajectory(kind, breaks, coefficients, known[0][-1])


def _ends(known: Sequence[FloatArray]) -> list[tuple[int, FloatArray]]:
    """Return each order of derivative with its values at the starts, then the ends, of pieces."""
    orders = list(enumerate(known))
    return [(k, x[:-1]) for k, x in orders] + [(k, x[1:]) for k, x in orders]
