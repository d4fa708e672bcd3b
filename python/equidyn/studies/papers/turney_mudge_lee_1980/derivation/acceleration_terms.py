"""Equations (4.17) to (4.25): the terms of (4.11) without J, moments of accelerated masses.

A bracket is an expression that the paper abbreviates by [...]; any misprint is where it is written
out.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import E, cross, outer, total, tr, upto
from ...derivation.outward_pass import swung
from ...derivation.reading import CORRECTED, Erratum, Reading, Section, own_joint
from ...derivation.symbols import Symbols
from .kinematics import DOTS, UPPER_J, first_sum, second_sum

section = Section(turning=own_joint)

LAST_R_BAR = Erratum("r_i at the end of the second line", "r̄_i")
MASS_TWICE = Erratum("m_i twice in the gravity term", "m_i once", "structural")


@section.equation(
    "4.17", "write the terms without J by derivatives", DOTS, UPPER_J, LAST_R_BAR, MASS_TWICE
)
def _terms_without_j(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    z, m, r, rb, R = s.z[i, i - 1], s.m[i], s.r[i], s.rb[i], s.R[i, 0]
    last_rb = read(LAST_R_BAR, printed=r, corrected=rb)
    turning = first_sum(s, s.dR, i, read) @ rb + second_sum(s, s.d2R, i, read) @ last_rb
    gravity = read(MASS_TWICE, printed=m, corrected=1.0) * s.gz
    yield z @ (-m * cross(rb, swung(s.w[i], s.al[i], rb)) + m * cross(rb + r, s.ab[i]))
    yield (
        z @ (m * cross(rb + r, R @ origin_bracket(s, i, read)) + m * cross(r, R @ turning))
        + z @ (m * cross(rb + r, R @ gravity))
    )


def origin_bracket(s: Symbols, i: int, read: Reading = CORRECTED) -> FloatArray:
    """Return the bracket of (4.18): acceleration of origin i in the base frame, minus gravity."""
    return first_sum(s, s.dp, i, read) + second_sum(s, s.d2p, i, read)


def com_bracket(s: Symbols, i: int, read: Reading = CORRECTED) -> FloatArray:
    """Return the bracket of (4.22): similarly of the centre of mass."""
    turning = first_sum(s, s.dR, i, read) + second_sum(s, s.d2R, i, read)
    return np.asarray(origin_bracket(s, i, read) + turning @ s.rb[i])


def terms_in_rb(s: Symbols, i: int) -> FloatArray:
    """Return the term of (4.18) to (4.21): r̄_i x the acceleration of origin i, minus gravity."""
    return np.asarray(s.z[i, i - 1] @ cross(s.m[i] * s.rb[i], s.a[i] - s.R[i, 0] @ s.gz))


def terms_in_r(s: Symbols, i: int) -> FloatArray:
    """Return the term of (4.22) to (4.25): r_i x that of the centre of mass, minus gravity."""
    return np.asarray(s.z[i, i - 1] @ cross(s.m[i] * s.r[i], s.ab[i] - s.R[i, 0] @ s.gz))


@section.equation("4.18", "take of these the terms in r̄_i x ∂p", DOTS, UPPER_J)
def _terms_in_rb(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield terms_in_rb(s, i)
    yield s.z[i, i - 1] @ cross(s.m[i] * s.rb[i], s.R[i, 0] @ origin_bracket(s, i, read))


AXIS_BACK = Erratum("R_{i-1}^i z_{i-1}", "R_i^{i-1} z_{i-1}")


def axis(s: Symbols, i: int, read: Reading) -> FloatArray:
    """Return the axis of joint i in frame i."""
    rotation = read(AXIS_BACK, printed=s.R[i - 1, i], corrected=s.R[i, i - 1])
    return np.asarray(rotation @ s.z[i - 1, i - 1])


@section.equation("4.19", "make them a trace", AXIS_BACK)
def _terms_in_rb_by_trace(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    m, rb, bracket = s.m[i], s.rb[i], origin_bracket(s, i)
    yield terms_in_rb(s, i)
    yield tr(outer(s.R[i, 0] @ bracket, cross(axis(s, i, read), m * rb)))
    yield tr(outer(s.R[i, 0] @ bracket, m * rb) @ s.Q[i, i - 1].T)


@section.equation("4.20", "recognise Q as a derivative of R_0^i")
def _q_by_derivative(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.Q[i, i - 1]
    yield s.R[i, 0] @ s.R[0, i - 1] @ s.Q[i - 1, i - 1] @ s.R[i - 1, i]
    yield s.R[i, 0] @ s.dR[i, i]


NO_RATE = Erratum("no qdd_j in the first sum, but qd_i at the end", "qdd_j; nothing at the end")


@section.equation("4.21", "so that derivatives alone remain", NO_RATE, UPPER_J)
def _terms_in_rb_by_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    qdd = read(NO_RATE, printed=np.ones(s.n + 1), corrected=s.qdd)
    end = read(NO_RATE, printed=s.qd[i], corrected=1.0)
    first = total(s.dp[read(UPPER_J, printed=j, corrected=i), j] * qdd[j] for j in upto(i))
    bracket = first + second_sum(s, s.d2p, i, read)
    yield terms_in_rb(s, i)
    yield tr(outer(bracket, s.m[i] * s.rb[i]) @ s.dR[i, i].T * end)


R_BAR = Erratum("r̄_i", "r_i")
AXIS_UNTURNED = Erratum("R_{i-1}^{i-1} z_{i-1}", "R_i^{i-1} z_{i-1}")


@section.equation(
    "4.22", "take the terms in r_i x ∂p and r_i x ∂R r̄_i", DOTS, UPPER_J, R_BAR, AXIS_UNTURNED
)
def _terms_in_r(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    z = read(AXIS_UNTURNED, printed=s.z[i - 1, i - 1], corrected=s.z[i, i - 1])
    r = read(R_BAR, printed=s.rb[i], corrected=s.r[i])
    yield terms_in_r(s, i)
    yield z @ cross(s.m[i] * r, s.R[i, 0] @ com_bracket(s, i, read))


@section.equation("4.23", "make them a trace", R_BAR, AXIS_BACK)
def _terms_in_r_by_trace(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    r = read(R_BAR, printed=s.rb[i], corrected=s.r[i])
    yield terms_in_r(s, i)
    yield tr(outer(s.R[i, 0] @ com_bracket(s, i), cross(axis(s, i, read), s.m[i] * r)))


@section.equation("4.24", "recognise Q r_i as a derivative of p_0^i", R_BAR, AXIS_BACK)
def _lever_by_derivative(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    r = read(R_BAR, printed=s.rb[i], corrected=s.r[i])
    yield cross(axis(s, i, read), r)
    yield s.Q[i, i - 1] @ r
    yield s.R[i, 0] @ s.R[0, i - 1] @ s.Q[i - 1, i - 1] @ s.R[i - 1, i] @ r
    yield s.R[i, 0] @ s.dp[i, i]


ONE_R = Erratum("R_i^0 on the bracket alone", "on the derivative too, or on neither")


@section.equation("4.25", "so that derivatives alone remain", ONE_R)
def _terms_in_r_by_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    R = read(ONE_R, printed=E, corrected=s.R[i, 0])
    yield terms_in_r(s, i)
    yield tr(s.m[i] * outer(s.R[i, 0] @ com_bracket(s, i), R @ s.dp[i, i]))


TWO_R_BARS = Erratum("r̄_i + r̄_i", "r_i + r̄_i")
HEIGHT = "make the gravity term the derivative of a height"


@section.equation("4.25+", HEIGHT, MASS_TWICE, TWO_R_BARS, AXIS_UNTURNED)
def _gravity_term(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    m, rb, R = s.m[i], s.rb[i], s.R[i, 0]
    r = read(TWO_R_BARS, printed=rb, corrected=s.r[i])
    weight = read(MASS_TWICE, printed=m, corrected=1.0) * m * s.gz
    z = read(AXIS_UNTURNED, printed=s.z[i - 1, i - 1], corrected=s.z[i, i - 1])
    lever = s.Q[i, i - 1] @ (r + rb)
    derivative = s.dR[i, i] @ rb + s.dp[i, i]
    yield s.z[i, i - 1] @ cross(s.r[i] + rb, R @ (m * s.gz))
    yield s.z[i, i - 1] @ cross(r + rb, R @ weight)
    yield cross(z, r + rb) @ R @ weight
    yield lever @ R @ weight
    yield tr(outer(R @ weight, lever))
    yield tr(outer(m * s.gz, derivative))
    yield tr(outer(derivative, m * s.gz))
    yield m * s.gza @ s.dT[i, i] @ s.rba[i]
