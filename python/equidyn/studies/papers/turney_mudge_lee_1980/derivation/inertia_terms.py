"""Equations (4.10) to (4.16): the torque of link i alone at its own joint, and its terms in J.

The wrenches of the links beyond are left out until (4.28). The moment of the inertia becomes a
trace of derivatives.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import E, cross, outer, pairs, total, tr, upto
from ...derivation.newton_euler import torque
from ...derivation.outward_pass import swung
from ...derivation.reading import Erratum, Reading, Section, own_joint
from ...derivation.symbols import Symbols
from .kinematics import DOTS, UPPER_J, first_sum, second_sum

section = Section(turning=own_joint)


@section.equation("4.10", "take the torque of link i alone at joint i")
def _torque_of_own_moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, al = s.w[i], s.al[i]
    yield torque(s, i, last=i)
    yield s.z[i, i - 1] @ (
        s.Ic[i] @ al + cross(w, s.Ic[i] @ w) + s.m[i] * cross(s.r[i] + s.rb[i], s.ab[i])
    )


NO_MASS = Erratum("the terms in r̄_i, in both forms, without m_i", "times m_i", "structural")


@section.equation("4.11", "shift its inertia from the centre of mass to origin i", NO_MASS)
def _torque_about_origin(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    z, w, al, r, rb = s.z[i, i - 1], s.w[i], s.al[i], s.r[i], s.rb[i]
    m = read(NO_MASS, printed=1.0, corrected=s.m[i])
    shift = tr(outer(rb, rb)) * E - outer(rb, rb)
    net_force = s.m[i] * s.ab[i]
    yield torque(s, i, last=i)
    yield j_terms(s, i) + z @ (-m * shift @ al - m * cross(w, shift @ w) + cross(rb + r, net_force))
    yield j_terms(s, i) + z @ (
        -m * cross(rb, cross(al, rb))
        - m * cross(rb, cross(w, cross(w, rb)))
        + cross(rb + r, net_force)
    )


def j_terms(s: Symbols, i: int) -> FloatArray:
    """Return the two terms of (4.11) in J."""
    w, al, inertia = s.w[i], s.al[i], tr(s.J[i]) * E - s.J[i]
    return np.asarray(s.z[i, i - 1] @ (inertia @ al + cross(w, inertia @ w)))


BRACKET = Erratum(
    "(Tr{d_i d_i^t} E - d_i d_i^t α_i)",
    "(Tr{d_i d_i^t} E - d_i d_i^t) α_i",
    undefined="a vector is taken from a 3x3 matrix",
)


@section.equation("4.12", "write the terms in J as an integral over mass points", BRACKET)
def _j_terms_by_points(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    z, w, al = s.z[i, i - 1], s.w[i], s.al[i]

    def inertia(d: FloatArray) -> FloatArray:
        return tr(outer(d, d)) * E - outer(d, d)

    yield j_terms(s, i)
    yield s.integral(i, lambda d: z @ (inertia(d) @ al) + z @ cross(w, inertia(d) @ w))


@section.equation("4.13", "write each point's share by cross products")
def _j_terms_by_cross_products(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    z, w, al = s.z[i, i - 1], s.w[i], s.al[i]
    yield j_terms(s, i)
    yield s.integral(i, lambda d: z @ cross(d, cross(al, d)) + z @ cross(w, cross(d, cross(w, d))))
    yield s.integral(i, lambda d: z @ cross(d, cross(al, d)) + z @ cross(d, cross(w, cross(w, d))))


FRAME_J = Erratum("R_{j-1}^j d_i", "R_{j-1}^i d_i")
EXTRA_R = Erratum("R_0^{k-1} R_k^{k-1}", "R_0^{k-1}")
UNORDERED = Erratum(
    "in the second sum Q^{k-1} left of Q^{j-1}", "that of the smaller index left", "structural"
)
LAST_R = Erratum("R_i^{i-1} at the end", "R_{i-1}^i")


@section.equation(
    "4.14", "make that a trace of sums over joints", DOTS, FRAME_J, EXTRA_R, UNORDERED, LAST_R
)
def _j_terms_by_joints(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    z, w, al, R = s.z[i, i - 1], s.w[i], s.al[i], s.R
    qdd = read(DOTS, printed=s.qd, corrected=s.qdd)

    def once(j: int) -> FloatArray:
        return np.asarray(s.Q[j - 1, j - 1] @ R[j - 1, read(FRAME_J, printed=j, corrected=i)])

    def twice(j: int, k: int) -> FloatArray:
        v, u = read(UNORDERED, printed=(k, j), corrected=(min(j, k), max(j, k)))
        extra = read(EXTRA_R, printed=R[v, v - 1], corrected=E)
        return np.asarray(R[0, v - 1] @ extra @ s.Q[v - 1, v - 1] @ R[v - 1, u - 1] @ once(u))

    sums = R[i, 0] @ (
        total(R[0, j - 1] @ once(j) * qdd[j] for j in upto(i))
        + total(twice(j, k) * s.qd[j] * s.qd[k] for j, k in pairs(i))
    )
    own = (
        R[i, 0]
        @ R[0, i - 1]
        @ s.Q[i - 1, i - 1]
        @ read(LAST_R, printed=R[i, i - 1], corrected=R[i - 1, i])
    )
    yield j_terms(s, i)
    yield s.integral(i, lambda d: cross(z, d) @ cross(al, d) + cross(z, d) @ cross(w, cross(w, d)))
    yield s.integral(i, lambda d: tr(outer(swung(w, al, d), s.Q[i, i - 1] @ d)))
    yield s.integral(i, lambda d: tr(outer(swung(w, al, d), d) @ s.Q[i, i - 1].T))
    yield s.integral(i, lambda d: tr(sums @ outer(d, d) @ own.T))


R_AT_END = Erratum("R_i^0 at the end", "R_0^i")


@section.equation("4.15", "recognise derivatives of R_0^i", DOTS, UPPER_J, R_AT_END)
def _j_terms_by_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    sums = first_sum(s, s.dR, i, read) + second_sum(s, s.d2R, i, read)
    end = read(R_AT_END, printed=s.R[i, 0], corrected=s.R[0, i])
    yield j_terms(s, i)
    yield tr(s.R[i, 0] @ sums @ s.J[i] @ s.dR[i, i].T @ end)


@section.equation("4.16", "take the sums out of the trace", DOTS, UPPER_J)
def _j_terms_by_traces(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    qdd = read(DOTS, printed=s.qd, corrected=s.qdd)
    upper = {j: read(UPPER_J, printed=j, corrected=i) for j in upto(i)}
    yield j_terms(s, i)
    yield (
        total(tr(s.dR[upper[j], j] @ s.J[i] @ s.dR[i, i].T) * qdd[j] for j in upto(i))
        + total(
            tr(s.d2R[upper[j], j, k] @ s.J[i] @ s.dR[i, i].T) * s.qd[j] * s.qd[k]
            for j, k in pairs(i)
        )
    )
