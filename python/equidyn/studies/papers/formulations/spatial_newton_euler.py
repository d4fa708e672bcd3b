"""Newton-Euler in spatial vectors, after Featherstone, in modified frames.

Left sides are exact motion, wrenches of points of mass, and Lagrange's torques. Motion vectors are
[angular; linear], wrenches [moment; force], both at origin i; an acceleration of the base replaces
gravity.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ....validation import FloatArray
from ..derivation.algebra import E, cross, skew
from ..derivation.lagrange import lagrange_torque
from ..derivation.reading import Reading, Section
from ..derivation.symbols import Symbols
from ..modified_dh_tutorial.derivation.frames import into, place
from ..modified_dh_tutorial.derivation.wrenches import inertia
from .link_newton_euler import way
from .modified_links import Z, acceleration, alpha, force, moment, omega, to_centre, turn

section = Section()

ZERO = np.zeros((3, 3))


def velocity(s: Symbols, i: int) -> FloatArray:
    """Return v_i by exact motion."""
    return np.concatenate([omega(s, i), into(s, i, place(s, i).rate.now)])


def spatial_acceleration(s: Symbols, i: int) -> FloatArray:
    """Return a_i by exact motion: the rate of v_i as one sees it from the link, minus gravity."""
    w, v = omega(s, i), into(s, i, place(s, i).rate.now)
    return np.concatenate([alpha(s, i), acceleration(s, i) - cross(w, v)])


def wrench(s: Symbols, i: int) -> FloatArray:
    """Return f_i by the points of mass beyond; zero beyond the last link."""
    return np.concatenate([moment(s, i), force(s, i)])


def transform(s: Symbols, i: int) -> FloatArray:
    """Return X of link i; beyond the last link the unit matrix."""
    R = turn(s, i).T
    return np.block([[R, ZERO], [-R @ skew(way(s, i)), R]])


def subspace(s: Symbols, i: int) -> FloatArray:
    """Return S_i."""
    none = np.zeros(3)
    return np.concatenate([Z, none] if s.turns[i] else [none, Z])


def crossing(v: FloatArray) -> FloatArray:
    """Return the matrix of v x, for motion vectors."""
    w, u = skew(v[:3]), skew(v[3:])
    return np.block([[w, ZERO], [u, w]])


def spatial_inertia(s: Symbols, i: int) -> FloatArray:
    """Return I_i."""
    m, c = s.m[i], skew(to_centre(s, i))
    return np.block([[inertia(s, i) + m * c @ c.T, m * c], [m * c.T, m * E]])


@section.equation("v_i", "spatial velocity, outward")
def _velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield velocity(s, i)
    yield transform(s, i) @ velocity(s, i - 1) + subspace(s, i) * s.qd[i]


@section.equation("a_i", "spatial acceleration")
def _acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    S = subspace(s, i)
    own = S * s.qdd[i] + crossing(velocity(s, i)) @ S * s.qd[i]
    yield spatial_acceleration(s, i)
    yield transform(s, i) @ spatial_acceleration(s, i - 1) + own


@section.equation("f_i", "inward: Newton's and Euler's equations in one")
def _wrench(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    v, inertia_of_link = velocity(s, i), spatial_inertia(s, i)
    crossing_of_wrenches = -crossing(v).T
    yield wrench(s, i)
    yield (
        inertia_of_link @ spatial_acceleration(s, i)
        + crossing_of_wrenches @ inertia_of_link @ v
        + transform(s, i + 1).T @ wrench(s, i + 1)
    )


@section.equation("tau_i", "what the joint's motion feels is Lagrange's torque")
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield lagrange_torque(s, i)
    yield np.asarray(subspace(s, i) @ wrench(s, i))
