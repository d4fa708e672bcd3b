"""Newton-Euler about the origins of the joints, after Khalil, in modified frames.

Left sides are forces and moments of points of mass, and Lagrange's torques; an acceleration of the
base replaces gravity.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ....validation import FloatArray
from ..derivation.algebra import E, cross, outer, skew
from ..derivation.lagrange import lagrange_torque
from ..derivation.reading import Reading, Section
from ..derivation.symbols import Symbols
from ..modified_dh_tutorial.derivation.wrenches import inertia
from .modified_links import Z, acceleration, alpha, force, moment, omega, resultant, to_centre, turn

section = Section()


def way(s: Symbols, i: int) -> FloatArray:
    """Return P_i; zero beyond the last link."""
    if i > s.n:
        return np.zeros(3)
    a, d, alpha = s.length[i - 1], s.offset[i], s.twist[i - 1]
    return np.array([a, -d * np.sin(alpha), d * np.cos(alpha)])


def acceleration_tensor(s: Symbols, i: int) -> FloatArray:
    """Return A_i: a vector b that is fixed to the link has acceleration A_i b."""
    w = omega(s, i)
    return outer(w, w) - (w @ w) * E + skew(alpha(s, i))


def first_moment(s: Symbols, i: int) -> FloatArray:
    """Return S_i."""
    return np.asarray(s.m[i] * to_centre(s, i))


def inertia_about_origin(s: Symbols, i: int) -> FloatArray:
    """Return J_i."""
    c = to_centre(s, i)
    return np.asarray(inertia(s, i) + s.m[i] * ((c @ c) * E - outer(c, c)))


def own_force(s: Symbols, i: int) -> FloatArray:
    """Return F_i by its equation."""
    return np.asarray(s.m[i] * acceleration(s, i) + acceleration_tensor(s, i) @ first_moment(s, i))


def own_moment(s: Symbols, i: int) -> FloatArray:
    """Return N_i by its equation."""
    J, w = inertia_about_origin(s, i), omega(s, i)
    swung = J @ alpha(s, i) + cross(w, J @ w)
    return np.asarray(swung + cross(first_moment(s, i), acceleration(s, i)))


@section.equation("F_i", "force on a link, by its mass and first moment")
def _force_on_link(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield resultant(s, i)[0]
    yield own_force(s, i)


@section.equation("N_i", "and moment about its origin")
def _moment_on_link(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield resultant(s, i)[1]
    yield own_moment(s, i)


@section.equation("f_i", "inward: force through the joint")
def _force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield force(s, i)
    yield own_force(s, i) + turn(s, i + 1) @ force(s, i + 1)


@section.equation("n_i", "and moment")
def _moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    R = turn(s, i + 1)
    passed = cross(way(s, i + 1), R @ force(s, i + 1)) + R @ moment(s, i + 1)
    yield moment(s, i)
    yield own_moment(s, i) + passed


@section.equation("tau_i", "along the axis it is Lagrange's torque")
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield lagrange_torque(s, i)
    yield np.asarray(Z @ (moment(s, i) if s.turns[i] else force(s, i)))
