"""Equations (4.33) to (4.41): the torque of link i alone, of the link beyond, of all links.

As in Turney, Mudge & Lee, (4.26) to (4.34): up to (4.40) the arm ends with link i + 1; in (4.41) it
has all its links, and the torque is that of the control law (4.1).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import cross, outer, pairs, total, tr, upto
from ...derivation.newton_euler import force, moment, torque
from ...derivation.reading import Erratum, Reading, Section, before_last, own_joint
from ...derivation.symbols import Symbols
from ...turney_mudge_lee_1980.derivation.kinematics import second_sum
from ...turney_mudge_lee_1980.derivation.torques import BOTH_TO_I, NO_MASS, block_trace, force_term
from .kinematics import DESIRED_RATE, commanded, first_sum
from .lagrangian import gravity_vector

section = Section()

FREE_J = Erratum(
    "τ_j, and ∂T_0^i/∂q_j with gravity",
    "τ_i, ∂T_0^i/∂q_i",
    undefined="j has no value outside the sums",
)


@section.equation("4.33", "combine: the torque of link i alone, by derivatives of A and p", FREE_J)
def _torque_by_blocks(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u, dp = commanded(s, i), s.dp[i, i]
    yield torque(s, i, last=i)
    yield (
        total(block_trace(s, i, i, s.dR[i, j], s.dp[i, j], dp) * u[j] for j in upto(i))
        + total(
            block_trace(s, i, i, s.d2R[i, j, k], s.d2p[i, j, k], dp) * s.qd[j] * s.qd[k]
            for j, k in pairs(i)
        )
        + s.m[i] * s.gza @ s.dT[i, i] @ s.rba[i]
    )


@section.equation("4.34", "multiply blocks: Lagrange's torque of link i alone", FREE_J)
def _torque_by_lagrange(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u = commanded(s, i)
    yield torque(s, i, last=i)
    yield (
        total(tr(s.dT[i, j] @ s.Ja[i] @ s.dT[i, i].T) * u[j] for j in upto(i))
        + total(
            tr(s.d2T[i, j, k] @ s.Ja[i] @ s.dT[i, i].T) * s.qd[j] * s.qd[k] for j, k in pairs(i)
        )
        + s.m[i] * s.gza @ s.dT[i, i] @ s.rba[i]
    )


# "the same result as (3.6) when upper link contributions are ignored"
ONE_G = Erratum(
    "the same, with one g",
    "the same, with the g of (3.5), -|g|, in (3.6), and that of (4.32), +|g|, in (4.34)",
    "structural",
)


@section.equation("4.34+", "compare it with (3.6) for that link", ONE_G)
def _compared_with_lagrange(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u, dT, Ja = commanded(s, i), s.dT[i], s.Ja[i]
    down = gravity_vector(s)
    g = read(ONE_G, printed=down, corrected=-down)
    without_gravity = total(tr(dT[j] @ Ja @ dT[i].T) * u[j] for j in upto(i)) + total(
        tr(s.d2T[i, j, k] @ Ja @ dT[i].T) * s.qd[j] * s.qd[k] for j, k in pairs(i)
    )
    yield torque(s, i, last=i)
    yield without_gravity - s.m[i] * down @ dT[i] @ s.rba[i]
    yield without_gravity + s.m[i] * g @ dT[i] @ s.rba[i]


R_BAR_FOR_F = Erratum("r̄_{i+1}", "f_{i+1}")


@section.equation(
    "4.35",
    "take what link i+1 adds to the torque at joint i",
    R_BAR_FOR_F,
    links=before_last,
    turning=own_joint,
)
def _torque_passed_down(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    q, A = i + 1, s.R[i, i + 1]
    f = read(R_BAR_FOR_F, printed=s.rb[q], corrected=force(s, q, last=q))
    yield torque(s, i, last=q) - torque(s, i, last=i)
    yield s.z[i, i - 1] @ (cross(s.r[i], A @ f) + A @ moment(s, q, last=q))


R_FOR_F = Erratum("r_{i+1}", "f_{i+1}")
WRONG_Q = Erratum("A_0^{i-1} Q_{i-1}^i r_i", "A_0^{i-1} Q_{i-1}^{i-1} A_{i-1}^i r_i", "structural")


def _lever(s: Symbols, i: int, read: Reading) -> FloatArray:
    """Return the derivative of r_i by joint i, in the base frame."""
    Q = read(WRONG_Q, printed=s.Q[i - 1, i], corrected=s.Q[i - 1, i - 1] @ s.R[i - 1, i])
    return np.asarray(s.R[0, i - 1] @ Q @ s.r[i])


@section.equation(
    "4.36",
    "make its term in the force a trace",
    R_FOR_F,
    WRONG_Q,
    links=before_last,
    turning=own_joint,
)
def _force_term_by_trace(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    q = i + 1
    f = read(R_FOR_F, printed=s.r[q], corrected=force(s, q, last=q))
    yield force_term(s, i)
    yield tr(outer(s.R[i, q] @ f, s.Q[i, i - 1] @ s.r[i]))
    yield tr(outer(s.R[0, q] @ f, _lever(s, i, read)))


@section.equation(
    "4.37",
    "write the force by derivatives",
    NO_MASS,
    WRONG_Q,
    links=before_last,
    turning=own_joint,
)
def _force_term_by_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    q, u = i + 1, commanded(s, i)
    turning = first_sum(s.dR, q, u) + second_sum(s, s.d2R, q)
    moving = first_sum(s.dp, q, u) + second_sum(s, s.d2p, q)
    m = read(NO_MASS, printed=1.0, corrected=s.m[q])
    yield force_term(s, i)
    yield tr(outer(m * (turning @ s.rb[q] + moving) + s.m[q] * s.gz, _lever(s, i, read)))


BY_J = Erratum("(∂/∂q_j)^t at the right of the traces", "(∂/∂q_i)^t")
NEXT_LEVER = Erratum(
    "A_0^{i-1} Q_{i-1}^{i+1} r̄_{i+1}",
    "A_0^{i-1} Q_{i-1}^{i-1} A_{i-1}^{i+1} r_{i+1}",
    "structural",
)


GRAVITY_INSIDE = Erratum(
    "m_{i+1} g z_0 inside the first sum, added to the matrix on its left",
    "Tr{m_{i+1} g z_0 (∂A_0^{i+1}/∂q_i r̄_{i+1} + ...)^t} after the sums",
    "structural",
    undefined="a vector is added to a 3x3 matrix",
)


@section.equation(
    "4.38",
    "write its term in the moment by derivatives",
    BY_J,
    NEXT_LEVER,
    DESIRED_RATE,
    BOTH_TO_I,
    GRAVITY_INSIDE,
    links=before_last,
    turning=own_joint,
)
def _moment_term_by_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    q, u = i + 1, commanded(s, i, read)
    printed = s.R[0, i - 1] @ s.Q[i - 1, q] @ s.rb[q]
    corrected = s.R[0, i - 1] @ s.Q[i - 1, i - 1] @ s.R[i - 1, q] @ s.r[q]
    dp = read(NEXT_LEVER, printed=printed, corrected=corrected)
    by = {j: read(BY_J, printed=j, corrected=i) for j in upto(q)}
    yield s.z[i, i - 1] @ s.R[i, q] @ moment(s, q, last=q)
    yield (
        total(block_trace(s, q, by[j], s.dR[q, j], s.dp[q, j], dp) * u[j] for j in upto(q))
        + total(
            block_trace(s, q, by[j], s.d2R[q, j, k], s.d2p[q, j, k], dp) * s.qd[j] * s.qd[k]
            for j, k in pairs(read(BOTH_TO_I, printed=i, corrected=q))
        )
        + tr(s.m[q] * outer(s.gz, s.dR[q, i] @ s.rb[q] + dp))
    )


OWN_LEVER = Erratum(
    "A_0^{i-1} Q_{i-1}^{i+1} r̄_{i+1} in the first term",
    "A_0^{i-1} Q_{i-1}^{i-1} A_{i-1}^i r_i",
    "structural",
)
NEXT_LEVER_TURNED = Erratum(
    "A_0^{i-1} Q_{i-1}^{i+1} A_i^{i+1} r̄_{i+1}",
    "A_0^{i-1} Q_{i-1}^{i-1} A_{i-1}^{i+1} r_{i+1}",
    "structural",
)


@section.equation(
    "4.39",
    "recognise both levers as a derivative of p_0^{i+1}",
    OWN_LEVER,
    NEXT_LEVER_TURNED,
    links=before_last,
    turning=own_joint,
)
def _levers_by_derivative(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    q, R, Q = i + 1, s.R, s.Q
    own = read(
        OWN_LEVER,
        printed=Q[i - 1, q] @ s.rb[q],
        corrected=Q[i - 1, i - 1] @ R[i - 1, i] @ s.r[i],
    )
    beyond = read(
        NEXT_LEVER_TURNED,
        printed=Q[i - 1, q] @ R[i, q] @ s.rb[q],
        corrected=Q[i - 1, i - 1] @ R[i - 1, q] @ s.r[q],
    )
    yield s.dp[q, i]
    yield R[0, i - 1] @ own + R[0, i - 1] @ beyond


NO_R_BAR = Erratum(
    "(∂A_0^{i+1}/∂q_i + ∂p_0^{i+1}/∂q_i)^t",
    "(∂A_0^{i+1}/∂q_i r̄_{i+1} + ∂p_0^{i+1}/∂q_i)^t",
    "structural",
    undefined="a vector is added to a 3x3 matrix",
)


@section.equation(
    "4.40",
    "combine: what link i+1 adds, by derivatives of A and p",
    BY_J,
    DESIRED_RATE,
    NO_R_BAR,
    links=before_last,
)
def _next_link_by_blocks(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    q, u = i + 1, commanded(s, i, read)
    by = {j: read(BY_J, printed=j, corrected=i) for j in upto(q)}
    dp = {j: s.dp[q, by[j]] for j in upto(q)}
    yield torque(s, i, last=q) - torque(s, i, last=i)
    yield (
        total(block_trace(s, q, by[j], s.dR[q, j], s.dp[q, j], dp[j]) * u[j] for j in upto(q))
        + total(
            block_trace(s, q, by[j], s.d2R[q, j, k], s.d2p[q, j, k], dp[j]) * s.qd[j] * s.qd[k]
            for j, k in pairs(q)
        )
        + tr(s.m[q] * outer(s.gz, s.dR[q, i] @ s.rb[q] + s.dp[q, i]))
    )


@section.equation("4.41", "add all links: the command makes Lagrange's torque", BY_J, DESIRED_RATE)
def _torque_of_all_links(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u, beyond = commanded(s, i, read), range(i, s.n + 1)
    by = {j: read(BY_J, printed=j, corrected=i) for j in upto(s.n)}
    yield torque(s, i, last=s.n)
    yield (
        total(tr(s.dT[q, j] @ s.Ja[q] @ s.dT[q, by[j]].T) * u[j] for q in beyond for j in upto(q))
        + total(
            tr(s.d2T[q, j, k] @ s.Ja[q] @ s.dT[q, by[j]].T) * s.qd[k] * s.qd[j]
            for q in beyond
            for j, k in pairs(q)
        )
        + total(s.m[q] * s.gza @ s.dT[q, i] @ s.rba[q] for q in beyond)
    )
