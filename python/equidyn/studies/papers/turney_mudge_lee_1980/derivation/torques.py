"""Equations (4.26) to (4.34): the torque of link i alone, of the link beyond, of all links.

From (4.28) to (4.33) the arm ends with link i + 1, as the paper assumes for simplicity; in (4.34)
it has all its links, as the paper goes on to say.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import E, cross, outer, pairs, total, tr, upto
from ...derivation.newton_euler import force, moment, passed_down, torque
from ...derivation.reading import Erratum, Reading, Section, before_last, own_joint
from ...derivation.symbols import Symbols
from .kinematics import DOTS, first_sum, second_sum

section = Section()


def block_trace(
    s: Symbols, q: int, i: int, dR: FloatArray, dp: FloatArray, lever: FloatArray
) -> FloatArray:
    """Return the trace of (4.26) for link q at joint i, of any derivatives of R_0^q and p_0^q."""
    m, rb = s.m[q], s.rb[q]
    return tr((dR @ s.J[q] + m * outer(dp, rb)) @ s.dR[q, i].T + outer(m * dR @ rb + m * dp, lever))


@section.equation("4.26", "combine: the torque of link i alone, by derivatives of R and p", DOTS)
def _torque_by_blocks(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    qdd, dp = read(DOTS, printed=s.qd, corrected=s.qdd), s.dp[i, i]
    yield torque(s, i, last=i)
    yield (
        total(block_trace(s, i, i, s.dR[i, j], s.dp[i, j], dp) * qdd[j] for j in upto(i))
        + total(
            block_trace(s, i, i, s.d2R[i, j, k], s.d2p[i, j, k], dp) * s.qd[j] * s.qd[k]
            for j, k in pairs(i)
        )
        + s.m[i] * s.gza @ s.dT[i, i] @ s.rba[i]
    )


D2T_BY_I = Erratum("∂²T_0^i/∂q_i∂q_k", "∂²T_0^i/∂q_j∂q_k")
J_OF_1_26 = Erratum(
    "J^a of (1.26)", "J^a of (1.28)", undefined="a 3x3 matrix is multiplied by 4x4 matrices"
)
BY_BLOCKS = "multiply blocks: Lagrange's torque of link i alone"


@section.equation("4.27", BY_BLOCKS, DOTS, D2T_BY_I, J_OF_1_26)
def _torque_by_lagrange(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    qdd = read(DOTS, printed=s.qd, corrected=s.qdd)
    first = {j: read(D2T_BY_I, printed=i, corrected=j) for j in upto(i)}
    yield torque(s, i, last=i)
    yield (
        total(tr(s.dT[i, j] @ s.Ja[i] @ s.dT[i, i].T) * qdd[j] for j in upto(i))
        + total(
            tr(s.d2T[i, first[j], k] @ s.Ja[i] @ s.dT[i, i].T) * s.qd[k] * s.qd[j]
            for j, k in pairs(i)
        )
        + s.m[i] * s.gza @ s.dT[i, i] @ s.rba[i]
    )


@section.equation(
    "4.28", "take what link i+1 adds to the torque at joint i", links=before_last, turning=own_joint
)
def _torque_passed_down(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield torque(s, i, last=i + 1) - torque(s, i, last=i)
    yield s.z[i, i - 1] @ passed_down(s, i, last=i + 1)


def force_term(s: Symbols, i: int) -> FloatArray:
    """Return the first term of (4.28)."""
    f = s.R[i, i + 1] @ force(s, i + 1, last=i + 1)
    return np.asarray(s.z[i, i - 1] @ cross(s.r[i], f))


WRONG_Q = Erratum("R_0^{i-1} Q_i^{i-1} r_i", "R_0^{i-1} Q_{i-1}^{i-1} R_{i-1}^i r_i", "structural")


def lever(s: Symbols, i: int, read: Reading) -> FloatArray:
    """Return the derivative of r_i by joint i, in the base frame."""
    Q = read(WRONG_Q, printed=s.Q[i, i - 1], corrected=s.Q[i - 1, i - 1] @ s.R[i - 1, i])
    return np.asarray(s.R[0, i - 1] @ Q @ s.r[i])


@section.equation(
    "4.29", "make its term in the force a trace", WRONG_Q, links=before_last, turning=own_joint
)
def _force_term_by_trace(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    f = force(s, i + 1, last=i + 1)
    yield force_term(s, i)
    yield tr(outer(s.R[i, i + 1] @ f, s.Q[i, i - 1] @ s.r[i]))
    yield tr(outer(s.R[0, i + 1] @ f, lever(s, i, read)))


NO_MASS = Erratum("m_{i+1} with gravity alone", "with all terms", "structural")
FOUR_Z = Erratum(
    "m_{i+1} g z_0^a", "m_{i+1} g z_0", undefined="a four-vector is added to a three-vector"
)


@section.equation(
    "4.30",
    "write the force by derivatives",
    DOTS,
    NO_MASS,
    FOUR_Z,
    WRONG_Q,
    links=before_last,
    turning=own_joint,
)
def _force_term_by_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    q = i + 1
    turning = first_sum(s, s.dR, q, read) + second_sum(s, s.d2R, q)
    moving = first_sum(s, s.dp, q, read) + second_sum(s, s.d2p, q)
    m = read(NO_MASS, printed=1.0, corrected=s.m[q])
    yield force_term(s, i)
    yield tr(outer(m * (turning @ s.rb[q] + moving) + s.m[q] * s.gz, lever(s, i, read)))


UNTURNED = Erratum(
    "R_0^{i-1} Q_{i-1}^{i-1} r_i", "R_0^{i-1} Q_{i-1}^{i-1} R_{i-1}^i r_i", "structural"
)
UNTURNED_NEXT = Erratum(
    "R_0^{i-1} Q_{i-1}^{i-1} R_i^{i+1} r_{i+1}",
    "R_0^{i-1} Q_{i-1}^{i-1} R_{i-1}^{i+1} r_{i+1}",
    "structural",
)


def next_lever(s: Symbols, i: int, read: Reading) -> FloatArray:
    """Return the derivative of r_{i+1} by joint i, in the base frame."""
    rotation = read(UNTURNED_NEXT, printed=s.R[i, i + 1], corrected=s.R[i - 1, i + 1])
    return np.asarray(s.R[0, i - 1] @ s.Q[i - 1, i - 1] @ rotation @ s.r[i + 1])


BOTH_TO_I = Erratum("j, k = 1..i in the second sum", "j, k = 1..i+1")
RATES_TWICE = Erratum("qd_j qd_k twice", "once")
GRAVITY_INSIDE = Erratum(
    "m_{i+1} g z_0 inside the first sum, added to the matrix on its left",
    "Tr{m_{i+1} g z_0 (∂R_0^{i+1}/∂q_i r̄_{i+1} + ...)^t} after the sums",
    "structural",
    undefined="a vector is added to a 3x3 matrix",
)


@section.equation(
    "4.31",
    "write its term in the moment by derivatives",
    DOTS,
    UNTURNED_NEXT,
    BOTH_TO_I,
    RATES_TWICE,
    GRAVITY_INSIDE,
    links=before_last,
    turning=own_joint,
)
def _moment_term_by_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    q, dp = i + 1, next_lever(s, i, read)
    qdd = read(DOTS, printed=s.qd, corrected=s.qdd)
    power = read(RATES_TWICE, printed=2, corrected=1)
    yield s.z[i, i - 1] @ s.R[i, q] @ moment(s, q, last=q)
    yield (
        total(block_trace(s, q, i, s.dR[q, j], s.dp[q, j], dp) * qdd[j] for j in upto(q))
        + total(
            block_trace(s, q, i, s.d2R[q, j, k], s.d2p[q, j, k], dp) * (s.qd[j] * s.qd[k]) ** power
            for j, k in pairs(read(BOTH_TO_I, printed=i, corrected=q))
        )
        + tr(s.m[q] * outer(s.gz, s.dR[q, i] @ s.rb[q] + dp))
    )


LEVERS = "recognise both levers as a derivative of p_0^{i+1}"


@section.equation("4.32", LEVERS, UNTURNED, UNTURNED_NEXT, links=before_last, turning=own_joint)
def _levers_by_derivative(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    rotation = read(UNTURNED, printed=E, corrected=s.R[i - 1, i])
    yield s.R[0, i - 1] @ s.Q[i - 1, i - 1] @ rotation @ s.r[i] + next_lever(s, i, read)
    yield s.dp[i + 1, i]


K_TO_I = Erratum("k = 1..i in the second sum", "k = 1..i+1")
NO_R_BAR = Erratum(
    "(∂R_0^{i+1}/∂q_i + ∂p_0^{i+1}/∂q_i)^t",
    "(∂R_0^{i+1}/∂q_i r̄_{i+1} + ∂p_0^{i+1}/∂q_i)^t",
    "structural",
    undefined="a vector is added to a 3x3 matrix",
)
COMBINE = "combine: what link i+1 adds, by derivatives of R and p"


@section.equation("4.33", COMBINE, DOTS, K_TO_I, NO_R_BAR, links=before_last)
def _next_link_by_blocks(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    q, dp = i + 1, s.dp[i + 1, i]
    qdd = read(DOTS, printed=s.qd, corrected=s.qdd)
    yield torque(s, i, last=q) - torque(s, i, last=i)
    yield (
        total(block_trace(s, q, i, s.dR[q, j], s.dp[q, j], dp) * qdd[j] for j in upto(q))
        + total(
            block_trace(s, q, i, s.d2R[q, j, k], s.d2p[q, j, k], dp) * s.qd[j] * s.qd[k]
            for j in upto(q)
            for k in upto(read(K_TO_I, printed=i, corrected=q))
        )
        + tr(s.m[q] * outer(s.gz, s.dR[q, i] @ s.rb[q] + dp))
    )


@section.equation("4.34", "add all links: Newton-Euler's torque is Lagrange's", DOTS)
def _torque_of_all_links(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    qdd, beyond = read(DOTS, printed=s.qd, corrected=s.qdd), range(i, s.n + 1)
    yield torque(s, i, last=s.n)
    yield (
        total(tr(s.dT[m, j] @ s.Ja[m] @ s.dT[m, i].T) * qdd[j] for m in beyond for j in upto(m))
        + total(
            tr(s.d2T[m, j, k] @ s.Ja[m] @ s.dT[m, i].T) * s.qd[k] * s.qd[j]
            for m in beyond
            for j, k in pairs(m)
        )
        + total(s.m[m] * s.gza @ s.dT[m, i] @ s.rba[m] for m in beyond)
    )
