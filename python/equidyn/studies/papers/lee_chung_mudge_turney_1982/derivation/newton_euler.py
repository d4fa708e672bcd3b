"""Equations (3.11) to (3.27): Newton-Euler's recursion, in base axes and in those of the links.

A star marks a vector in base axes, as (3.11) to (3.20) have all. Left sides are time derivatives of
frames, integrals over mass points, and sums over all links beyond. The e of (3.13) to (3.16) and
the ε_0 after (3.27) are a bold a in the paper, as (3.18) and the words below (3.19) show.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import cross
from ...derivation.exact_motion import exact_motion
from ...derivation.lagrange import lagrange_torque
from ...derivation.newton_euler import force, moment
from ...derivation.outward_pass import swung
from ...derivation.reading import Erratum, Reading, Section, own_joint
from ...derivation.symbols import Symbols
from ...turney_mudge_lee_1980.derivation.recursion import (
    com_acceleration,
    force_at,
    moment_at,
    origin_acceleration,
    spin_torque,
)

section = Section()


@section.equation("3.11", "add what the joint turns to the angular velocity")
def _angular_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w = exact_motion(s).w
    yield w[i]
    yield w[i - 1] + s.qd[i] * s.z[0, i - 1]


@section.equation("3.12", "differentiate: angular acceleration")
def _angular_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    of, z = exact_motion(s), s.z[0, i - 1]
    yield of.al[i]
    yield of.al[i - 1] + cross(of.w[i - 1], s.qd[i] * z) + s.qdd[i] * z


@section.equation("3.13", "acceleration of origin i", turning=own_joint)
def _origin_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    of = exact_motion(s)
    yield origin_acceleration(s, i)
    yield swung(of.w[i], of.al[i], s.R[0, i] @ s.r[i]) + origin_acceleration(s, i - 1)


@section.equation("3.14", "acceleration of the centre of mass")
def _com_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    of = exact_motion(s)
    yield com_acceleration(s, i)
    yield swung(of.w[i], of.al[i], s.R[0, i] @ s.rb[i]) + origin_acceleration(s, i)


def external_force(s: Symbols, i: int) -> FloatArray:
    """Return F_i^* by the recursion."""
    return np.asarray(s.m[i] * s.R[0, i] @ s.ab[i])


def force_beyond(s: Symbols, i: int) -> FloatArray:
    """Return f_{i+1} in frame i; zero at the last link."""
    return s.R[i, i + 1] @ force(s, i + 1, last=s.n) if i < s.n else np.zeros(3)


def moment_beyond(s: Symbols, i: int) -> FloatArray:
    """Return n_{i+1} in frame i; zero at the last link."""
    return s.R[i, i + 1] @ moment(s, i + 1, last=s.n) if i < s.n else np.zeros(3)


@section.equation("3.15", "apply Newton's law")
def _newton(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.integral(i, lambda d: exact_motion(s).acceleration(i, d) + s.gz)
    yield external_force(s, i)


@section.equation("3.16", "apply Euler's law, and see what acts on the link")
def _euler(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    of, A = exact_motion(s), s.R[0, i]
    inertia, r, rb = A @ s.Ic[i] @ A.T, A @ s.r[i], A @ s.rb[i]
    f, f_next = A @ force(s, i, last=s.n), A @ force_beyond(s, i)
    change = moment_at(s, i) - moment_at(s, i + 1)
    yield spin_torque(s, i)
    yield cross(of.w[i], inertia @ of.w[i]) + inertia @ of.al[i]
    yield change + cross(rb, f_next) - cross(rb + r, f)
    yield change - cross(rb + r, external_force(s, i)) - cross(r, f_next)


@section.equation("3.17", "and back: force")
def _force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield force_at(s, i)
    yield external_force(s, i) + s.R[0, i] @ force_beyond(s, i)


@section.equation("3.18", "moment")
def _moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    of, A = exact_motion(s), s.R[0, i]
    inertia, r, rb = A @ s.Ic[i] @ A.T, A @ s.r[i], A @ s.rb[i]
    yield moment_at(s, i)
    yield (
        inertia @ of.al[i]
        + cross(of.w[i], inertia @ of.w[i])
        + cross(rb + r, external_force(s, i))
        + cross(r, force_at(s, i + 1))
        + moment_at(s, i + 1)
    )


@section.equation("3.19", "torque", turning=own_joint)
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield lagrange_torque(s, i)
    yield s.z[0, i - 1] @ moment_at(s, i)


# so also in the sentences before and after it
TO_FRAME_1 = Erratum("A_i^1", "A_0^i")


@section.equation("3.20", "see the moment from frame i", TO_FRAME_1)
def _moment_seen_from_the_link(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    of, to_link, to_base = exact_motion(s), s.R[i, 0], s.R[0, i]
    back = read(TO_FRAME_1, printed=s.R[i, 1], corrected=to_base)
    inertia = to_link @ (to_base @ s.Ic[i] @ to_link) @ back
    w, al = to_link @ of.w[i], to_link @ of.al[i]
    r, rb = to_link @ (to_base @ s.r[i]), to_link @ (to_base @ s.rb[i])
    yield to_link @ moment_at(s, i)
    yield (
        inertia @ al
        + cross(w, inertia @ w)
        + s.m[i] * cross(rb + r, to_link @ com_acceleration(s, i))
        + cross(r, to_link @ force_at(s, i + 1))
        + to_link @ moment_at(s, i + 1)
    )


@section.equation("3.21", "begin the recursion in the frames of the links: angular velocity")
def _recursive_angular_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.R[i, 0] @ exact_motion(s).w[i]
    yield s.R[i, i - 1] @ (s.w[i - 1] + s.qd[i] * s.z[i - 1, i - 1])


@section.equation("3.22", "angular acceleration")
def _recursive_angular_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    z = s.z[i - 1, i - 1]
    yield s.R[i, 0] @ exact_motion(s).al[i]
    yield s.R[i, i - 1] @ (s.al[i - 1] + cross(s.w[i - 1], s.qd[i] * z) + s.qdd[i] * z)


@section.equation("3.23", "acceleration of origin i", turning=own_joint)
def _recursive_origin_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, al, r = s.w[i], s.al[i], s.r[i]
    yield s.R[i, 0] @ origin_acceleration(s, i)
    yield cross(w, cross(w, r)) + cross(al, r) + s.R[i, i - 1] @ s.a[i - 1]


@section.equation("3.24", "acceleration of the centre of mass")
def _recursive_com_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, al, rb = s.w[i], s.al[i], s.rb[i]
    yield s.R[i, 0] @ com_acceleration(s, i)
    yield cross(w, cross(w, rb)) + cross(al, rb) + s.a[i]


@section.equation("3.25", "and back: force")
def _recursive_force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.R[i, 0] @ force_at(s, i)
    yield s.m[i] * s.ab[i] + force_beyond(s, i)


@section.equation("3.26", "moment")
def _recursive_moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, inertia = s.w[i], s.Ic[i]
    yield s.R[i, 0] @ moment_at(s, i)
    yield (
        inertia @ s.al[i]
        + cross(w, inertia @ w)
        + s.m[i] * cross(s.rb[i] + s.r[i], s.ab[i])
        + cross(s.r[i], force_beyond(s, i))
        + moment_beyond(s, i)
    )


@section.equation("3.27", "torque", turning=own_joint)
def _recursive_torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    axis = s.R[i, i - 1] @ s.z[i - 1, i - 1]
    yield lagrange_torque(s, i)
    yield axis @ moment(s, i, last=s.n)
