"""Splines of least mean square acceleration (cubic) or jerk (quintic) through points."""

from __future__ import annotations

import numpy as np

from ...validation import FloatArray
from .hermite import basis, hermite
from .polynomial import PolynomialTrajectory


def spline(
    kind: str, breaks: FloatArray, points: FloatArray, orders: int, name: str
) -> PolynomialTrajectory:
    """Return the spline through points with zero derivatives at its ends.

    Parameters
    ----------
    kind : str
        Name of the kind of motion.
    breaks : ndarray, shape (k,)
        Times of the points, s.
    points : ndarray, shape (k, n)
        Positions.
    orders : int
        Number of derivatives that vanish at the ends: 1 for cubics, of least mean square of the
        second derivative, 2 for quintics, of least mean square of the third.
    name : str
        The argument that the times come from.
    """
    lasts = np.diff(breaks)
    unit = lasts.max()
    with np.errstate(all="ignore"):
        inner = _smoothest(lasts / unit, np.diff(points, axis=0), orders)
        still = np.zeros((1, orders, points.shape[1]))
        derivatives = np.concatenate([still, inner, still])
        known = [derivatives[:, k] / unit ** (k + 1) for k in range(orders)]
    return hermite(kind, breaks, [points, *known], name)


def _smoothest(lasts: FloatArray, steps: FloatArray, orders: int) -> FloatArray:
    """Return the derivatives at the inner points, shape (k - 2, orders, n).

    The mean square is a quadratic form that couples the derivatives of neighbouring points only.
    At its minimum the gradient by those of the inner points vanishes: block-tridiagonal equations,
    symmetric and positive definite, solved by elimination.
    """
    energy = _energy(orders)
    # derivatives by u, from 0 to 1 in each piece: derivative k is scaled by h^k
    size = lasts[:, np.newaxis] ** np.arange(1, orders + 1)
    weight = (lasts ** -(2.0 * orders + 1))[:, np.newaxis, np.newaxis]
    first, last = slice(1, orders + 1), slice(orders + 2, 2 * orders + 2)
    scaled = weight * size[:, :, np.newaxis]
    at_first = scaled * energy[first, first] * size[:, np.newaxis]
    at_last = scaled * energy[last, last] * size[:, np.newaxis]
    between = scaled * energy[last, first] * size[:, np.newaxis]
    # unit step of the position: last value minus the first
    of_first = -(scaled * energy[first, orders + 1, np.newaxis]) * steps[:, np.newaxis]
    of_last = -(scaled * energy[last, orders + 1, np.newaxis]) * steps[:, np.newaxis]
    diagonal, right = at_last[:-1] + at_first[1:], of_last[:-1] + of_first[1:]
    return _solved(diagonal, between[1:-1], right)


def _energy(orders: int) -> FloatArray:
    """Return the integral of the squared derivative orders + 1 over 0 < u < 1, as a form."""
    C = basis(orders + 1)
    # coefficients of the derivative
    powers = np.arange(orders + 1, len(C))
    falling = np.prod([powers - j for j in range(orders + 1)], axis=0)
    D = falling[:, np.newaxis] * C[orders + 1 :]
    p = np.arange(len(D))
    form: FloatArray = D.T @ (1 / (p[:, np.newaxis] + p + 1)) @ D
    return form


def _solved(diagonal: FloatArray, below: FloatArray, right: FloatArray) -> FloatArray:
    """Solve block-tridiagonal symmetric equations; below[i] couples row i + 1 to row i.

    Cyclic reduction: the even rows are eliminated all at once, which leaves equations of the same
    kind for the odd ones. Positive definite equations need no pivots in any order.
    """
    if len(right) < 2:
        return np.asarray(np.linalg.solve(diagonal, right), np.float64)
    even, odd = slice(0, None, 2), slice(1, None, 2)
    before, after = below[even], below[odd]  # couple each odd row with the even ones around it
    D, m, k = diagonal[even], len(before), len(after)
    on_next = np.linalg.solve(D[:m], before.swapaxes(1, 2))
    on_last = np.linalg.solve(D[1:], after)
    alone = np.linalg.solve(D, right[even])
    reduced, rest = diagonal[odd] - before @ on_next, right[odd] - before @ alone[:m]
    reduced[:k] -= after.swapaxes(1, 2) @ on_last
    rest[:k] -= after.swapaxes(1, 2) @ alone[1:]
    found = np.empty_like(right)
    found[odd] = _solved(reduced, -before[1:] @ on_last[: m - 1], rest)
    alone[:m] -= on_next @ found[odd]
    alone[1:] -= on_last @ found[odd][:k]
    found[even] = alone
    return found
