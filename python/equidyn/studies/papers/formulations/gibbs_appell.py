"""Gibbs' and Appell's equations, each link in its standard frame.

Left sides are integrals over points of mass, whose accelerations come from exact motion, and their
slopes; an acceleration of the base replaces gravity. The integral of the squared accelerations has
one part more than S: that of velocities alone, on which no torque depends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from ....validation import FloatArray
from ..derivation.algebra import total, upto
from ..derivation.exact_motion import exact_motion
from ..derivation.lagrange import lagrange_torque
from ..derivation.paths import rotation, spin
from ..derivation.reading import Reading, Section, from_second
from ..derivation.slopes import slope
from ..derivation.symbols import Symbols
from ..derivation.varying import cross
from .partial_velocities import of_all_joints, of_point, of_turning
from .standard_links import into, motion, ordinary_accelerations

section = Section()

ORIGIN = np.zeros(3)


def of_points(s: Symbols, k: int, more: Callable[[FloatArray], FloatArray]) -> FloatArray:
    """Return half the integral of the squared accelerations of link k, with more(d) at a point."""

    def squared(d: FloatArray) -> FloatArray:
        a = into(s, k, exact_motion(s).acceleration(k, d) + s.gz) + more(d)
        return np.asarray(a @ a)

    return 0.5 * s.integral(k, squared)


def of_velocities(s: Symbols, k: int) -> FloatArray:
    """Return the part of that integral in which there is no acceleration."""
    w = into(s, k, spin(s, k).now)

    def squared(d: FloatArray) -> FloatArray:
        a = cross(w, cross(w, d - s.rb[k]))
        return np.asarray(a @ a)

    return 0.5 * s.integral(k, squared)


def slopes(
    s: Symbols, k: int, size: float, more: Callable[[FloatArray, FloatArray], FloatArray]
) -> FloatArray:
    """Return the slopes of S_k by three numbers x of this size, on which more(x, d) depends."""

    def energy(x: FloatArray) -> FloatArray:
        return of_points(s, k, lambda d: more(x, d))

    return np.array([slope(energy, ORIGIN, j, size) for j in range(3)])


def by_acceleration(s: Symbols, k: int) -> FloatArray:
    """Return dS_k/da_k."""
    return np.asarray(s.m[k] * motion(s, k)[2])


def by_angular_acceleration(s: Symbols, k: int) -> FloatArray:
    """Return dS_k/dα_k."""
    w, al, _ = motion(s, k)
    moment = cross(s.rb[k], by_acceleration(s, k))
    return np.asarray(moment + s.Ic[k] @ al + cross(w, s.Ic[k] @ w))


def turning_by_joint(s: Symbols, k: int, i: int) -> FloatArray:
    """Return dα_k/dqdd_i."""
    return into(s, k, of_turning(s, k, i))


def moving_by_joint(s: Symbols, k: int, i: int) -> FloatArray:
    """Return da_k/dqdd_i."""
    return into(s, k, of_point(s, k, i, ORIGIN))


@section.equation("S", "energy of acceleration of a link: all of it that depends on accelerations")
def _energy(s: Symbols, k: int, read: Reading) -> Iterator[FloatArray]:
    w, al, ab = motion(s, k)
    inertia = s.Ic[k]
    yield of_points(s, k, np.zeros_like) - of_velocities(s, k)
    yield np.asarray(s.m[k] / 2 * ab @ ab + al @ inertia @ al / 2 + al @ cross(w, inertia @ w))


@section.equation("tau_i", "its slope by the acceleration of a joint is the torque")
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    links, (angular, linear) = range(i, s.n + 1), ordinary_accelerations(s)
    size = angular if s.turns[i] else linear

    def energy(qdd: FloatArray) -> FloatArray:
        """Return S with another acceleration of joint i, but for a constant."""

        def more(k: int, d: FloatArray) -> FloatArray:
            return np.asarray(qdd[0] * into(s, k, of_point(s, k, i, d)))

        return total(of_points(s, k, partial(more, k)) for k in links)

    def along(k: int) -> FloatArray:
        moving, turning = moving_by_joint(s, k, i), turning_by_joint(s, k, i)
        return np.asarray(by_acceleration(s, k) @ moving + by_angular_acceleration(s, k) @ turning)

    yield lagrange_torque(s, i)
    yield slope(energy, np.zeros(1), 0, size)
    yield total(along(k) for k in links)


@section.equation("dS_k/da_k", "by the acceleration of the origin: the force on the link")
def _by_acceleration(s: Symbols, k: int, read: Reading) -> Iterator[FloatArray]:
    _, size = ordinary_accelerations(s)
    yield slopes(s, k, size, lambda x, d: x)
    yield by_acceleration(s, k)


@section.equation("dS_k/dalpha_k", "by the angular acceleration: the moment about the origin")
def _by_angular_acceleration(s: Symbols, k: int, read: Reading) -> Iterator[FloatArray]:
    size, _ = ordinary_accelerations(s)
    yield slopes(s, k, size, cross)
    yield by_angular_acceleration(s, k)


def back(s: Symbols, k: int) -> FloatArray:
    """Return R_k^T, by the frames."""
    return np.asarray((rotation(s, k).T @ rotation(s, k - 1)).now)


@section.equation("dalpha_k/dqdd_i", "the slopes of accelerations go outward", links=from_second)
def _turning_by_joint(s: Symbols, k: int, read: Reading) -> Iterator[FloatArray]:
    joints = upto(k - 1)
    yield of_all_joints(s, [turning_by_joint(s, k, i) for i in joints])
    yield of_all_joints(s, [back(s, k) @ turning_by_joint(s, k - 1, i) for i in joints])


@section.equation("da_k/dqdd_i", "and those of the origins", links=from_second)
def _moving_by_joint(s: Symbols, k: int, read: Reading) -> Iterator[FloatArray]:
    def outward(i: int) -> FloatArray:
        swung = cross(turning_by_joint(s, k, i), s.r[k])
        return np.asarray(back(s, k) @ moving_by_joint(s, k - 1, i) + swung)

    joints = upto(k - 1)
    yield of_all_joints(s, [moving_by_joint(s, k, i) for i in joints])
    yield of_all_joints(s, [outward(i) for i in joints])
