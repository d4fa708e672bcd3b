"""A body of points of mass, of which the equations of the appendix speak.

It is link i with three masses of 1 kg, at 1 m on each axis of its frame, so that no moment of
inertia is zero on any arm. d is the place of a point, from origin i, in axes of the frame.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import E, tr
from ...derivation.symbols import Symbols
from ...derivation.varying import Varying

_UNIT_MASSES = 3.0


def integral(s: Symbols, i: int, f: Callable[[FloatArray], FloatArray]) -> FloatArray:
    """Return the sum over the points of f(d) times the mass, for f of second degree."""
    return np.asarray(s.integral(i, f) + sum(f(d) for d in E))


def integral_over_time(s: Symbols, i: int, f: Callable[[FloatArray], Varying]) -> Varying:
    """Return the same sum of what varies in time."""
    return Varying(*integral(s, i, lambda d: np.array(f(d).derivatives)))


def mass(s: Symbols, i: int) -> float:
    """Return the mass of the body."""
    return float(s.m[i]) + _UNIT_MASSES


def mass_centre(s: Symbols, i: int) -> FloatArray:
    """Return the centre of mass of the body, from origin i."""
    return np.asarray((s.m[i] * s.rb[i] + E.sum(axis=0)) / mass(s, i))


def second_moments(s: Symbols, i: int) -> FloatArray:
    """Return the sum of d d^t, about origin i."""
    return np.asarray(s.J[i] + E)


def tensor(s: Symbols, i: int) -> FloatArray:
    """Return the inertia tensor about origin i, by the second moments."""
    square = second_moments(s, i)
    return np.asarray(tr(square) * E - square)


def central_tensor(s: Symbols, i: int) -> FloatArray:
    """Return the inertia tensor about the centre of mass."""
    c = mass_centre(s, i)
    return np.asarray(tensor(s, i) - mass(s, i) * ((c @ c) * E - np.outer(c, c)))


def principal_axes(s: Symbols, i: int) -> tuple[FloatArray, FloatArray]:
    """Return the principal moments, (3,), and their axes as columns of a rotation, (3, 3)."""
    moments, axes = np.linalg.eigh(tensor(s, i))
    return moments, axes * np.sign(np.linalg.det(axes))
