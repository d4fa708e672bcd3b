"""Sums and products over the links, which recursive doubling forms, in frame 0.

Left sides are exact frames and motion, forces and moments of points of mass, and Lagrange's
torques; an acceleration of the base replaces gravity. Moments are about the origin of frame 0.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ....validation import FloatArray
from ..derivation.algebra import cross, total, upto
from ..derivation.lagrange import lagrange_torque
from ..derivation.mass_points import force_through, moment_through, net_force, net_moment
from ..derivation.paths import axis, centre, origin, point, rotation, spin
from ..derivation.reading import Reading, Section
from ..derivation.symbols import Symbols
from .recursive_lagrangian_4x4 import step

section = Section()

ZERO = np.zeros(3)


def doubled(s: Symbols) -> list[FloatArray]:
    """Return the products of the rotations R_1 to R_i, all i at once, by recursive doubling."""
    y = [step(s, i)[:3, :3] for i in upto(s.n)]
    k = 1
    while k < s.n:
        y = [y[i - k] @ y[i] if i >= k else y[i] for i in range(s.n)]
        k = 2 * k
    return y


def turned(s: Symbols, i: int) -> FloatArray:
    """Return R_0^i, a product in order."""
    product = np.eye(3)
    for k in upto(i):
        product = product @ step(s, k)[:3, :3]
    return product


def way(s: Symbols, i: int) -> FloatArray:
    """Return r_i, in frame 0."""
    return np.asarray(turned(s, i) @ s.r[i])


def to_centre(s: Symbols, i: int) -> FloatArray:
    """Return c_i, in frame 0."""
    return np.asarray(turned(s, i) @ s.rb[i])


def swung(s: Symbols, i: int, b: FloatArray) -> FloatArray:
    """Return the acceleration of the end of a vector that is fixed to link i."""
    w, al = spin(s, i).now, spin(s, i).rate.now
    return np.asarray(cross(al, b) + cross(w, cross(w, b)))


def acceleration(s: Symbols, i: int) -> FloatArray:
    """Return the acceleration of the centre of mass, minus gravity, by its equation."""
    return np.asarray(origin(s, i).rate.rate.now + s.gz + swung(s, i, to_centre(s, i)))


def own_force(s: Symbols, i: int) -> FloatArray:
    """Return F_i by its equation."""
    return np.asarray(s.m[i] * acceleration(s, i))


def own_moment(s: Symbols, i: int) -> FloatArray:
    """Return N_i by its equation."""
    w, R = spin(s, i), turned(s, i)
    tensor = R @ s.Ic[i] @ R.T
    about_centre = tensor @ w.rate.now + cross(w.now, tensor @ w.now)
    return np.asarray(about_centre + cross(origin(s, i).now + to_centre(s, i), own_force(s, i)))


@section.equation("y_i", "recursive doubling gives the products in order")
def _doubled(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield rotation(s, i).now
    yield doubled(s)[i - 1]


@section.equation("R_0^i", "rotation of a link, a product")
def _rotation(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield rotation(s, i).now
    yield turned(s, i)


@section.equation("p_i", "its origin, a sum")
def _origin(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield origin(s, i).now
    yield total(way(s, j) for j in upto(i))


@section.equation("r_j^*", "of the ways from origin to origin")
def _way(s: Symbols, j: int, read: Reading) -> Iterator[FloatArray]:
    yield (origin(s, j) - origin(s, j - 1)).now
    yield way(s, j)


@section.equation("omega_i^*", "angular velocity, a sum")
def _angular_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield spin(s, i).now
    yield total([ZERO, *(s.qd[j] * axis(s, j).now for j in upto(i) if s.turns[j])])


@section.equation("alpha_i^*", "angular acceleration")
def _angular_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def of_joint(j: int) -> FloatArray:
        z, w = axis(s, j).now, spin(s, j - 1).now
        return np.asarray(s.qdd[j] * z + s.qd[j] * cross(w, z))

    yield spin(s, i).rate.now
    yield total([ZERO, *(of_joint(j) for j in upto(i) if s.turns[j])])


@section.equation("a_i^*", "acceleration of the origin")
def _acceleration_of_origin(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def of_joint(j: int) -> FloatArray:
        z, w = axis(s, j).now, spin(s, j - 1).now
        sliding = s.qdd[j] * z + 2 * s.qd[j] * cross(w, z)
        return swung(s, j, way(s, j)) + (ZERO if s.turns[j] else sliding)

    yield origin(s, i).rate.rate.now + s.gz
    yield s.gz + total(of_joint(j) for j in upto(i))


@section.equation("abar_i^*", "and of the centre of mass")
def _acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield centre(s, i).rate.rate.now + s.gz
    yield acceleration(s, i)


@section.equation("c_i^*", "from the origin of a link to its centre of mass: by first moments")
def _to_centre(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.integral(i, lambda d: (point(s, i, d) - origin(s, i)).now)
    yield s.m[i] * to_centre(s, i)


@section.equation("F_i^*", "force on a link")
def _own_force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield net_force(s, i)
    yield own_force(s, i)


@section.equation("N_i^*", "and moment about the origin of frame 0")
def _own_moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield net_moment(s, i, ZERO)
    yield own_moment(s, i)


@section.equation("f_i^*", "force through a joint, a sum from the tip")
def _force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield force_through(s, i)
    yield total(own_force(s, j) for j in range(i, s.n + 1))


@section.equation("n_i^*", "and moment, about the same point, so that it waits for no force")
def _moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield moment_through(s, i, ZERO)
    yield total(own_moment(s, j) for j in range(i, s.n + 1))


@section.equation("tau_i", "shifted to the axis of the joint: Lagrange's torque")
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    z, f, n = axis(s, i).now, force_through(s, i), moment_through(s, i, ZERO)
    turning = z @ n + cross(origin(s, i - 1).now, z) @ f
    yield lagrange_torque(s, i)
    yield np.asarray(turning if s.turns[i] else z @ f)
