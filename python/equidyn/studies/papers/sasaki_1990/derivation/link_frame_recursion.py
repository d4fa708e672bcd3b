"""Equations (2.30) to (2.39): the same recursion with all vectors in axes of their links.

A_{i,0} turns a vector of the base into frame i. The scan has the dots of (2.32) to (2.39) doubled,
or on A instead of the vector behind it: as published, A is differentiated. In (2.35) that makes no
difference, since both sides are multiplied by it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import cross
from ...derivation.lagrange import lagrange_torque
from ...derivation.mass_points import force_through, net_force
from ...derivation.paths import centre, origin, rotation, spin
from ...derivation.reading import Erratum, Reading, Section
from ...derivation.symbols import Symbols
from .base_frame_recursion import moment_at, spinning, step, tensor, to_centre

section = Section()

E_I = np.array([0.0, 0.0, 1.0])


@section.equation("2.30", "turn from frame i to frame i-1")
def _rotation(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    ct, st = np.cos(s.angle[i]), np.sin(s.angle[i])
    ca, sa = np.cos(s.twist[i]), np.sin(s.twist[i])
    yield (rotation(s, i - 1).T @ rotation(s, i)).now
    yield np.array([[ct, -ca * st, sa * st], [st, ca * ct, -sa * ct], [0.0, sa, ca]])


def into(s: Symbols, i: int) -> FloatArray:
    """Return A_{i,0}; unity beyond the last link."""
    return rotation(s, i).T.now if i <= s.n else np.eye(3)


def back(s: Symbols, i: int) -> FloatArray:
    """Return A_{i,i-1}; unity beyond the last link."""
    return np.asarray(into(s, i) @ into(s, i - 1).T)


@section.equation("2.31", "begin the recursion: angular velocity")
def _angular_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    before = into(s, i - 1) @ spin(s, i - 1).now
    yield into(s, i) @ spin(s, i).now
    yield back(s, i) @ (before + E_I * s.qd[i] if s.turns[i] else before)


TWO_DOTS_W = Erratum(
    "two dots on ω_i, ω_{i-1}", "one", undefined="it needs third derivatives of the joints"
)


@section.equation("2.32", "angular acceleration", TWO_DOTS_W)
def _angular_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, al = (into(s, i - 1) @ x.now for x in (spin(s, i - 1), spin(s, i - 1).rate))
    yield into(s, i) @ spin(s, i).rate.now
    yield back(s, i) @ (al + E_I * s.qdd[i] + cross(w, E_I * s.qd[i]) if s.turns[i] else al)


TWO_DOTS_V = Erratum(
    "two dots on v_i, v_{i-1}", "one", undefined="it needs third derivatives of the joints"
)


def acceleration(s: Symbols, i: int) -> FloatArray:
    """Return dv_i/dt, with that of the base for gravity."""
    return np.asarray(origin(s, i).rate.rate.now + s.gz)


@section.equation("2.33", "acceleration of origin i", TWO_DOTS_V)
def _acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A, before = into(s, i), into(s, i - 1) @ acceleration(s, i - 1)
    w, al, R = (A @ x for x in (spin(s, i).now, spin(s, i).rate.now, step(s, i)))
    yield A @ acceleration(s, i)
    if s.turns[i]:
        yield cross(al, R) + cross(w, cross(w, R)) + back(s, i) @ before
    else:
        yield (
            back(s, i) @ (E_I * s.qdd[i] + before)
            + cross(al, R)
            + 2 * cross(w, back(s, i) @ E_I * s.qd[i])
            + cross(w, cross(w, R))
        )


DOTS = Erratum("the dots of ω and v on A_{i,0}, too, or alone", "on ω and v")
DOTS_ON_A = Erratum("dots on A", "no dots")


def turned(s: Symbols, i: int, read: Reading, erratum: Erratum = DOTS_ON_A) -> FloatArray:
    """Return A_{i,0}, or its rate where the print has a dot."""
    A = rotation(s, i).T
    return read(erratum, printed=A.rate, corrected=A).now


@section.equation("2.34", "acceleration of the centre of mass", DOTS)
def _com_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A, spinning_i = turned(s, i, read, DOTS), spin(s, i)
    first = read(DOTS, printed=spinning_i, corrected=spinning_i.rate).now
    w, b = A @ spinning_i.now, A @ to_centre(s, i)
    yield A @ (centre(s, i).rate.rate.now + s.gz)
    yield cross(A @ first, b) + cross(w, cross(w, b)) + A @ acceleration(s, i)


@section.equation("2.35", "inertial force")
def _force_of_inertia(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i) @ net_force(s, i)
    yield s.m[i] * into(s, i) @ (centre(s, i).rate.rate.now + s.gz)


@section.equation("2.36", "inertial moment", DOTS)
def _moment_of_inertia(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A, back_to_base, spinning_i = turned(s, i, read, DOTS), into(s, i).T, spin(s, i)
    first = read(DOTS, printed=spinning_i, corrected=spinning_i.rate).now
    inertia = A @ tensor(s, i).now @ back_to_base
    w = A @ spinning_i.now
    yield A @ spinning(s, i)
    yield inertia @ (A @ first) + cross(w, inertia @ w)


def into_next(s: Symbols, i: int, read: Reading) -> FloatArray:
    """Return A_{i+1,0}, or its rate where the print has a dot; unity beyond the last link."""
    return turned(s, i + 1, read) if i < s.n else np.eye(3)


def from_next(s: Symbols, i: int, read: Reading) -> FloatArray:
    """Return A_{i,i+1}, or its rate where the print has a dot; unity beyond the last link."""
    if i == s.n:
        return np.eye(3)
    A = rotation(s, i).T @ rotation(s, i + 1)
    return read(DOTS_ON_A, printed=A.rate, corrected=A).now


@section.equation("2.37", "and back: force", DOTS_ON_A)
def _force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A, following = turned(s, i, read), into_next(s, i, read)
    yield A @ force_through(s, i)
    yield from_next(s, i, read) @ (following @ force_through(s, i + 1)) + A @ net_force(s, i)


@section.equation("2.38", "moment", DOTS_ON_A)
def _moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A, following = turned(s, i, read), into_next(s, i, read)
    R, b, a = step(s, i), to_centre(s, i), centre(s, i).rate.rate.now + s.gz
    yield A @ moment_at(s, i)
    yield (
        from_next(s, i, read)
        @ (
            following @ moment_at(s, i + 1)
            + cross(following @ R, following @ force_through(s, i + 1))
        )
        + cross(A @ R + A @ b, s.m[i] * (A @ a))
        + A @ spinning(s, i)
    )


def dissipation(s: Symbols, qd: FloatArray) -> FloatArray:
    """Return Rayleigh's function: half the power that viscous friction takes."""
    return np.asarray(0.5 * (s.viscous * qd) @ qd)


def friction(s: Symbols, i: int) -> FloatArray:
    """Return the derivative of Rayleigh's function by the velocity of joint i."""
    unit = np.eye(s.n + 1)[i]
    return (dissipation(s, s.qd + unit) - dissipation(s, s.qd - unit)) / 2


@section.equation("2.39", "torque, with viscous friction", DOTS_ON_A)
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A, between = turned(s, i, read), rotation(s, i).T @ rotation(s, i - 1)
    e = read(DOTS_ON_A, printed=between.rate, corrected=between).now @ E_I
    wrench = moment_at(s, i) if s.turns[i] else force_through(s, i)
    yield lagrange_torque(s, i) + friction(s, i)
    yield (A @ wrench) @ e + s.viscous[i] * s.qd[i]
