"""Equations (4.14) to (4.20): the torque of link i alone at its own joint, and its terms in J.

As in Turney, Mudge & Lee, (4.10) to (4.16). The points of the mass integral, r_i in the paper, are
d here, since r_i is also the lever of link i.
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
from ...turney_mudge_lee_1980.derivation.inertia_terms import j_terms
from ...turney_mudge_lee_1980.derivation.kinematics import second_sum
from .kinematics import GAINS_OF_I, K_LEFT, commanded, first_sum

section = Section(turning=own_joint)


@section.equation("4.14", "take the torque of link i alone at joint i")
def _torque_of_own_moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, al = s.w[i], s.al[i]
    moment = s.Ic[i] @ al + cross(w, s.Ic[i] @ w) + s.m[i] * cross(s.r[i] + s.rb[i], s.ab[i])
    yield torque(s, i, last=i)
    yield moment @ s.z[i, i - 1]


NO_MASS = Erratum("the terms in r̄_i alone without m_i", "times m_i", "structural")


@section.equation("4.15", "shift its inertia from the centre of mass to origin i", NO_MASS)
def _torque_about_origin(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, al, rb = s.w[i], s.al[i], s.rb[i]
    m = read(NO_MASS, printed=1.0, corrected=s.m[i])
    shift = -m * cross(rb, cross(al, rb)) - m * cross(rb, cross(w, cross(w, rb)))
    yield torque(s, i, last=i)
    yield j_terms(s, i) + (shift + s.m[i] * cross(rb + s.r[i], s.ab[i])) @ s.z[i, i - 1]


@section.equation("4.16", "write the terms in J as an integral over mass points")
def _j_terms_by_points(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    z, w, al = s.z[i, i - 1], s.w[i], s.al[i]

    def inertia(d: FloatArray) -> FloatArray:
        return tr(outer(d, d)) * E - outer(d, d)

    yield j_terms(s, i)
    yield s.integral(i, lambda d: inertia(d) @ al @ z + cross(w, inertia(d) @ w) @ z)


@section.equation("4.17", "write each point's share by cross products, and as a trace")
def _j_terms_by_cross_products(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    z, w, al, Q = s.z[i, i - 1], s.w[i], s.al[i], s.Q[i, i - 1]
    yield j_terms(s, i)
    yield s.integral(i, lambda d: cross(d, cross(al, d)) @ z + cross(w, cross(d, cross(w, d))) @ z)
    yield s.integral(i, lambda d: swung(w, al, d) @ cross(z, d))
    yield s.integral(i, lambda d: tr(outer(swung(w, al, d), Q @ d)))
    yield s.integral(i, lambda d: tr(outer(swung(w, al, d), d) @ Q.T))


ONCE = Erratum("A_0^{i-1} Q_j^{i-1} in the first sum", "A_0^{j-1} Q_{j-1}^{j-1}")
TWICE = Erratum(
    "A_0^{k-1} A_{k-1}^{i-1} Q_k^{i-1} A_{k-1}^{i-1} Q_j^{i-1}",
    "A_0^{k-1} Q_{k-1}^{k-1} A_{k-1}^{j-1} Q_{j-1}^{j-1}",
)
NO_RATES = Erratum("no qd_j qd_k in the second sum", "qd_j qd_k", "structural")
ONE_D = Erratum("r_i^t", "r_i r_i^t", undefined="a 3x3 matrix times a row")
OWN_Q = Erratum("A_{i-1}^{i-1} A_i^{i-1} at the end", "Q_{i-1}^{i-1} A_{i-1}^i")


@section.equation(
    "4.18",
    "make that a trace of sums over joints",
    ONCE,
    GAINS_OF_I,
    TWICE,
    K_LEFT,
    NO_RATES,
    ONE_D,
    OWN_Q,
)
def _j_terms_by_joints(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    R, Q, u = s.R, s.Q, commanded(s, i, read)
    qd = read(NO_RATES, printed=np.ones(s.n + 1), corrected=s.qd)

    def once(j: int) -> FloatArray:
        v, frame = read(ONCE, printed=(i, j), corrected=(j, j - 1))
        return np.asarray(R[0, v - 1] @ Q[frame, v - 1] @ R[j - 1, i])

    def twice(j: int, k: int) -> FloatArray:
        k, j = read(K_LEFT, printed=(k, j), corrected=(min(j, k), max(j, k)))
        printed = R[0, k - 1] @ R[k - 1, i - 1] @ Q[k, i - 1] @ R[k - 1, i - 1] @ Q[j, i - 1]
        corrected = R[0, k - 1] @ Q[k - 1, k - 1] @ R[k - 1, j - 1] @ Q[j - 1, j - 1]
        return np.asarray(read(TWICE, printed=printed, corrected=corrected) @ R[j - 1, i])

    sums = R[i, 0] @ (
        total(once(j) * u[j] for j in upto(i))
        + total(twice(j, k) * qd[j] * qd[k] for j, k in pairs(i))
    )
    own = R[i, 0] @ R[0, i - 1]
    own = own @ read(OWN_Q, printed=R[i, i - 1], corrected=Q[i - 1, i - 1] @ R[i - 1, i])
    yield j_terms(s, i)
    yield s.integral(i, lambda d: tr(sums @ outer(d, d) @ own.T))


A_AT_END = Erratum("A_i^0 at the end", "A_0^i")


@section.equation("4.19", "recognise derivatives of A_0^i", GAINS_OF_I, A_AT_END)
def _j_terms_by_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    sums = first_sum(s.dR, i, commanded(s, i, read)) + second_sum(s, s.d2R, i)
    end = read(A_AT_END, printed=s.R[i, 0], corrected=s.R[0, i])
    yield j_terms(s, i)
    yield tr(s.R[i, 0] @ sums @ s.J[i] @ s.dR[i, i].T @ end)


@section.equation("4.20", "take the sums out of the trace", GAINS_OF_I)
def _j_terms_by_traces(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u = commanded(s, i, read)
    yield j_terms(s, i)
    yield (
        total(tr(s.dR[i, j] @ s.J[i] @ s.dR[i, i].T) * u[j] for j in upto(i))
        + total(tr(s.d2R[i, j, k] @ s.J[i] @ s.dR[i, i].T) * s.qd[j] * s.qd[k] for j, k in pairs(i))
    )
