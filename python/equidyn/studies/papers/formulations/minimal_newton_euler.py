"""Newton-Euler with regrouped moments, tensors and split shifts, in modified frames.

Left sides are moments of mass by points of mass and exact frames, exact motion, and Lagrange's
torques; an acceleration of the base replaces gravity. Forces between the links are those of the
links as they are, minus those of what is moved to the link before.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ....validation import FloatArray
from ..derivation.algebra import E, cross, outer, skew
from ..derivation.lagrange import lagrange_torque
from ..derivation.reading import Reading, Section, from_second, own_joint
from ..derivation.symbols import Symbols
from ..modified_dh_tutorial.derivation.frames import rotation
from .link_newton_euler import way
from .modified_links import Z, acceleration, alpha, force, moment, omega, turn
from .regrouping import all_on_the_axis, gathered, given, kept, wrench
from .tensor_newton_euler import Moments, moment_of, own_moments

section = Section()

X = np.array([1.0, 0.0, 0.0])


def regrouped(s: Symbols, i: int) -> Moments:
    """Return M_i, S_i and K_i with what the links beyond give, before the link gives."""
    M, S, K = own_moments(s, i)
    if i == s.n:
        return M, S, K
    given_mass, given_first, given_second = regrouped(s, i + 1)
    R = turn(s, i + 1)
    if not s.turns[i + 1]:
        return M, S, K + R @ given_second @ R.T
    P, k, Sz, Kzz = way(s, i + 1), R @ Z, given_first[2], given_second[2, 2]
    return (
        M + given_mass,
        S + given_mass * P + Sz * k,
        K + given_mass * outer(P, P) + Sz * (outer(P, k) + outer(k, P)) + Kzz * outer(k, k),
    )


def left_over(s: Symbols, i: int) -> Moments:
    """Return M_i, S_i and K_i after the link has given."""
    M, S, K = regrouped(s, i)
    if not s.turns[i]:
        return M, S, np.zeros((3, 3))
    return np.zeros(()), S - S[2] * Z, K - K[2, 2] * outer(Z, Z)


@section.equation(
    "M_{i-1}", "mass that may be on either link", links=from_second, turning=own_joint
)
def _mass(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield gathered(s, i - 1, all_on_the_axis)[3, 3]
    yield regrouped(s, i - 1)[0]


@section.equation(
    "S_{i-1}", "its first moment is that along the axis", links=from_second, turning=own_joint
)
def _first_moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield gathered(s, i - 1, all_on_the_axis)[:3, 3]
    yield regrouped(s, i - 1)[1]


@section.equation("K_{i-1}", "and so are its second moments", links=from_second, turning=own_joint)
def _second_moments(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield gathered(s, i - 1, all_on_the_axis)[:3, :3]
    yield regrouped(s, i - 1)[2]


@section.equation(
    "K_{i-1}+",
    "across a prismatic joint, all second moments",
    links=from_second,
    sliding=own_joint,
)
def _second_moments_of_sliding(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield gathered(s, i - 1, all_on_the_axis)[:3, :3]
    yield regrouped(s, i - 1)[2]


@section.equation("omega_i", "outward: angular velocity")
def _angular_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    turned = turn(s, i).T @ omega(s, i - 1)
    yield omega(s, i)
    yield turned + s.qd[i] * Z if s.turns[i] else turned


@section.equation("alpha_i", "angular acceleration")
def _angular_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    turned = turn(s, i).T @ alpha(s, i - 1)
    of_joint = s.qdd[i] * Z + cross(omega(s, i), s.qd[i] * Z)
    yield alpha(s, i)
    yield turned + of_joint if s.turns[i] else turned


def tensor(s: Symbols, i: int) -> FloatArray:
    """Return A_i by its equation."""
    w = omega(s, i)
    return outer(w, w) - (w @ w) * E + skew(alpha(s, i))


@section.equation("A_i", "its tensor, with which all points of a link accelerate")
def _tensor(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield rotation(s, i).now.T @ rotation(s, i).rate.rate.now
    yield tensor(s, i)


def own_force(s: Symbols, i: int) -> FloatArray:
    """Return F_i by its equation."""
    M, S, _ = left_over(s, i)
    return np.asarray(M * acceleration(s, i) + tensor(s, i) @ S)


def own_moment(s: Symbols, i: int) -> FloatArray:
    """Return N_i by its equation."""
    _, S, K = left_over(s, i)
    return moment_of(tensor(s, i), K) + cross(S, acceleration(s, i))


@section.equation("F_i", "force on what is left of a link")
def _force_on_link(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield wrench(s, i, kept(s, i, all_on_the_axis))[0]
    yield own_force(s, i)


@section.equation("N_i", "and moment about its origin")
def _moment_on_link(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield wrench(s, i, kept(s, i, all_on_the_axis))[1]
    yield own_moment(s, i)


@section.equation("a_i", "from origin to origin: one shift before the rotation, one after it")
def _acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    a, d = s.length[i - 1], s.offset[i]
    shifted = turn(s, i).T @ (acceleration(s, i - 1) + a * tensor(s, i - 1) @ X)
    shifted = shifted + d * tensor(s, i) @ Z
    sliding = s.qdd[i] * Z + 2 * s.qd[i] * cross(omega(s, i), Z)
    yield acceleration(s, i)
    yield shifted if s.turns[i] else shifted + sliding


def through(s: Symbols, i: int) -> tuple[FloatArray, FloatArray]:
    """Return f_i and n_i by the points of mass beyond, minus what link i gives; zero at the end."""
    if i > s.n:
        return np.zeros(3), np.zeros(3)
    f, n = wrench(s, i, given(s, i, all_on_the_axis))
    return force(s, i) - f, moment(s, i) - n


@section.equation("f_i", "inward: force through the joint")
def _force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield through(s, i)[0]
    yield own_force(s, i) + turn(s, i + 1) @ through(s, i + 1)[0]


@section.equation("n_i", "and moment, shifted as the accelerations were")
def _moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    f, n = through(s, i + 1)
    R = turn(s, i + 1)
    a, d = (s.length[i], s.offset[i + 1]) if i < s.n else (0.0, 0.0)
    yield through(s, i)[1]
    yield own_moment(s, i) + a * cross(X, R @ f) + R @ (n + d * cross(Z, f))


@section.equation("tau_i", "along the axis nothing is missing: Lagrange's torque")
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    f, n = through(s, i)
    yield lagrange_torque(s, i)
    yield np.asarray(Z @ (n if s.turns[i] else f))
