"""Equations (2.21) to (2.29): Newton-Euler's recursion in base axes.

Left sides are rates of the centre of mass, forces and moments of points of mass, and at the end
Lagrange's torque; an acceleration of the base replaces gravity.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.lagrange import lagrange_torque
from ...derivation.mass_points import force_through, moment_through, net_force, net_moment
from ...derivation.paths import axis, centre, origin, rotation, spin
from ...derivation.reading import Erratum, Reading, Section
from ...derivation.symbols import Symbols
from ...derivation.varying import Varying, cross

section = Section()


def to_centre(s: Symbols, i: int) -> FloatArray:
    """Return s_i, from origin i to the centre of mass of link i."""
    return np.asarray(s.R[0, i] @ s.rb[i])


def step(s: Symbols, i: int) -> FloatArray:
    """Return R_{i-1,i}, from origin i-1 to origin i."""
    return np.asarray(s.R[0, i] @ s.r[i])


@section.equation("2.21", "velocity of the centre of mass")
def _velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield centre(s, i).rate.now
    yield origin(s, i).rate.now + cross(spin(s, i).now, to_centre(s, i))


D_LOST = Erratum("v̄_i/dt", "d/dt v̄_i", undefined="a velocity is divided by a differential")


@section.equation("2.22", "its acceleration", D_LOST)
def _acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, b = spin(s, i), to_centre(s, i)
    turning = cross(w.rate.now, b) + cross(w.now, cross(w.now, b))
    yield centre(s, i).rate.rate.now
    yield origin(s, i).rate.rate.now + turning


@section.equation("2.23", "see which forces act on the link")
def _forces(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield net_force(s, i)
    yield force_through(s, i) + -force_through(s, i + 1)


def spinning(s: Symbols, i: int) -> FloatArray:
    """Return N_i, the moment that moves link i about its centre of mass."""
    return net_moment(s, i, centre(s, i).now)


def moment_at(s: Symbols, i: int) -> FloatArray:
    """Return n_i, about origin i-1; zero beyond the last link."""
    return moment_through(s, i, origin(s, i - 1).now)


@section.equation("2.24", "and which moments, about the centre of mass")
def _moments(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    F, f, f_next = net_force(s, i), force_through(s, i), force_through(s, i + 1)
    n = moment_at(s, i) - moment_at(s, i + 1)
    r, r_before, p = origin(s, i).now, origin(s, i - 1).now, centre(s, i).now
    b, R = to_centre(s, i), step(s, i)
    yield spinning(s, i)
    yield n + cross(r_before - p, f) + cross(r - p, -f_next)
    yield n - cross(R + b, f) - cross(b, -f_next)
    yield n - cross(R, f) - cross(b, f - f_next)
    yield n - cross(R, f) - cross(b, F)
    yield n - cross(R, F + f_next) - cross(b, F)
    yield n - cross(R + b, F) - cross(R, f_next)


@section.equation("2.25", "go back from link to link: force")
def _force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield force_through(s, i)
    yield force_through(s, i + 1) + net_force(s, i)


@section.equation("2.26", "and moment")
def _moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    R, b = step(s, i), to_centre(s, i)
    yield moment_at(s, i)
    yield (
        moment_at(s, i + 1)
        + cross(R + b, net_force(s, i))
        + cross(R, force_through(s, i + 1))
        + spinning(s, i)
    )


@section.equation("2.27", "apply Newton's law")
def _newton(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield net_force(s, i)
    yield s.m[i] * (centre(s, i).rate.rate.now + s.gz)


def tensor(s: Symbols, i: int) -> Varying:
    """Return I_i about the centre of mass, in base axes, in which it changes."""
    R = rotation(s, i)
    turned: Varying = R @ s.Ic[i] @ R.T
    return turned


@section.equation("2.28", "apply Euler's law")
def _euler(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, inertia = spin(s, i), tensor(s, i)
    yield spinning(s, i)
    yield (inertia @ w).rate.now
    yield (inertia @ w.rate).now + cross(w, inertia @ w).now


@section.equation("2.29", "take what the joint gives")
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield lagrange_torque(s, i)
    yield (moment_at(s, i) if s.turns[i] else force_through(s, i)) @ axis(s, i).now
