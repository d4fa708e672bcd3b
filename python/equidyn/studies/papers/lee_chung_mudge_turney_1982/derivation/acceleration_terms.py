"""Equations (4.21) to (4.32): the terms of (4.15) without J, moments of accelerated masses.

As in Turney, Mudge & Lee, (4.17) to (4.25), with the same brackets [...].
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import E, cross, outer, tr
from ...derivation.outward_pass import swung
from ...derivation.reading import CORRECTED, Erratum, Reading, Section, own_joint
from ...derivation.symbols import Symbols
from ...turney_mudge_lee_1980.derivation.acceleration_terms import (
    MASS_TWICE,
    com_bracket,
    terms_in_r,
    terms_in_rb,
)
from ...turney_mudge_lee_1980.derivation.kinematics import second_sum
from .kinematics import GAINS_OF_I, commanded, first_sum

section = Section(turning=own_joint)


def origin_bracket(s: Symbols, i: int, read: Reading = CORRECTED) -> FloatArray:
    """Return the bracket of (4.22): acceleration of origin i in the base frame, minus gravity."""
    return first_sum(s.dp, i, commanded(s, i, read)) + second_sum(s, s.d2p, i)


@section.equation("4.21", "write the terms without J by derivatives", GAINS_OF_I, MASS_TWICE)
def _terms_without_j(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    z, m, r, rb, R = s.z[i, i - 1], s.m[i], s.r[i], s.rb[i], s.R[i, 0]
    turning = first_sum(s.dR, i, commanded(s, i, read)) + second_sum(s, s.d2R, i)
    gravity = read(MASS_TWICE, printed=m, corrected=1.0) * s.gz
    yield z @ (-m * cross(rb, swung(s.w[i], s.al[i], rb)) + m * cross(rb + r, s.ab[i]))
    yield (
        z @ (m * cross(rb + r, R @ origin_bracket(s, i, read)) + m * cross(r, R @ turning @ rb))
        + z @ (m * cross(rb + r, R @ gravity))
    )


@section.equation("4.22", "take of these the terms in r̄_i x ∂p", GAINS_OF_I)
def _terms_in_rb(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield terms_in_rb(s, i)
    yield s.z[i, i - 1] @ cross(s.m[i] * s.rb[i], s.R[i, 0] @ origin_bracket(s, i, read))


@section.equation("4.23", "make them a trace")
def _terms_in_rb_by_trace(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    bracket, first = s.R[i, 0] @ origin_bracket(s, i), s.m[i] * s.rb[i]
    yield terms_in_rb(s, i)
    yield tr(outer(bracket, cross(s.z[i, i - 1], first)))
    yield tr(outer(bracket, first) @ s.Q[i, i - 1].T)


@section.equation("4.24", "recognise Q as a derivative of A_0^i")
def _q_by_derivative(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.Q[i, i - 1]
    yield s.R[i, 0] @ s.R[0, i - 1] @ s.Q[i - 1, i - 1] @ s.R[i - 1, i]
    yield s.R[i, 0] @ s.dR[i, i]


COMMAND_AT_END = Erratum(
    "no qdd_j in the first sum, but at the end",
    "in the first sum; nothing at the end",
    "structural",
)
NO_BAR = Erratum("r_i", "r̄_i")


@section.equation("4.25", "so that derivatives alone remain", COMMAND_AT_END, NO_BAR)
def _terms_in_rb_by_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u = commanded(s, i)
    first = read(COMMAND_AT_END, printed=np.ones(s.n + 1), corrected=u)
    end = read(COMMAND_AT_END, printed=u[i], corrected=1.0)
    rb = read(NO_BAR, printed=s.r[i], corrected=s.rb[i])
    bracket = first_sum(s.dp, i, first) + second_sum(s, s.d2p, i)
    yield terms_in_rb(s, i)
    yield tr(outer(bracket, s.m[i] * rb) @ s.dR[i, i].T * end)


NO_BAR_AT_END = Erratum("r_i at the end", "r̄_i")


@section.equation("4.26", "take the terms in r_i x ∂p and r_i x ∂A r̄_i", NO_BAR_AT_END)
def _terms_in_r(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    last = read(NO_BAR_AT_END, printed=s.r[i], corrected=s.rb[i])
    turning = first_sum(s.dR, i, commanded(s, i)) @ s.rb[i] + second_sum(s, s.d2R, i) @ last
    bracket = origin_bracket(s, i) + turning
    yield terms_in_r(s, i)
    yield s.z[i, i - 1] @ (s.m[i] * cross(s.r[i], s.R[i, 0] @ bracket))


@section.equation("4.27", "make them a trace")
def _terms_in_r_by_trace(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield terms_in_r(s, i)
    yield tr(outer(s.R[i, 0] @ com_bracket(s, i), cross(s.z[i, i - 1], s.m[i] * s.r[i])))


Z_BACK = Erratum("A_{i-1}^i z_{i-1}", "A_i^{i-1} z_{i-1}")
Q_BACK = Erratum("Q_{i-1}^i", "Q_i^{i-1}")
Q_A_BACK = Erratum("Q_{i-1}^i A_i^{i-1}", "Q_{i-1}^{i-1} A_{i-1}^i")


@section.equation("4.28", "recognise Q r_i as a derivative of p_0^i", Z_BACK, Q_BACK, Q_A_BACK)
def _lever_by_derivative(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    R, Q, r = s.R, s.Q, s.r[i]
    axis = read(Z_BACK, printed=R[i - 1, i], corrected=R[i, i - 1]) @ s.z[i - 1, i - 1]
    turned = read(
        Q_A_BACK,
        printed=Q[i - 1, i] @ R[i, i - 1],
        corrected=Q[i - 1, i - 1] @ R[i - 1, i],
    )
    yield cross(s.z[i, i - 1], r)
    yield cross(axis, r)
    yield read(Q_BACK, printed=Q[i - 1, i], corrected=Q[i, i - 1]) @ r
    yield R[i, 0] @ R[0, i - 1] @ turned @ r
    yield R[i, 0] @ s.dp[i, i]


ONE_A = Erratum("A_i^0 on the bracket alone", "on the derivative too, or on neither")


@section.equation("4.29", "so that derivatives alone remain", ONE_A)
def _terms_in_r_by_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A = read(ONE_A, printed=E, corrected=s.R[i, 0])
    yield terms_in_r(s, i)
    yield tr(s.m[i] * outer(s.R[i, 0] @ com_bracket(s, i), A @ s.dp[i, i]))


def gravity_term(s: Symbols, i: int) -> FloatArray:
    """Return the moment of the weight of link i about joint i."""
    weight = s.R[i, 0] @ (s.m[i] * s.gz)
    return np.asarray(s.z[i, i - 1] @ cross(s.rb[i] + s.r[i], weight))


@section.equation("4.30", "make the gravity term a trace", MASS_TWICE, Q_BACK)
def _gravity_term_by_trace(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    m, arm, weight = s.m[i], s.rb[i] + s.r[i], s.R[i, 0] @ (s.m[i] * s.gz)
    Q = read(Q_BACK, printed=s.Q[i - 1, i], corrected=s.Q[i, i - 1])
    yield gravity_term(s, i)
    yield cross(s.z[i, i - 1], read(MASS_TWICE, printed=m, corrected=1.0) * arm) @ weight
    yield (Q @ arm) @ weight
    yield tr(outer(weight, Q @ arm))


@section.equation("4.31", "recognise the derivatives in it")
def _gravity_term_by_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    derivative, weight = s.dR[i, i] @ s.rb[i] + s.dp[i, i], s.m[i] * s.gz
    yield gravity_term(s, i)
    yield tr(outer(weight, derivative))
    yield tr(outer(derivative, weight))


@section.equation("4.32", "make it the derivative of a height")
def _gravity_term_by_height(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield gravity_term(s, i)
    yield s.m[i] * s.gza @ s.dT[i, i] @ s.rba[i]
