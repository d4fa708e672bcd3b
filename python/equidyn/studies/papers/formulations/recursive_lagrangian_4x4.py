"""Hollerbach's recursive Lagrangian with 4x4 matrices.

Left sides are exact frames and their rates, integrals over all points of mass beyond a joint, and
Lagrange's torques. W_i is T_0^i; A_i comes from the parameters of Denavit and Hartenberg, and its
primes are slopes.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ....validation import FloatArray
from ..derivation.algebra import outer, tr
from ..derivation.lagrange import lagrange_torque
from ..derivation.paths import frame
from ..derivation.reading import Reading, Section
from ..derivation.slopes import slope
from ..derivation.symbols import Symbols
from .lagrangian_sums import beyond
from .partial_velocities import frame_slope

section = Section()


def step(s: Symbols, i: int, more: float = 0.0) -> FloatArray:
    """Return A_i, the joint moved by a little more."""
    turned, slid = (more, 0.0) if s.turns[i] else (0.0, more)
    c, sn = np.cos(s.angle[i] + turned), np.sin(s.angle[i] + turned)
    ca, sa = np.cos(s.twist[i]), np.sin(s.twist[i])
    a, d = s.length[i], s.offset[i] + slid
    return np.array(
        [
            [c, -ca * sn, sa * sn, a * c],
            [sn, ca * c, -sa * c, a * sn],
            [0.0, sa, ca, d],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def step_slope(s: Symbols, i: int, more: float = 0.0) -> FloatArray:
    """Return A'_i."""
    size = None if s.turns[i] else float(s.unit[i])
    return slope(lambda x: step(s, i, more + float(x[0])), np.zeros(1), 0, size)


def second_step_slope(s: Symbols, i: int) -> FloatArray:
    """Return A''_i."""
    size = None if s.turns[i] else float(s.unit[i])
    return slope(lambda x: step_slope(s, i, float(x[0])), np.zeros(1), 0, size)


def into(s: Symbols, i: int) -> FloatArray:
    """Return T_i^0."""
    return np.asarray(np.linalg.inv(frame(s, i).now))


def moments_of_force(s: Symbols, i: int) -> FloatArray:
    """Return D_i, in frame i; zero beyond the last link."""
    if i > s.n:
        return np.zeros((4, 4))
    return into(s, i) @ beyond(s, i, outer)


def moments_of_mass(s: Symbols, i: int) -> FloatArray:
    """Return h_i, in frame i; zero beyond the last link."""
    return into(s, i) @ beyond(s, i, lambda place, _: place) if i <= s.n else np.zeros(4)


def from_next(s: Symbols, i: int, x: FloatArray) -> FloatArray:
    """Return A_{i+1} x; beyond the last link x is zero."""
    return step(s, i + 1) @ x if i < s.n else x


@section.equation("W_i", "from pose to pose, outward")
def pose(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    """Yield both sides of the recursion of the pose."""
    yield frame(s, i).now
    yield frame(s, i - 1).now @ step(s, i)


@section.equation("Wd_i", "similarly its rate")
def rate(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    """Yield both sides of the recursion of its rate."""
    W = frame(s, i - 1)
    yield frame(s, i).rate.now
    yield W.rate.now @ step(s, i) + W.now @ step_slope(s, i) * s.qd[i]


@section.equation("Wdd_i", "and its second derivative")
def second_rate(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    """Yield both sides of the recursion of the second derivative."""
    W, qd, first = frame(s, i - 1), s.qd[i], step_slope(s, i)
    yield frame(s, i).rate.rate.now
    yield (
        W.rate.rate.now @ step(s, i)
        + 2 * W.rate.now @ first * qd
        + W.now @ (second_step_slope(s, i) * qd**2 + first * s.qdd[i])
    )


@section.equation("D_i", "inward: moments of the inertia forces of all links beyond a joint")
def _moments_of_force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield moments_of_force(s, i)
    own = s.Ja[i] @ frame(s, i).rate.rate.now.T
    yield own + from_next(s, i, moments_of_force(s, i + 1))


@section.equation("h_i", "and of their mass")
def _moments_of_mass(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield moments_of_mass(s, i)
    yield s.m[i] * s.rba[i] + from_next(s, i, moments_of_mass(s, i + 1))


@section.equation("tau_i", "their products with the slope of the pose are Lagrange's torque")
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    slope_of_pose, g = frame_slope(s, i, i), -s.gza
    yield lagrange_torque(s, i)
    yield tr(slope_of_pose @ moments_of_force(s, i)) - g @ slope_of_pose @ moments_of_mass(s, i)
