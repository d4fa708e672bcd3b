"""Equations (7.47) to (7.58): Newton-Euler's equations of all links, without the constraints.

Twists are the exact motion of the links, wrenches those of points of mass beyond a joint, and
generalized inertia and torques Lagrange's. Friction of the joints is the dissipative wrench. A
wrench is a moment, about the centre of mass of the link that it acts on, and a force.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import skew, upto
from ...derivation.lagrange import lagrange_torque, mass_matrix, potential_slopes
from ...derivation.mass_points import force_through, moment_through
from ...derivation.paths import axis, centre, origin, rotation, spin
from ...derivation.reading import Reading, Section
from ...derivation.symbols import STATES, Symbols
from ...derivation.varying import Varying, cross
from ..orthogonal_complement import constraints
from .vectors import start

section = Section()


def twist(s: Symbols, i: int) -> Varying:
    """Return t_i: angular velocity, and velocity of the centre of mass."""
    turning, moving = spin(s, i).derivatives, centre(s, i).rate.derivatives
    return Varying(*(np.concatenate(pair) for pair in zip(turning, moving, strict=True)))


def inertia(s: Symbols, i: int) -> FloatArray:
    """Return M_i."""
    R, zero = rotation(s, i).now, np.zeros((3, 3))
    return np.block([[R @ s.Ic[i] @ R.T, zero], [zero, s.m[i] * np.eye(3)]])


def spinning(s: Symbols, i: int) -> FloatArray:
    """Return W_i."""
    zero = np.zeros((3, 3))
    return np.block([[skew(spin(s, i).now), zero], [zero, zero]])


def at_centre(s: Symbols, i: int, place: FloatArray, f: FloatArray, n: FloatArray) -> FloatArray:
    """Return the wrench on link i of a force at a place and a moment."""
    return np.concatenate([n + cross(place - centre(s, i).now, f), f])


def along_joint(s: Symbols, j: int, i: int, size: FloatArray) -> FloatArray:
    """Return the wrench on link i of a torque, or force, of this size along joint j."""
    along, none = size * axis(s, j).now, np.zeros(3)
    f, n = (none, along) if s.turns[j] else (along, none)
    return at_centre(s, i, start(s, j).now, f, n)


def nonworking(s: Symbols, j: int, i: int) -> FloatArray:
    """Return the wrench on link i of what joint j holds: all but what is along it."""
    place, e = start(s, j).now, axis(s, j).now
    f, n = force_through(s, j), moment_through(s, j, place)
    if s.turns[j]:
        n = n - (n @ e) * e
    else:
        f = f - (f @ e) * e
    return at_centre(s, i, place, f, n)


def loss(s: Symbols, i: int) -> FloatArray:
    """Return the torque, or force, of viscous friction in joint i."""
    return np.asarray(-s.viscous[i] * s.qd[i])


def of_both_joints(s: Symbols, i: int, of: dict[int, FloatArray]) -> FloatArray:
    """Return the wrench on link i of these torques, or forces, of its joint and of the next."""
    own = along_joint(s, i, i, of[i])
    return own if i == s.n else own - along_joint(s, i + 1, i, of[i + 1])


def active(s: Symbols, i: int) -> FloatArray:
    """Return w_i^A: the motors give Lagrange's torques, and what friction takes."""
    drives = {j: lagrange_torque(s, j) - loss(s, j) for j in upto(s.n)}
    return of_both_joints(s, i, drives)


def dissipative(s: Symbols, i: int) -> FloatArray:
    """Return w_i^D."""
    return of_both_joints(s, i, {j: loss(s, j) for j in upto(s.n)})


def gravitational(s: Symbols, i: int) -> FloatArray:
    """Return w_i^G."""
    return np.concatenate([np.zeros(3), -s.m[i] * s.gz])


def constraint(s: Symbols, i: int) -> FloatArray:
    """Return w_i^C."""
    own = nonworking(s, i, i)
    return own if i == s.n else own - nonworking(s, i + 1, i)


@section.equation("7.47", "write Newton's and Euler's laws of a link by its twist")
def _of_a_link(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    t, M = twist(s, i), inertia(s, i)
    working = active(s, i) + gravitational(s, i) + dissipative(s, i)
    yield M @ t.rate.now
    yield -spinning(s, i) @ M @ t.now + working + constraint(s, i)


def stacked(parts: list[FloatArray]) -> FloatArray:
    """Return the matrices of all links on one diagonal."""
    n, size = len(parts), len(parts[0])
    whole = np.zeros((n, size, n, size))
    for k, part in enumerate(parts):
        whole[k, :, k] = part
    return whole.reshape(n * size, n * size)


@lru_cache(maxsize=STATES)
def all_links(s: Symbols) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return M and W, (6n, 6n), and t and its rate, (6n,)."""
    links = upto(s.n)
    M, W = (stacked([part(s, i) for i in links]) for part in (inertia, spinning))
    t = [twist(s, i) for i in links]
    return M, W, np.concatenate([x.now for x in t]), np.concatenate([x.rate.now for x in t])


def of_link(whole: FloatArray, i: int) -> FloatArray:
    """Return the six rows of link, or joint, i."""
    return np.asarray(whole[6 * i - 6 : 6 * i])


@section.equation("7.48", "and of all links at once")
def _of_all_links(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    M, W, t, t_rate = all_links(s)
    external = active(s, i) + gravitational(s, i) + dissipative(s, i)
    yield of_link(M @ t_rate, i)
    yield of_link(-W @ M @ t, i) + external + constraint(s, i)


def on_joint(s: Symbols, i: int, wrenches: list[FloatArray]) -> FloatArray:
    """Return what wrenches on all links do at joint i: row i of T^t times them."""
    return np.asarray(twist_shaping(s).now[:, i - 1] @ np.concatenate(wrenches))


@section.equation("7.49", "let gravity act at the centre of mass")
def _gravity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield -potential_slopes(s)[i]
    yield on_joint(s, i, [gravitational(s, q) for q in upto(s.n)])


@lru_cache(maxsize=STATES)
def constraint_matrix(s: Symbols) -> FloatArray:
    """Return K, (6n, 6n)."""
    joints = upto(s.n)
    axes, points, centres = (
        np.array([place(s, i).now for i in joints]) for place in (axis, start, centre)
    )
    return constraints(s.turns[1:], axes, points, centres)


@section.equation("7.50", "constrain the twists of links that a joint couples")
def _constraints(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield of_link(constraint_matrix(s) @ all_links(s)[2], i)
    yield np.zeros(6)


# of one joint: what link i gains is what link i-1 loses, so that the sum over all links is zero
@section.equation("7.51", "constraints have no power")
def _no_power(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield twist(s, i).now @ nonworking(s, i, i)
    yield twist(s, i - 1).now @ nonworking(s, i, i - 1)


@section.equation("7.52", "nor has what the constraints span")
def _no_power_of_any(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    numbers = np.array([s.q[i], s.qd[i], s.qdd[i], s.qdd[i], s.q[i], s.qd[i]])
    yield all_links(s)[2] @ of_link(constraint_matrix(s), i).T @ numbers
    yield np.zeros(())


def multipliers(s: Symbols, i: int) -> FloatArray:
    """Return λ of joint i: moments and forces across it, turned where K turns them."""
    e, wrench = axis(s, i).now, nonworking(s, i, i)
    n, f = wrench[:3], wrench[3:]
    if s.turns[i]:
        return np.concatenate([cross(e, n - cross((start(s, i) - centre(s, i)).now, f)), f])
    return np.concatenate([n, cross(e, f)])


@section.equation("7.53", "so that they are in its range")
def _constraint_wrench(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    lam = np.concatenate([multipliers(s, j) for j in upto(s.n)])
    yield constraint(s, i)
    yield of_link(constraint_matrix(s).T @ lam, i)


@lru_cache(maxsize=STATES)
def twist_shaping(s: Symbols) -> Varying:
    """Return T and its rate, (6n, n), by axes and places alone."""
    blocks = [[_column(s, i, j) for j in upto(s.n)] for i in upto(s.n)]
    return Varying(
        *(
            np.block([[column.derivatives[k][:, np.newaxis] for column in row] for row in blocks])
            for k in range(2)
        )
    )


def _column(s: Symbols, i: int, j: int) -> Varying:
    """Return the twist of link i at unit velocity of joint j."""
    if j > i:
        return Varying(np.zeros(6), np.zeros(6))
    e = axis(s, j)
    arm = cross(e, centre(s, i) - origin(s, j - 1))
    turning, moving = (e, arm) if s.turns[j] else (0.0 * e, e)
    pairs = zip(turning.derivatives[:2], moving.derivatives[:2], strict=True)
    return Varying(*(np.concatenate(pair) for pair in pairs))


@section.equation("7.54", "know the twists by the velocities of the joints")
def _twist(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield twist(s, i).now
    yield of_link(twist_shaping(s).now @ s.qd[1:], i)


@section.equation("7.55a", "which satisfies the constraints")
def _allowed(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield of_link(constraint_matrix(s) @ (twist_shaping(s).now @ s.qd[1:]), i)
    yield np.zeros(6)


@section.equation("7.55b", "at all velocities")
def _complement(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield of_link(constraint_matrix(s) @ twist_shaping(s).now, i)
    yield np.zeros((6, s.n))


@section.equation("7.56", "differentiate the twists")
def _twist_rate(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    T = twist_shaping(s)
    yield twist(s, i).rate.now
    yield of_link(T.now @ s.qdd[1:] + T.rate.now @ s.qd[1:], i)


@section.equation("7.57", "multiply by T^t: Lagrange's equations, free of constraints")
def _euler_lagrange(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    M, W, _, _ = all_links(s)
    T, T_rate = twist_shaping(s).now, twist_shaping(s).rate.now
    coupling = T[:, i - 1] @ (M @ T_rate + W @ M @ T) @ s.qd[1:]
    wrenches = [active(s, q) + dissipative(s, q) + gravitational(s, q) for q in upto(s.n)]
    yield mass_matrix(s)[i] @ s.qdd
    yield -coupling + on_joint(s, i, wrenches)


@section.equation("7.58", "with the generalized inertia")
def _generalized_inertia(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    T = twist_shaping(s).now
    yield mass_matrix(s)[i, 1:]
    yield T[:, i - 1] @ all_links(s)[0] @ T
