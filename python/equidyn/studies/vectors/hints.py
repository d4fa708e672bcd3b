"""Simple explanations of wrong results: an order, a sign, a transpose, few digits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ...validation import FloatArray, listed
from ...verification import SINGLE, digits

# most joints for which pairs are exchanged, or single ones reversed, in a matrix
_FEW = 12

# least factor by which a change makes deviations smaller that it explains
_FAR_BETTER = 1000.0


def hint(
    found: FloatArray,
    expected: FloatArray,
    residual: Callable[[FloatArray], float],
    tolerance: float,
    joints: Sequence[int],
) -> str:
    """Return what would explain all deviations, or an empty string.

    Parameters
    ----------
    found, expected : ndarray
        Results and references, states first.
    residual : callable
        Returns the largest deviation of changed results, eps.
    tolerance : float
        The largest deviation allowed, eps.
    joints : sequence of int
        The axes of the joints.
    """
    finite = np.array([np.isfinite(state).all() for state in found])
    if not finite.all():
        return _of_missing(finite, found, expected, residual, tolerance, joints)
    if told := digits(found, expected):
        allowed = SINGLE if "single" in told else _one_digit(residual(found))
        return f"{told}, which a tolerance of {allowed:.0e} eps allows"
    return _change(found, expected, residual, tolerance, joints)


def _change(
    found: FloatArray,
    expected: FloatArray,
    residual: Callable[[FloatArray], float],
    tolerance: float,
    joints: Sequence[int],
) -> str:
    """Return the change after which results are right, and far better than without it."""
    allowed = min(tolerance, residual(found) / _FAR_BETTER)
    changes = _changed(found, expected, joints) if expected.any() else ()
    return next((words for words, changed in changes if residual(changed) <= allowed), "")


def _of_missing(
    finite: NDArray[np.bool_],
    found: FloatArray,
    expected: FloatArray,
    residual: Callable[[FloatArray], float],
    tolerance: float,
    joints: Sequence[int],
) -> str:
    """Return the states without a number, and what explains the others."""
    if not finite.any():
        return "no finite number in any state"

    def of_finite(some: FloatArray) -> float:
        whole: FloatArray = expected.copy()
        whole[finite] = some
        return residual(whole)

    states = [str(k + 1) for k in np.flatnonzero(~finite)]
    told = f"no finite number in state{'s' * (len(states) > 1)} {listed(states)}"
    if of_finite(found[finite]) <= tolerance:
        return f"{told}; the others are right"
    words = _change(found[finite], expected[finite], of_finite, tolerance, joints)
    return f"{told}; in the others {words}" if words else told


def _one_digit(residual: float) -> float:
    """Round up to one digit."""
    unit = 10.0 ** np.floor(np.log10(residual))
    return float(np.ceil(residual / unit) * unit)


def _changed(
    found: FloatArray, expected: FloatArray, joints: Sequence[int]
) -> Iterator[tuple[str, FloatArray]]:
    """Yield explanations, with the results as they should be."""
    yield "the opposite sign", -found
    yield from _signs(found, expected, joints)
    yield from _orders(found, expected, joints)
    if found.ndim > 2 and found.shape[-1] == found.shape[-2]:
        yield "rows and columns are interchanged", np.swapaxes(found, -1, -2)
    if found.shape[1:-1] == (6,) and tuple(joints) == (2,):
        yield "the angular part comes first", np.roll(found, 3, axis=1)
    yield "degrees instead of radians", np.radians(found)
    yield "states in another order", found[_nearest(found, expected)]


def _signs(
    found: FloatArray, expected: FloatArray, joints: Sequence[int]
) -> Iterator[tuple[str, FloatArray]]:
    """Yield results with other signs of some joints: in their rows, in their columns, in both."""
    for axis in joints:
        others = tuple(k for k in range(found.ndim) if k != axis)
        opposite = np.abs(found + expected).max(axis=others) < np.abs(found - expected).max(others)
        what = "" if len(joints) == 1 else f" in the {_side(axis)}"
        yield f"the opposite sign of {_named(opposite)}{what}", _turned(found, opposite, [axis])
    if len(joints) > 1 and found.shape[1] <= _FEW:
        for joint in np.eye(found.shape[1], dtype=bool):
            yield f"the opposite sign of {_named(joint)}", _turned(found, joint, joints)


def _turned(found: FloatArray, opposite: FloatArray, axes: Sequence[int]) -> FloatArray:
    for axis in axes:
        shape = [-1 if k == axis else 1 for k in range(found.ndim)]
        found = found * np.where(opposite, -1.0, 1.0).reshape(shape)
    return found


def _orders(
    found: FloatArray, expected: FloatArray, joints: Sequence[int]
) -> Iterator[tuple[str, FloatArray]]:
    """Yield results with joints in another order, in rows, columns or both."""
    sides = [tuple(joints), *((axis,) for axis in joints if len(joints) > 1)]
    for axes in filter(None, sides):
        what = "joints" if axes == tuple(joints) else _side(axes[0])
        n = found.shape[axes[0]]
        yield f"{what} in the reverse order", np.flip(found, axes)
        if n > _FEW:
            continue
        for one, other in combinations(range(n), 2):
            order = np.arange(n)
            order[[one, other]] = other, one
            exchanged = found
            for axis in axes:
                exchanged = exchanged.take(order, axis)
            yield f"{what} {one + 1} and {other + 1} are exchanged", exchanged


def _side(axis: int) -> str:
    return "rows" if axis == 1 else "columns"


def _named(joints: FloatArray) -> str:
    numbers = [str(k + 1) for k in np.flatnonzero(joints)]
    return f"joint{'s' * (len(numbers) > 1)} {', '.join(numbers)}"


def _nearest(found: FloatArray, expected: FloatArray) -> FloatArray:
    """Return, for each reference, the index of the nearest result that no other one has."""
    results, references = (x.reshape(len(x), -1) for x in (found, expected))
    order: list[int] = []
    for row in references:
        off = np.abs(results - row).max(axis=1)
        off[order] = np.inf
        order.append(int(off.argmin()))
    return np.array(order)
