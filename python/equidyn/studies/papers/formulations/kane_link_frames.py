"""Kane's equations, each link in its standard frame.

Partial velocities are slopes of the links' frames, forces and moments those of points of mass, and
torques Lagrange's; an acceleration of the base replaces gravity.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ....validation import FloatArray
from ..derivation.algebra import cross, total, upto
from ..derivation.lagrange import lagrange_torque
from ..derivation.mass_points import net_force, net_moment
from ..derivation.paths import centre
from ..derivation.reading import Reading, Section
from ..derivation.symbols import Symbols
from .partial_velocities import of_all_joints, of_point, of_turning
from .recursive_lagrangian_4x4 import step
from .standard_links import into, motion

section = Section()

Z = np.array([0.0, 0.0, 1.0])


def back(s: Symbols, i: int) -> FloatArray:
    """Return R_i^T."""
    return np.asarray(step(s, i)[:3, :3].T)


def turning(s: Symbols, i: int, r: int) -> FloatArray:
    """Return W_ir by the slopes."""
    return into(s, i, of_turning(s, i, r))


def moving(s: Symbols, i: int, r: int) -> FloatArray:
    """Return V_ir by the slopes."""
    return into(s, i, of_point(s, i, r, s.rb[i]))


def between_centres(s: Symbols, i: int) -> FloatArray:
    """Return p_i by its equation."""
    return np.asarray(s.r[i] + s.rb[i] - back(s, i) @ s.rb[i - 1])


def inertia_force(s: Symbols, i: int) -> FloatArray:
    """Return F_i by its equation."""
    return np.asarray(s.m[i] * motion(s, i)[2])


def inertia_moment(s: Symbols, i: int) -> FloatArray:
    """Return N_i by its equation."""
    w, al, _ = motion(s, i)
    return np.asarray(s.Ic[i] @ al + cross(w, s.Ic[i] @ w))


@section.equation("p_i", "from centre of mass to centre of mass")
def _between_centres(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i, (centre(s, i) - centre(s, i - 1)).now)
    yield between_centres(s, i)


@section.equation("W_ir", "partial angular velocities go outward, and the joint adds its own")
def _turning(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    own = back(s, i) @ Z if s.turns[i] else np.zeros(3)
    yield of_all_joints(s, [turning(s, i, r) for r in upto(i)])
    yield of_all_joints(s, [*(back(s, i) @ turning(s, i - 1, r) for r in upto(i - 1)), own])


@section.equation("V_ir", "and those of the centres of mass")
def _moving(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def outward(r: int) -> FloatArray:
        swung = cross(turning(s, i, r), between_centres(s, i))
        return np.asarray(back(s, i) @ moving(s, i - 1, r) + swung)

    axis = back(s, i) @ Z
    own = cross(axis, s.r[i] + s.rb[i]) if s.turns[i] else axis
    yield of_all_joints(s, [moving(s, i, r) for r in upto(i)])
    yield of_all_joints(s, [*(outward(r) for r in upto(i - 1)), own])


@section.equation("tau_r", "forces and moments along them are Lagrange's torque")
def _torque(s: Symbols, r: int, read: Reading) -> Iterator[FloatArray]:
    def along(i: int) -> FloatArray:
        force, moment = inertia_force(s, i), inertia_moment(s, i)
        return np.asarray(force @ moving(s, i, r) + moment @ turning(s, i, r))

    yield lagrange_torque(s, r)
    yield total(along(i) for i in range(r, s.n + 1))


@section.equation("F_i", "force on a link")
def _inertia_force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i, net_force(s, i))
    yield inertia_force(s, i)


@section.equation("N_i", "and moment about its centre of mass")
def _inertia_moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i, net_moment(s, i, centre(s, i).now))
    yield inertia_moment(s, i)
