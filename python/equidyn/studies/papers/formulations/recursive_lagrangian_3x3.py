"""Hollerbach's recursive Lagrangian with 3x3 matrices.

Left sides are exact rotations and accelerations, integrals over all points of mass beyond a joint,
and Lagrange's torques. W_i is R_0^i; R_i and its slopes are those of the 4x4 form.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ....validation import FloatArray
from ..derivation.algebra import outer, total, tr
from ..derivation.lagrange import lagrange_torque
from ..derivation.paths import axis, origin, rotation
from ..derivation.reading import Reading, Section, own_joint
from ..derivation.symbols import Symbols
from .lagrangian_sums import beyond
from .partial_velocities import frame_slope
from .recursive_lagrangian_4x4 import second_step_slope, step, step_slope

section = Section()


def inertia_force(s: Symbols, i: int) -> FloatArray:
    """Return e_i: the sum of all links from i on, zero beyond the last."""
    return np.zeros(3) + beyond(s, i, lambda _, a: a[:3])


def about_start(s: Symbols, i: int, place: FloatArray) -> FloatArray:
    """Return a place as seen from origin i-1, in frame i."""
    return np.asarray(rotation(s, i).now.T @ (place[:3] - origin(s, i - 1).now))


def moments_of_force(s: Symbols, i: int) -> FloatArray:
    """Return G_i: about origin i-1, in frame i; zero beyond the last link."""
    return np.zeros((3, 3)) + beyond(s, i, lambda p, a: outer(about_start(s, i, p), a[:3]))


def moments_of_mass(s: Symbols, i: int) -> FloatArray:
    """Return h_i: about origin i-1, in frame i; zero beyond the last link."""
    return np.zeros(3) + beyond(s, i, lambda p, _: about_start(s, i, p))


def from_next(s: Symbols, i: int, x: FloatArray) -> FloatArray:
    """Return R_{i+1} x; beyond the last link x is zero."""
    return step(s, i + 1)[:3, :3] @ x if i < s.n else x


def mass_beyond(s: Symbols, i: int) -> FloatArray:
    """Return the mass of all links from i on."""
    return total(s.m[k] for k in range(i, s.n + 1))


@section.equation("Wd_i", "outward: rate of the rotation")
def _rate(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    W = rotation(s, i - 1)
    R, slope = step(s, i)[:3, :3], step_slope(s, i)[:3, :3]
    yield rotation(s, i).rate.now
    yield W.rate.now @ R + W.now @ slope * s.qd[i]


@section.equation("Wdd_i", "its second derivative")
def _second_rate(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    W, qd = rotation(s, i - 1), s.qd[i]
    R, slope = step(s, i)[:3, :3], step_slope(s, i)[:3, :3]
    yield rotation(s, i).rate.rate.now
    yield (
        W.rate.rate.now @ R
        + 2 * W.rate.now @ slope * qd
        + W.now @ (second_step_slope(s, i)[:3, :3] * qd**2 + slope * s.qdd[i])
    )


@section.equation("pdd_i", "acceleration of the origin, with the terms of a prismatic joint")
def _acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    z = axis(s, i)
    swung = origin(s, i - 1).rate.rate.now + rotation(s, i).rate.rate.now @ s.r[i]
    yield origin(s, i).rate.rate.now
    yield swung if s.turns[i] else swung + 2 * z.rate.now * s.qd[i] + z.now * s.qdd[i]


@section.equation("e_i", "inward: inertia forces of all links beyond a joint")
def _inertia_force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    first = s.m[i] * s.rb[i]
    own = s.m[i] * origin(s, i).rate.rate.now + rotation(s, i).rate.rate.now @ first
    yield inertia_force(s, i)
    yield inertia_force(s, i + 1) + own


@section.equation("G_i", "their moments")
def _moments_of_force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    W, p = rotation(s, i).rate.rate.now, origin(s, i).rate.rate.now
    first, second = s.m[i] * s.rb[i], s.J[i]
    yield moments_of_force(s, i)
    yield (
        from_next(s, i, moments_of_force(s, i + 1))
        + outer(s.r[i], inertia_force(s, i))
        + outer(first, p)
        + second @ W.T
    )


@section.equation("h_i", "and those of mass")
def _moments_of_mass(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    first = s.m[i] * s.rb[i]
    yield moments_of_mass(s, i)
    yield from_next(s, i, moments_of_mass(s, i + 1)) + mass_beyond(s, i) * s.r[i] + first


@section.equation("tau_i", "a revolute joint: Lagrange's torque", turning=own_joint)
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    slope, g = frame_slope(s, i, i)[:3, :3], -s.gz
    yield lagrange_torque(s, i)
    yield tr(slope @ moments_of_force(s, i)) - g @ slope @ moments_of_mass(s, i)


@section.equation("tau_i+", "and the force of a prismatic one", sliding=own_joint)
def _force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    g = -s.gz
    yield lagrange_torque(s, i)
    yield axis(s, i).now @ (inertia_force(s, i) - mass_beyond(s, i) * g)
