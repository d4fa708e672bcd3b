"""Digits that wrong results have: those of single precision, or those that were printed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..validation import FloatArray
from .claims import EPS

# largest error of a computation in single precision, in eps of double precision
SINGLE = 1e10

# errors of fewer digits than this are those of few places, or of double precision
_LEAST = 1e-9

# least fraction of the entries with such errors: of all, and of each place in several states
_MOST, _HALF, _SEVERAL = 0.75, 0.5, 4

# different numbers, of which fewer could have these digits by chance
_NUMBERS = 4

# digits that are looked for
_DECIMALS, _FIGURES = range(10), range(3, 16)

# rounding of what lies in the middle between two decimals
_ROOM = 1.0 + 1e-6


def digits(found: FloatArray, expected: NDArray[Any]) -> str:
    """Say which digits explain all deviations of some results; an empty string if none do.

    Parameters
    ----------
    found, expected : ndarray, shape (m, ...)
        Results and references, states first.
    """
    if not np.isfinite(found).all() or np.unique(found[found != 0]).size < _NUMBERS:
        return ""
    off = np.abs(found - expected).astype(np.float64)
    for decimals in _DECIMALS:
        if (np.round(found, decimals) == found).all():
            if (off <= _ROOM * 0.5 * 10.0**-decimals).all():
                plural = "decimal" if decimals == 1 else "decimals"
                return f"rounded to {decimals} {plural}" if decimals else "rounded to whole numbers"
            break
    figures = _figures(found)
    if figures and (off <= _ROOM * 0.5 * _last_place(found, figures)).all():
        return f"rounded to {figures} significant digits"
    return "as exact as single precision" if _is_single(found, expected, off) else ""


def _figures(found: FloatArray) -> int:
    """Return the number of significant digits of all results; 0 for more than are looked for."""
    numbers = np.unique(found).tolist()
    for figures in _FIGURES:
        if all(float(f"{number:.{figures - 1}e}") == number for number in numbers):
            return figures
    return 0


def _last_place(found: FloatArray, figures: int) -> FloatArray:
    """Return the unit of the last of the significant digits of each number."""
    with np.errstate(divide="ignore"):
        size = np.floor(np.log10(np.abs(found)))
    return np.where(found == 0, 0.0, 10.0 ** (size - figures + 1))


def _is_single(found: FloatArray, expected: NDArray[Any], off: FloatArray) -> bool:
    """Return whether errors are those of single precision: in every place, and no larger."""
    if not off.max() <= SINGLE * EPS * float(np.abs(expected).max()):
        return False
    if (found.astype(np.float32) == found).all():
        return True
    # results exact in single precision, such as constants, tell nothing
    telling = (expected.astype(np.float32) != expected).reshape(len(found), -1)
    wrong = (off > _LEAST * np.abs(expected)).reshape(telling.shape) & telling
    told = telling.sum(axis=0)
    enough = wrong.sum(axis=0) >= _HALF * told
    everywhere = bool(enough[told >= _SEVERAL].all())
    return everywhere and bool(wrong.sum() >= max(1.0, _MOST * told.sum()))
