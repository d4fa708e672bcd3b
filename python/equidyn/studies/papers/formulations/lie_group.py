"""Twists and products of exponentials, in the space frame, after Brockett and Park.

Left sides are exact displacements from the reference position, where all joint variables are zero,
exact motion, momenta and wrenches of points of mass, and Lagrange's torques. Twists are (w; v),
wrenches (moment; force), about the origin; an acceleration of the base replaces gravity.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ....validation import FloatArray
from ..derivation.algebra import E, cross, skew
from ..derivation.lagrange import lagrange_torque
from ..derivation.mass_points import force_through, moment_through, net_force, net_moment
from ..derivation.paths import axis, centre, origin, point, rotation, spin
from ..derivation.reading import Reading, Section
from ..derivation.symbols import Symbols
from ..derivation.varying import Varying
from ..derivation.varying import cross as crossed

section = Section()

ZERO = np.zeros(3)


def displacement(s: Symbols, q: FloatArray, i: int) -> FloatArray:
    """Return what moves link i from the reference position to these joint variables."""
    return np.asarray(s.frames(q)[i] @ np.linalg.inv(s.frames(0.0 * q)[i]))


def screw_axis(s: Symbols, i: int) -> FloatArray:
    """Return S_i, from the axis of the joint at the reference position."""
    before = s.frames(0.0 * s.q)[i - 1]
    w, p = before[:3, 2], before[:3, 3]
    return np.concatenate([w, cross(p, w)] if s.turns[i] else [ZERO, w])


def exponential(s: Symbols, i: int) -> FloatArray:
    """Return exp([S_i] θ_i) by its equation."""
    S, theta, D = screw_axis(s, i), s.q[i], np.eye(4)
    w, v = S[:3], S[3:]
    if not s.turns[i]:
        D[:3, 3] = theta * v
        return D
    sine, versine = np.sin(theta), 1 - np.cos(theta)
    D[:3, :3] = E + sine * skew(w) + versine * skew(w) @ skew(w)
    D[:3, 3] = sine * v + versine * cross(w, v)
    return D


def moved(D: FloatArray, S: FloatArray) -> FloatArray:
    """Return Ad S of a displacement."""
    R, p = D[:3, :3], D[:3, 3]
    w = R @ S[:3]
    return np.concatenate([w, R @ S[3:] + cross(p, w)])


def joint_axis(s: Symbols, i: int) -> FloatArray:
    """Return J_i, from the axis of the joint where it is."""
    e, p = axis(s, i).now, origin(s, i - 1).now
    return np.concatenate([e, cross(p, e)] if s.turns[i] else [ZERO, e])


def linear(s: Symbols, i: int) -> Varying:
    """Return the velocity of the point of link i that is at the origin."""
    return origin(s, i).rate - crossed(spin(s, i), origin(s, i))


def twist(s: Symbols, i: int) -> FloatArray:
    """Return V_i by exact motion."""
    return np.concatenate([spin(s, i).now, linear(s, i).now])


def twist_rate(s: Symbols, i: int) -> FloatArray:
    """Return the rate of V_i by exact motion, minus gravity."""
    return np.concatenate([spin(s, i).rate.now, linear(s, i).rate.now + s.gz])


def bracket(V: FloatArray) -> FloatArray:
    """Return ad of a twist, (6, 6)."""
    w, v = skew(V[:3]), skew(V[3:])
    return np.block([[w, np.zeros((3, 3))], [v, w]])


def momentum(s: Symbols, i: int, V: FloatArray) -> FloatArray:
    """Return f by its equation: the linear part of G_i V."""
    return np.asarray(s.m[i] * (V[3:] + cross(V[:3], centre(s, i).now)))


def inertia_times(s: Symbols, i: int, V: FloatArray) -> FloatArray:
    """Return G_i V by its equation."""
    R, f = rotation(s, i).now, momentum(s, i, V)
    return np.concatenate([R @ s.Ic[i] @ R.T @ V[:3] + cross(centre(s, i).now, f), f])


def own_wrench(s: Symbols, i: int) -> FloatArray:
    """Return W_i by its equation."""
    V = twist(s, i)
    return np.asarray(inertia_times(s, i, twist_rate(s, i)) - bracket(V).T @ inertia_times(s, i, V))


def wrench_through(s: Symbols, i: int) -> FloatArray:
    """Return F_i by the points of mass beyond; zero beyond the last link."""
    return np.concatenate([moment_through(s, i, ZERO), force_through(s, i)])


def exact_momentum(s: Symbols, i: int) -> FloatArray:
    """Return the momentum of the points of mass of link i, angular and linear."""

    def of_point(d: FloatArray) -> FloatArray:
        p = point(s, i, d)
        return np.concatenate([cross(p.now, p.rate.now), p.rate.now])

    return s.integral(i, of_point)


@section.equation("T_i", "displacement of a link, a product of exponentials")
def _displacement(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    product = np.eye(4)
    for k in range(1, i + 1):
        product = product @ exponential(s, k)
    yield displacement(s, s.q, i)
    yield displacement(s, s.q, i - 1) @ exponential(s, i)
    yield product


@section.equation("J_i", "the axis of the joint, carried by the link before")
def _joint_axis(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield joint_axis(s, i)
    yield moved(displacement(s, s.q, i - 1), screw_axis(s, i))


@section.equation("V_i", "twists are added as they are")
def _twist(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield twist(s, i)
    yield twist(s, i - 1) + joint_axis(s, i) * s.qd[i]


@section.equation("Vd_i", "and their rates")
def _twist_rate(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    J = joint_axis(s, i)
    yield twist_rate(s, i)
    yield twist_rate(s, i - 1) + J * s.qdd[i] + bracket(twist(s, i - 1)) @ J * s.qd[i]


@section.equation("W_i", "the wrench that moves a link")
def _own_wrench(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield np.concatenate([net_moment(s, i, ZERO), net_force(s, i)])
    yield own_wrench(s, i)


@section.equation("F_i", "inward wrenches are added as they are")
def _wrench(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield wrench_through(s, i)
    yield own_wrench(s, i) + wrench_through(s, i + 1)


@section.equation("tau_i", "along the axis of the joint: Lagrange's torque")
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield lagrange_torque(s, i)
    yield np.asarray(joint_axis(s, i) @ wrench_through(s, i))


@section.equation("exp([S] theta)", "the displacement of one joint alone")
def _exponential(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    alone = np.where(np.arange(s.n + 1) == i, s.q, 0.0)
    yield displacement(s, alone, i)
    yield exponential(s, i)


@section.equation("G_i V", "inertia in its factors: the momentum of all points of mass")
def _inertia(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield exact_momentum(s, i)
    yield inertia_times(s, i, twist(s, i))


@section.equation("f", "and its linear part")
def _momentum(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield exact_momentum(s, i)[3:]
    yield momentum(s, i, twist(s, i))
