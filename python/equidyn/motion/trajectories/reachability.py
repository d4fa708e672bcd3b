"""Highest path velocities within limits, by toppra's reachability analysis."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...validation import FloatArray
from .path_limits import PathLimits

# stride of the points of a part that are given to toppra
_EVERY = 4

# toppra resolves numbers from 1e-8 to 1e8: squared path velocities are about the first where the
# path is slowest, and at most the second; coefficients below the last are negligible
_MODERATE, _FREE, _SMALLEST = 1e4, 1e8, 1e-8


def highest_rates(limits: PathLimits) -> FloatArray:
    """Return the squares of the highest path velocities at the ends of parts, from rest to rest.

    Raises
    ------
    ValueError
        If there is no such motion.
    """
    from toppra import algorithm
    from toppra.constraint import LinearConstraint

    largest = max(np.abs(limits.a).max(), np.abs(limits.b).max())
    if not np.abs(limits.a).max(axis=(1, 2)).all():
        raise ValueError("path: nothing limits the motion along it")
    if not np.isfinite(largest):
        raise ValueError("path: within these limits the motion along it would never end")
    s, (a, b, c) = limits.s, _rows(limits, _MODERATE * largest)
    n = a.shape[1]

    class Limits(LinearConstraint):  # type: ignore[misc]  # toppra has no types
        """Limits at points of all parts, as toppra's constraint."""

        def compute_constraint_params(self, path: Any, gridpoints: FloatArray) -> Any:
            bound = np.tile([0.0, _FREE], (len(s), 1))
            return a, b, c, np.eye(n), np.zeros(n), None, bound

    class Interval:
        """Interval of the path parameter, all that toppra needs of the path."""

        path_interval = np.array([s[0], s[-1]])
        dof = n

    constraint = Limits()
    constraint.identical = True
    found = algorithm.TOPPRA([constraint], Interval(), gridpoints=s)
    _, velocities, _ = found.compute_parameterization(0.0, 0.0)
    if velocities is None or not np.isfinite(velocities).all():
        raise ValueError("path: toppra finds no motion along it within these limits")
    return np.asarray(velocities**2 / (_MODERATE * largest))


def _rows(limits: PathLimits, unit: float) -> list[FloatArray]:
    """Return ``a u + b x + c <= 0``, (parts + 1, rows) each, u and x in a unit of 1 / unit."""
    parts = len(limits.a)
    driven, moved, rest = (
        each[:, ::_EVERY].reshape(parts, -1)
        for each in (limits.a + limits.b * limits.from_start(), limits.b, limits.c)
    )
    driven, moved = driven / unit, moved / unit
    size = np.maximum(np.maximum(np.abs(driven), np.abs(moved)), _SMALLEST)
    both = [(driven, -driven), (moved, -moved), (rest - 1, -rest - 1)]
    rows = [np.hstack([upper / size, lower / size]) for upper, lower in both]
    # a row for the end of the path
    return [np.vstack([each, each[-1:]]) for each in rows]
