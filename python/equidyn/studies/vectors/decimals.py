"""Decimal numbers of a hundred digits: arrays, cosine and sine, differences, elimination."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from decimal import Context, Decimal, localcontext
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...validation import FloatArray

Decimals = NDArray[Any]  # entries are Decimal

DIGITS = 100

# truncation of a central difference is the square of its step, rounding 10^-100 over the step
_STEP = Decimal("1e-25")

# a number below this part of the largest of its array is zero but for rounding, and so is any
# below this part of _SMALL: no arm is so small
_NEGLIGIBLE = Decimal("1e-40")
_SMALL = Decimal("1e-20")

# the series is that of the angle over 2^16
_DOUBLINGS = 16

# cosines and sines of constant angles that differ by less from 0, 1 or -1 are meant to be these
_ROUNDED = Decimal("1e-15")


def with_all_digits() -> AbstractContextManager[Context]:
    """Compute with all digits within this context, alike on every machine."""
    return localcontext(Context(prec=DIGITS))


def decimals(values: ArrayLike) -> Decimals:
    """Return floating-point numbers as decimal ones, which are equal."""
    array = np.asarray(values, dtype=np.float64)
    found = np.empty(array.shape, dtype=object)
    found[...] = np.frompyfunc(Decimal, 1, 1)(array.astype(object))
    return found


def rounded(values: ArrayLike) -> FloatArray:
    """Return the nearest floating-point numbers."""
    array = np.asarray(values, dtype=object)
    numbers = array.ravel().tolist()
    least = max(_SMALL, *map(abs, numbers)) * _NEGLIGIBLE
    near = [float(number) if abs(number) > least else 0.0 for number in numbers]
    return np.array(near, dtype=np.float64).reshape(array.shape)


def cosine_and_sine(angle: Decimal) -> tuple[Decimal, Decimal]:
    """Cosine and sine, by the series of a small part of the angle, doubled again and again."""
    part = angle / 2**_DOUBLINGS
    c, s, term, k = Decimal(0), Decimal(0), Decimal(1), 0
    while abs(term) > Decimal(10) ** -DIGITS:
        if k % 2:
            s += term if k % 4 == 1 else -term
        else:
            c += term if k % 4 == 0 else -term
        k += 1
        term = term * part / k
    for _ in range(_DOUBLINGS):
        c, s = c * c - s * s, 2 * c * s
    return c, s


def of_constant(angle: Decimal) -> tuple[Decimal, Decimal]:
    """Cosine and sine of a constant angle, exact where a right angle is meant."""
    c, s = map(_without_rounding, cosine_and_sine(angle))
    return c, s


def _without_rounding(value: Decimal) -> Decimal:
    nearest = value.to_integral_value()
    return nearest if abs(value - nearest) < _ROUNDED else value


def rate(function: Callable[[Decimals], Decimals], at: Decimals, along: Decimals) -> Decimals:
    """Return the derivative of a function along a direction, by central differences."""
    forth, back = function(at + _STEP * along), function(at - _STEP * along)
    difference: Decimals = (forth - back) / (2 * _STEP)
    return difference


def solved(matrix: Decimals, right: Decimals) -> Decimals:
    """Solve a linear system by elimination, with the largest pivots of the columns.

    Raises
    ------
    ValueError
        If the matrix is singular.
    """
    rows = np.concatenate([matrix, right[:, np.newaxis]], axis=1)
    size, least = len(rows), np.abs(matrix).max() * _NEGLIGIBLE
    for k in range(size):
        pivot = k + int(np.argmax(np.abs(rows[k:, k])))
        rows[[k, pivot]] = rows[[pivot, k]]
        if abs(rows[k, k]) <= least:
            raise ValueError("the mass matrix is singular")
        rows[k] = rows[k] / rows[k, k]
        others = np.arange(size) != k
        rows[others] = rows[others] - rows[others, k, np.newaxis] * rows[k]
    solution: Decimals = rows[:, -1]
    return solution
