"""The generalized d'Alembert equations: translation in frame 0, rotation in the links' frames.

Left sides are Lagrange's: the mass matrix, gravity, and what velocities alone take of an arm whose
links have no tensor, or no mass. ω_s, α_s and the accelerations of centres of mass are those of
joints that do not accelerate.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np

from ....validation import FloatArray
from ..derivation.algebra import cross, total, upto
from ..derivation.lagrange import (
    coasting_rates,
    kinetic_slopes,
    lagrange_torque,
    mass_matrix,
    potential_slopes,
)
from ..derivation.paths import axis, centre, origin, spin
from ..derivation.reading import Reading, Section
from ..derivation.symbols import STATES, Symbols
from .partial_velocities import of_all_joints, of_point, of_turning
from .recursive_lagrangian_4x4 import step
from .standard_links import into

section = Section()

Z = np.array([0.0, 0.0, 1.0])


@lru_cache(maxsize=STATES)
def by_velocities(s: Symbols) -> tuple[FloatArray, FloatArray]:
    """Return Lagrange's torques of velocities alone, of translation and of rotation, (n + 1,)."""
    of_points, of_tensors = replace(s, Ic=0.0 * s.Ic), replace(s, m=0.0 * s.m)
    translation, rotation = (coasting_rates(x) - kinetic_slopes(x) for x in (of_points, of_tensors))
    return translation, rotation


def moving(s: Symbols, link: int, i: int) -> FloatArray:
    """Return v_si by its equation."""
    e, lever = axis(s, i).now, (centre(s, link) - origin(s, i - 1)).now
    return cross(e, lever) if s.turns[i] else e


def turning(s: Symbols, link: int, i: int) -> FloatArray:
    """Return z_si by its equation."""
    z = Z if s.turns[i] else np.zeros(3)
    for k in range(i, link + 1):
        z = step(s, k)[:3, :3].T @ z
    return z


def inertia(s: Symbols, i: int, j: int) -> FloatArray:
    """Return D_ij by its equation."""

    def of(link: int) -> FloatArray:
        z, v = ((of_joint(s, link, i), of_joint(s, link, j)) for of_joint in (turning, moving))
        return np.asarray(z[0] @ s.Ic[link] @ z[1] + s.m[link] * v[0] @ v[1])

    return total(of(link) for link in range(max(i, j), s.n + 1))


def of_translation(s: Symbols, i: int) -> FloatArray:
    """Return the torque of translation by its equation."""

    def of(link: int) -> FloatArray:
        by_joints = total(of_point(s, link, j, s.rb[link]) * s.qdd[j] for j in upto(link))
        coasting = centre(s, link).rate.rate.now - by_joints
        return np.asarray(s.m[link] * coasting @ moving(s, link, i))

    return total(of(link) for link in range(i, s.n + 1))


def of_rotation(s: Symbols, i: int) -> FloatArray:
    """Return the torque of rotation by its equation."""

    def of(link: int) -> FloatArray:
        w, tensor = spin(s, link), s.Ic[link]
        by_joints = total(of_turning(s, link, j) * s.qdd[j] for j in upto(link))
        now, coasting = into(s, link, w.now), into(s, link, w.rate.now - by_joints)
        return np.asarray(turning(s, link, i) @ (tensor @ coasting + cross(now, tensor @ now)))

    return total(of(link) for link in range(i, s.n + 1))


def of_gravity(s: Symbols, i: int) -> FloatArray:
    """Return c_i by its equation."""
    moments = total(s.m[link] * moving(s, link, i) for link in range(i, s.n + 1))
    g = -s.gz
    return np.asarray(-g @ moments)


@section.equation("tau_i", "each effect apart, together Lagrange's torque")
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    accelerating = total(inertia(s, i, j) * s.qdd[j] for j in upto(s.n))
    yield lagrange_torque(s, i)
    yield accelerating + of_translation(s, i) + of_rotation(s, i) + of_gravity(s, i)


@section.equation("D_ij", "inertia: a row of the mass matrix")
def _inertia(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield mass_matrix(s)[i, 1:]
    yield np.array([inertia(s, i, j) for j in upto(s.n)])


@section.equation("h_i^tran", "Coriolis and centrifugal torque of translation")
def _of_translation(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield np.asarray(by_velocities(s)[0][i])
    yield of_translation(s, i)


@section.equation("h_i^rot", "and of rotation")
def _of_rotation(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield np.asarray(by_velocities(s)[1][i])
    yield of_rotation(s, i)


@section.equation("c_i", "gravity")
def _of_gravity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield np.asarray(potential_slopes(s)[i])
    yield of_gravity(s, i)


@section.equation("v_si", "velocity of a centre of mass, of one joint")
def _moving(s: Symbols, link: int, read: Reading) -> Iterator[FloatArray]:
    joints = upto(link)
    yield of_all_joints(s, [of_point(s, link, i, s.rb[link]) for i in joints])
    yield of_all_joints(s, [moving(s, link, i) for i in joints])


@section.equation("z_si", "and the axis about which the link turns, in its frame")
def _turning(s: Symbols, link: int, read: Reading) -> Iterator[FloatArray]:
    joints = upto(link)
    yield of_all_joints(s, [into(s, link, of_turning(s, link, i)) for i in joints])
    yield of_all_joints(s, [turning(s, link, i) for i in joints])
