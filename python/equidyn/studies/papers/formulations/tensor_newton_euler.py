"""Newton-Euler with acceleration tensors and augmented links, after Balafoutis and Patel.

Left sides are moments of mass and accelerations by points of mass and exact frames, and Lagrange's
torques; an acceleration of the base replaces gravity.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ....validation import FloatArray
from ..derivation import paths
from ..derivation.algebra import E, cross, outer, total
from ..derivation.lagrange import lagrange_torque
from ..derivation.reading import Reading, Section, from_second, own_joint
from ..derivation.symbols import Symbols
from ..modified_dh_tutorial.derivation.frames import into, place, rotation
from ..modified_dh_tutorial.derivation.wrenches import inertia
from .link_newton_euler import acceleration_tensor, first_moment, way
from .modified_links import Z, acceleration, to_centre, turn
from .regrouping import gathered, kept, mass_alone, wrench

section = Section()

Moments = tuple[FloatArray, FloatArray, FloatArray]


def own_moments(s: Symbols, i: int) -> Moments:
    """Return M_i, S_i and K_i of the link as it is."""
    tensor, c = inertia(s, i), to_centre(s, i)
    about_centre = np.trace(tensor) / 2 * E - tensor
    return np.asarray(s.m[i]), first_moment(s, i), about_centre + s.m[i] * outer(c, c)


def augmented(s: Symbols, i: int) -> Moments:
    """Return M_i, S_i and K_i with what the links beyond give, before the link gives."""
    M, S, K = own_moments(s, i)
    if i < s.n and s.turns[i + 1]:
        given, P = augmented(s, i + 1)[0], way(s, i + 1)
        M, S, K = M + given, S + given * P, K + given * outer(P, P)
    return M, S, K


def left_over(s: Symbols, i: int) -> Moments:
    """Return M_i, S_i and K_i after the link has given its mass, where its joint turns."""
    M, S, K = augmented(s, i)
    return M * (not s.turns[i]), S, K


def moment_of(A: FloatArray, K: FloatArray) -> FloatArray:
    """Return h(A, K)."""
    products = K @ A.T
    crossed = products - products.T
    return np.array([crossed[1, 2], crossed[2, 0], crossed[0, 1]])


def own_force(s: Symbols, i: int) -> FloatArray:
    """Return F_i by its equation."""
    M, S, _ = left_over(s, i)
    return np.asarray(M * acceleration(s, i) + acceleration_tensor(s, i) @ S)


def own_moment(s: Symbols, i: int) -> FloatArray:
    """Return N_i by its equation."""
    _, S, K = left_over(s, i)
    return moment_of(acceleration_tensor(s, i), K) + cross(S, acceleration(s, i))


@section.equation("F_i", "force on an augmented link, by its tensor")
def _force_on_link(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield wrench(s, i, kept(s, i, mass_alone))[0]
    yield own_force(s, i)


@section.equation("N_i", "and moment about its origin")
def _moment_on_link(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield wrench(s, i, kept(s, i, mass_alone))[1]
    yield own_moment(s, i)


@section.equation("h(A, K)", "with products of the tensor and the second moments")
def _moment_of_tensor(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    between = rotation(s, i).now.T @ paths.rotation(s, i).now
    start = into(s, i, paths.origin(s, i).now - place(s, i).now)
    exact = rotation(s, i).now.T @ rotation(s, i).rate.rate.now

    def of_point(point: FloatArray) -> FloatArray:
        d = start + between @ point
        return cross(d, exact @ d)

    yield s.integral(i, of_point)
    yield moment_of(acceleration_tensor(s, i), own_moments(s, i)[2])


@section.equation(
    "S_{i-1}", "first moment of what a revolute joint gives", links=from_second, turning=own_joint
)
def _first_moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield gathered(s, i - 1, mass_alone)[:3, 3]
    yield own_moments(s, i - 1)[1] + augmented(s, i)[0] * way(s, i)


@section.equation("K_{i-1}", "its second moments", links=from_second, turning=own_joint)
def _second_moments(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    P = way(s, i)
    yield gathered(s, i - 1, mass_alone)[:3, :3]
    yield own_moments(s, i - 1)[2] + augmented(s, i)[0] * outer(P, P)


@section.equation("M_{i-1}", "and its mass", links=from_second, turning=own_joint)
def _mass(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield gathered(s, i - 1, mass_alone)[3, 3]
    yield own_moments(s, i - 1)[0] + augmented(s, i)[0]


@section.equation("M_i", "which the link itself keeps no more: no mass counts twice")
def _no_mass_twice(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    links = range(i, s.n + 1)
    passed = augmented(s, i)[0] - left_over(s, i)[0]
    yield total(s.m[k] for k in links)
    yield total(left_over(s, k)[0] for k in links) + passed


def inward(s: Symbols, i: int) -> tuple[FloatArray, FloatArray]:
    """Return f_i and n_i of augmented links, by the recursion of modified frames."""
    if i > s.n:
        return np.zeros(3), np.zeros(3)
    R = turn(s, i + 1)
    f, n = (R @ x for x in inward(s, i + 1))
    return own_force(s, i) + f, own_moment(s, i) + cross(way(s, i + 1), f) + n


@section.equation("tau_i", "inward as in modified frames: Lagrange's torque")
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    f, n = inward(s, i)
    yield lagrange_torque(s, i)
    yield np.asarray(Z @ (n if s.turns[i] else f))
