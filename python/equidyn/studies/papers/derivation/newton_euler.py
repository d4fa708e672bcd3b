"""Inward recursion of Newton-Euler, (3.19) to (3.21), where the derivation starts."""

from __future__ import annotations

import numpy as np

from ....validation import FloatArray
from .algebra import cross
from .symbols import Symbols


def force(s: Symbols, i: int, last: int) -> FloatArray:
    """Return f_i of an arm that ends with link `last`."""
    f: FloatArray = s.m[i] * s.ab[i]
    if i < last:
        f = f + s.R[i, i + 1] @ force(s, i + 1, last)
    return f  # (3.19)


def moment(s: Symbols, i: int, last: int) -> FloatArray:
    """Return n_i of an arm that ends with link `last`."""
    n: FloatArray = (
        s.Ic[i] @ s.al[i]
        + cross(s.w[i], s.Ic[i] @ s.w[i])
        + s.m[i] * cross(s.rb[i] + s.r[i], s.ab[i])
    )
    if i < last:
        n = n + passed_down(s, i, last)
    return n  # (3.20)


def passed_down(s: Symbols, i: int, last: int) -> FloatArray:
    """Return the last two terms of (3.20), the action of link i + 1 on link i."""
    f, n = force(s, i + 1, last), moment(s, i + 1, last)
    return np.asarray(cross(s.r[i], s.R[i, i + 1] @ f) + s.R[i, i + 1] @ n)


def torque(s: Symbols, i: int, last: int) -> FloatArray:
    """Return tau_i of an arm that ends with link `last`; with last = i, that of link i alone.

    That of a prismatic joint is a force; the axis of one kind is zero for the other.
    """
    axis, way = s.z[i, i - 1], s.x[i, i - 1]
    return np.asarray(axis @ moment(s, i, last) + way @ force(s, i, last))  # (3.21)


def torques(s: Symbols) -> FloatArray:
    """Return tau_i of all joints, (n + 1,), in one pass inward."""
    tau, f, n = np.zeros(s.n + 1), np.zeros(3), np.zeros(3)
    for i in range(s.n, 0, -1):
        own_moment = moment(s, i, last=i)
        if i < s.n:
            f, n = s.R[i, i + 1] @ f, s.R[i, i + 1] @ n
        n = own_moment + cross(s.r[i], f) + n
        f = force(s, i, last=i) + f
        tau[i] = s.z[i, i - 1] @ n + s.x[i, i - 1] @ f
    return tau
