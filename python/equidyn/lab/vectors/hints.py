"""Simple explanations of wrong results: an order, a sign, a transpose, single precision."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ..._validation import FloatArray

# what a computation in single precision may reach, in eps of double precision
_SINGLE = 1e10


def hint(
    found: FloatArray, expected: FloatArray, fits: Callable[[FloatArray], bool], residual: float
) -> str:
    """Return what would explain all deviations, or an empty string.

    Parameters
    ----------
    found, expected : ndarray
        Results and references, states first.
    fits : callable
        Tells whether changed results are within the tolerance.
    residual : float
        The largest deviation, in eps.
    """
    if residual < _SINGLE:
        return f"as exact as single precision, which a tolerance of {_SINGLE:.0e} eps allows"
    if not np.isfinite(found).all():
        return "not every result is a finite number"
    return next((words for words, changed in _changed(found, expected) if fits(changed)), "")


def _changed(found: FloatArray, expected: FloatArray) -> Iterator[tuple[str, FloatArray]]:
    """Yield explanations, with the results as they should be."""
    yield "the opposite sign", -found
    axes = tuple(range(1, found.ndim))
    if found.ndim > 1:
        yield "joints in the reverse order", np.flip(found, axes)
    if found.ndim > 2 and found.shape[-1] == found.shape[-2]:
        yield "rows and columns are interchanged", np.swapaxes(found, -1, -2)
    yield "degrees instead of radians", np.radians(found)
    yield "states in another order", found[_nearest(found, expected)]


def _nearest(found: FloatArray, expected: FloatArray) -> FloatArray:
    """Return, for each reference, the index of the result that is nearest to it."""
    results, references = (x.reshape(len(x), -1) for x in (found, expected))
    return np.array([np.abs(results - row).max(axis=1).argmin() for row in references])
