"""Equations (3.1) to (3.21): Newton-Euler's recursion, from derivatives of the frames.

A star marks a vector in base axes. Left sides are time derivatives of frames, sums over all links
beyond, and at the end Lagrange's torque; an acceleration of the base replaces gravity.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import cross, total
from ...derivation.exact_motion import exact_motion
from ...derivation.lagrange import lagrange_torque
from ...derivation.newton_euler import force, moment
from ...derivation.outward_pass import swung
from ...derivation.reading import Erratum, Reading, Section, own_joint
from ...derivation.symbols import Symbols

section = Section()


def moving(s: Symbols, i: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return a vector that moves in frame i, and its two derivatives relative to that frame.

    The equations hold for any vector: here it is one of the link.
    """
    return s.r[i] + s.rb[i], s.rb[i] - s.w[i], s.al[i] + s.r[i]


@section.equation("3.1", "differentiate a vector that is seen from link i")
def _rate_of_a_vector(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    of, R = exact_motion(s), s.R[0, i]
    b, bd, _ = moving(s, i)
    yield of.Td[i, :3, :3] @ b + R @ bd
    yield cross(of.w[i], R @ b) + R @ bd


SEEN_FROM_BASE = Erratum("d/dt_i of dl/dt_0", "d/dt_i of dl/dt_i")


@section.equation("3.2", "differentiate it again", SEEN_FROM_BASE)
def _second_rate_of_a_vector(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    of, R = exact_motion(s), s.R[0, i]
    w, al = of.w[i], of.al[i]
    b, bd, bdd = moving(s, i)
    turning = cross(al, R @ b) + cross(w, R @ bd)
    again = read(SEEN_FROM_BASE, printed=turning + R @ bdd, corrected=R @ bdd)
    yield of.Tdd[i, :3, :3] @ b + 2 * of.Td[i, :3, :3] @ bd + R @ bdd
    yield cross(w, cross(w, R @ b)) + cross(w, R @ bd) + turning + again
    yield cross(w, cross(w, R @ b)) + 2 * cross(w, R @ bd) + cross(al, R @ b) + again


@section.equation("3.2+", "differentiate angular velocity, from the base or from the link alike")
def _rate_of_angular_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    of, R = exact_motion(s), s.R[0, i]
    yield of.al[i]
    yield cross(of.w[i], of.w[i]) + R @ of.rates_in_links[i]
    yield R @ of.rates_in_links[i]


@section.equation("3.3", "add what the joint turns to the angular velocity")
def _angular_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w = exact_motion(s).w
    yield w[i]
    yield w[i - 1] + s.qd[i] * s.z[0, i - 1]


@section.equation("3.4", "differentiate: angular acceleration")
def _angular_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    of, z = exact_motion(s), s.z[0, i - 1]
    yield of.al[i]
    yield of.al[i - 1] + cross(of.w[i - 1], z * s.qd[i]) + z * s.qdd[i]


@section.equation("3.5", "go on from origin i-1 to origin i")
def _origin(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    p = exact_motion(s).T[:, :3, 3]
    yield p[i]
    yield s.R[0, i] @ s.r[i] + p[i - 1]


def origin_acceleration(s: Symbols, i: int) -> FloatArray:
    """Return a_i^*: the second derivative of p_0^i, and gravity."""
    return np.asarray(exact_motion(s).Tdd[i, :3, 3] + s.gz)


def com_acceleration(s: Symbols, i: int) -> FloatArray:
    """Return abar_i^*."""
    return np.asarray(exact_motion(s).acceleration(i, s.rb[i]) + s.gz)


@section.equation("3.6", "differentiate twice", turning=own_joint)
def _origin_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield origin_acceleration(s, i)
    yield exact_motion(s).Tdd[i, :3, :3] @ s.r[i] + origin_acceleration(s, i - 1)


@section.equation("3.7", "so that it is known by the motion of the links", turning=own_joint)
def _origin_by_motion(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    of = exact_motion(s)
    yield origin_acceleration(s, i)
    yield swung(of.w[i], of.al[i], s.R[0, i] @ s.r[i]) + origin_acceleration(s, i - 1)


@section.equation("3.8", "similarly the acceleration of the centre of mass")
def _com_by_motion(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    of = exact_motion(s)
    yield com_acceleration(s, i)
    yield swung(of.w[i], of.al[i], s.R[0, i] @ s.rb[i]) + origin_acceleration(s, i)


def force_at(s: Symbols, i: int) -> FloatArray:
    """Return f_i^*, the force of all links from i on; zero beyond the last."""
    return total(s.m[q] * com_acceleration(s, q) for q in range(i, s.n + 1)) + np.zeros(3)


def spin_torque(s: Symbols, i: int) -> FloatArray:
    """Return N_i^*: the derivative of the angular momentum about the centre of mass."""
    of, R = exact_motion(s), s.R[0, i]
    Rd, inertia = of.Td[i, :3, :3], R @ s.Ic[i] @ R.T
    changing = Rd @ s.Ic[i] @ R.T + R @ s.Ic[i] @ Rd.T
    return np.asarray(changing @ of.w[i] + inertia @ of.al[i])


def moment_at(s: Symbols, i: int) -> FloatArray:
    """Return n_i^*, the moment of all links from i on, about origin i-1."""
    T = exact_motion(s).T
    return total(
        spin_torque(s, q)
        + cross(T[q, :3] @ s.rba[q] - T[i - 1, :3, 3], s.m[q] * com_acceleration(s, q))
        for q in range(i, s.n + 1)
    ) + np.zeros(3)


@section.equation("3.9", "apply Newton's law")
def _newton(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    beyond = s.R[0, i + 1] @ force(s, i + 1, last=s.n) if i < s.n else np.zeros(3)
    yield s.m[i] * com_acceleration(s, i)
    yield s.R[0, i] @ force(s, i, last=s.n) - beyond


@section.equation("3.10", "apply Euler's law")
def _euler(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    of, inertia = exact_motion(s), s.R[0, i] @ s.Ic[i] @ s.R[i, 0]
    yield spin_torque(s, i)
    yield cross(of.w[i], inertia @ of.w[i]) + inertia @ of.al[i]


@section.equation("3.11", "see what forces and moments act on the link")
def _moments_on_a_link(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    r, rb = s.R[0, i] @ s.r[i], s.R[0, i] @ s.rb[i]
    f, f_next, change = force_at(s, i), force_at(s, i + 1), moment_at(s, i) - moment_at(s, i + 1)
    yield spin_torque(s, i)
    yield change + cross(rb, f_next) - cross(rb + r, f)
    yield change - cross(rb + r, s.m[i] * com_acceleration(s, i)) - cross(r, f_next)


@section.equation("3.12", "equate the two")
def _moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    of, inertia = exact_motion(s), s.R[0, i] @ s.Ic[i] @ s.R[i, 0]
    r, rb = s.R[0, i] @ s.r[i], s.R[0, i] @ s.rb[i]
    yield moment_at(s, i)
    yield (
        inertia @ of.al[i]
        + cross(of.w[i], inertia @ of.w[i])
        + cross(rb + r, s.m[i] * com_acceleration(s, i))
        + cross(r, force_at(s, i + 1))
        + moment_at(s, i + 1)
    )


@section.equation("3.13", "take what the joint gives", turning=own_joint)
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield lagrange_torque(s, i)
    yield s.z[0, i - 1] @ moment_at(s, i)


LETTERS = Erratum("l_i, l_{i+1}", "I_i, f_{i+1}", undefined="l is the vector of (3.2)")


@section.equation("3.14", "see it from frame i", LETTERS)
def _moment_in_link_axes(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    of, R, r = exact_motion(s), s.R[i, 0], s.r[i]
    w, al = R @ of.w[i], R @ of.al[i]
    yield R @ moment_at(s, i)
    yield (
        s.Ic[i] @ al
        + cross(w, s.Ic[i] @ w)
        + s.m[i] * cross(s.rb[i] + r, R @ com_acceleration(s, i))
        + cross(r, R @ force_at(s, i + 1))
        + R @ moment_at(s, i + 1)
    )


@section.equation("3.15", "begin the recursion: angular velocity")
def _recursive_angular_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.R[i, 0] @ exact_motion(s).w[i]
    yield s.R[i, i - 1] @ (s.w[i - 1] + s.qd[i] * s.z[i - 1, i - 1])


NEXT_OMEGA = Erratum("ω_i", "ω_{i-1}")


@section.equation("3.16", "angular acceleration", NEXT_OMEGA)
def _recursive_angular_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, z = s.w[read(NEXT_OMEGA, printed=i, corrected=i - 1)], s.z[i - 1, i - 1]
    yield s.R[i, 0] @ exact_motion(s).al[i]
    yield s.R[i, i - 1] @ (s.al[i - 1] + cross(w, z * s.qd[i]) + s.qdd[i] * z)


@section.equation("3.17", "acceleration of origin i", turning=own_joint)
def _recursive_origin_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.R[i, 0] @ origin_acceleration(s, i)
    yield swung(s.w[i], s.al[i], s.r[i]) + s.R[i, i - 1] @ s.a[i - 1]


NO_BAR = Erratum("r_i", "r̄_i")


@section.equation("3.18", "acceleration of the centre of mass", NO_BAR)
def _recursive_com_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.R[i, 0] @ com_acceleration(s, i)
    yield swung(s.w[i], s.al[i], read(NO_BAR, printed=s.r[i], corrected=s.rb[i])) + s.a[i]


@section.equation("3.19", "and back: force")
def _recursive_force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.R[i, 0] @ force_at(s, i)
    yield force(s, i, last=s.n)


@section.equation("3.20", "moment")
def _recursive_moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.R[i, 0] @ moment_at(s, i)
    yield moment(s, i, last=s.n)


@section.equation("3.21", "torque", turning=own_joint)
def _recursive_torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield lagrange_torque(s, i)
    yield s.z[i, i - 1] @ moment(s, i, last=s.n)
