"""Quantities that vary in time, each a value with its first derivatives.

Products are differentiated by Leibniz's rule, so that a derivative of an equation may be taken as
it is written.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any, overload

import numpy as np

from ....validation import FloatArray
from . import algebra
from .algebra import total

Bilinear = Callable[[Any, Any], Any]


class Varying:
    """Value of a scalar, vector or matrix at one instant, with its first time derivatives.

    Parameters
    ----------
    *derivatives : ndarray
        The value, the rate, the second derivative, as far as they are known.
    """

    # arrays leave operators to this class
    __array_ufunc__ = None

    def __init__(self, *derivatives: FloatArray) -> None:
        self.derivatives = tuple(np.asarray(x) for x in derivatives)

    @property
    def now(self) -> FloatArray:
        """The value."""
        return self.derivatives[0]

    @property
    def rate(self) -> Varying:
        """The time derivative, with one derivative less."""
        return Varying(*self.derivatives[1:])

    @property
    def T(self) -> Varying:
        """The transpose."""
        return Varying(*(x.T for x in self.derivatives))

    def __getitem__(self, index: Any) -> Varying:
        return Varying(*(x[index] for x in self.derivatives))

    def __add__(self, other: Varying | FloatArray | float) -> Varying:
        if not isinstance(other, Varying):
            return Varying(self.now + other, *self.derivatives[1:])
        pairs = zip(self.derivatives, other.derivatives, strict=False)
        return Varying(*(x + y for x, y in pairs))

    __radd__ = __add__

    def __neg__(self) -> Varying:
        return Varying(*(-x for x in self.derivatives))

    def __sub__(self, other: Varying | FloatArray | float) -> Varying:
        return self + (-other)

    def __rsub__(self, other: Varying | FloatArray | float) -> Varying:
        return other + (-self)

    def __mul__(self, other: Varying | FloatArray | float) -> Varying:
        return product(np.multiply, self, other)

    def __rmul__(self, other: Varying | FloatArray | float) -> Varying:
        return product(np.multiply, other, self)

    def __matmul__(self, other: Varying | FloatArray | float) -> Varying:
        return product(np.matmul, self, other)

    def __rmatmul__(self, other: Varying | FloatArray | float) -> Varying:
        return product(np.matmul, other, self)


@overload
def product(f: Bilinear, a: Varying, b: Varying | FloatArray | float) -> Varying: ...
@overload
def product(f: Bilinear, a: FloatArray | float, b: Varying) -> Varying: ...
@overload
def product(f: Bilinear, a: FloatArray, b: FloatArray) -> FloatArray: ...
def product(f: Bilinear, a: Any, b: Any) -> Varying | FloatArray:
    """Return f(a, b), linear in both: an array where both are constant, else a Varying."""
    if not isinstance(a, Varying) and not isinstance(b, Varying):
        return np.asarray(f(a, b))
    if not isinstance(a, Varying):
        return Varying(*(f(a, y) for y in b.derivatives))
    if not isinstance(b, Varying):
        return Varying(*(f(x, b) for x in a.derivatives))
    x, y = a.derivatives, b.derivatives
    return Varying(
        *(
            total(comb(k, j) * f(x[j], y[k - j]) for j in range(k + 1))
            for k in range(min(len(x), len(y)))
        )
    )


@overload
def cross(a: Varying, b: Varying | FloatArray) -> Varying: ...
@overload
def cross(a: FloatArray, b: Varying) -> Varying: ...
@overload
def cross(a: FloatArray, b: FloatArray) -> FloatArray: ...
def cross(a: Any, b: Any) -> Varying | FloatArray:
    """Return a x b, of constants or of what varies."""
    crossed: Varying | FloatArray = product(algebra.cross, a, b)
    return crossed


def relative_rate(x: Varying, rotation: Varying) -> Varying:
    """Return the derivative that an observer sees who turns with a frame, in base axes.

    By the components in the frame, and no angular velocity.
    """
    return rotation @ (rotation.T @ x).rate
