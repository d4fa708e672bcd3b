"""Equations (4.4) to (4.13): the commanded motion, from joint to joint and by derivatives.

As in Turney, Mudge & Lee, (4.1) to (4.9); but each acceleration is a command.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import cross, pairs, total, upto
from ...derivation.reading import CORRECTED, Erratum, Reading, Section, all_joints
from ...derivation.symbols import Symbols
from ...turney_mudge_lee_1980.derivation.kinematics import second_sum

section = Section()

# each of these two recurs through much of the derivation
GAINS_OF_I = Erratum("K_v^{is}, K_p^{is}", "K_v^{js}, K_p^{js}")
DESIRED_RATE = Erratum("qd_j^d", "qdd_j^d")


def commanded(s: Symbols, i: int, read: Reading = CORRECTED) -> FloatArray:
    """Return the command that replaces qdd_j in an equation for link i, for every joint j."""
    c, rows = s.command, np.arange(s.n + 1)
    rows = read(GAINS_OF_I, printed=np.full_like(rows, i), corrected=rows)
    desired = read(DESIRED_RATE, printed=c.qd, corrected=c.qdd)
    return np.asarray(desired + c.Kv[rows] @ c.ed + c.Kp[rows] @ c.e)


def first_sum(dx: FloatArray, i: int, u: FloatArray) -> FloatArray:
    """Return the sum of dx_0^i/dq_j u_j, j = 1..i, for the derivatives of A or p."""
    return total(dx[i, j] * u[j] for j in upto(i))


FOR_RATE = Erratum("in the place of qd_i", "in the place of qdd_i")


@section.equation("4.4", "command each joint's acceleration by the errors of all", FOR_RATE)
def _command(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    c = s.command
    yield read(FOR_RATE, printed=s.qd[i], corrected=s.qdd[i])
    yield c.qdd[i] + c.Kv[i] @ (c.qd - s.qd) + c.Kp[i] @ (c.q - s.q)
    yield c.qdd[i] + c.Kv[i] @ c.ed + c.Kp[i] @ c.e


Z_IN_J = Erratum("A_j^{j-1} z_{j-1}", "A_i^{j-1} z_{j-1}")


@section.equation("4.5", "write angular velocity as a sum over the joints", Z_IN_J)
def _angular_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.w[i]
    yield total(s.z[read(Z_IN_J, printed=j, corrected=i), j - 1] * s.qd[j] for j in upto(i))


BOTH_Z_IN_J = Erratum(
    "A_j^{j-1} z_{j-1}, A_j^{k-1} z_{k-1}", "A_i^{j-1} z_{j-1}, A_i^{k-1} z_{k-1}"
)


@section.equation("4.6", "write angular acceleration by joints and pairs of joints", BOTH_Z_IN_J)
def _angular_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u = commanded(s, i)
    z = {j: s.z[read(BOTH_Z_IN_J, printed=j, corrected=i)] for j in upto(i)}
    yield s.al[i]
    yield (
        total(z[j][j - 1] * u[j] for j in upto(i))
        + total(
            cross(z[j][k - 1], z[j][j - 1]) * s.qd[j] * s.qd[k]
            for j in upto(i)
            for k in upto(j - 1)
        )
    )


Z_IN_OWN = Erratum("A_j^{j-1} z_{j-1}, A_k^{k-1} z_{k-1}", "A_i^{j-1} z_{j-1}, A_i^{k-1} z_{k-1}")
Q_IN_J_AND_K = Erratum("Q_j^{i-1} Q_k^{k-1}", "Q_i^{j-1} Q_i^{k-1}")


@section.equation(
    "4.7", "write the first term of a_i, ω x (ω x r), by Q over pairs", Z_IN_OWN, Q_IN_J_AND_K
)
def _centripetal_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    r, z = s.r[i], _axes(s, i, read)

    def product(j: int, k: int) -> FloatArray:
        left = read(Q_IN_J_AND_K, printed=s.Q[j, i - 1], corrected=s.Q[i, j - 1])
        right = read(Q_IN_J_AND_K, printed=s.Q[k, k - 1], corrected=s.Q[i, k - 1])
        return np.asarray(left @ right)

    yield cross(s.w[i], cross(s.w[i], r))
    yield total(cross(z[j], cross(z[k], r)) * s.qd[j] * s.qd[k] for j, k in pairs(i))
    yield total(product(j, k) @ r * s.qd[j] * s.qd[k] for j, k in pairs(i))


def _axes(s: Symbols, i: int, read: Reading) -> dict[int, FloatArray]:
    """Return the axes of the joints 1..i, in frame i as corrected."""
    return {j: s.z[read(Z_IN_OWN, printed=j, corrected=i), j - 1] for j in upto(i)}


R_OF_J = Erratum("r_j", "r_i")
Q_IN_J = Erratum("Q_j^{j-1}, Q_j^{k-1}, Q_k^{k-1}", "Q_i^{j-1}, Q_i^{k-1}")


@section.equation(
    "4.8",
    "write the second term of a_i, α x r, by Q over joints and pairs",
    R_OF_J,
    Z_IN_OWN,
    Q_IN_J,
)
def _tangential_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u, z = commanded(s, i), _axes(s, i, read)
    r = {j: s.r[read(R_OF_J, printed=j, corrected=i)] for j in upto(i)}
    below = [(j, k) for j in upto(i) for k in upto(j - 1)]

    def Q(frame: int, j: int) -> FloatArray:
        return np.asarray(s.Q[read(Q_IN_J, printed=frame, corrected=i), j - 1])

    yield cross(s.al[i], s.r[i])
    yield (
        total(cross(z[j], r[j]) * u[j] for j in upto(i))
        + total(
            (cross(z[k], cross(z[j], r[j])) - cross(z[j], cross(z[k], r[j]))) * s.qd[j] * s.qd[k]
            for j, k in below
        )
    )
    yield (
        total(Q(j, j) @ r[j] * u[j] for j in upto(i))
        + total(
            (Q(j, k) @ Q(j, j) - Q(j, j) @ Q(k, k)) @ r[j] * s.qd[j] * s.qd[k] for j, k in below
        )
    )


Q_IN_WRONG_FRAME = Erratum("Q_j^{i-1}, Q_j^{v-1} Q_k^{u-1}", "Q_i^{j-1}, Q_i^{v-1} Q_i^{u-1}")
R_IN_J = Erratum("A_j^m r_m", "A_i^m r_m")


@section.equation(
    "4.9", "add both, and go on to the base", Q_IN_WRONG_FRAME, R_IN_J, turning=all_joints
)
def _origin_from_the_base(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u = commanded(s, i)

    def r(j: int, m: int) -> FloatArray:
        return np.asarray(s.R[read(R_IN_J, printed=j, corrected=i), m] @ s.r[m])

    def once(j: int) -> FloatArray:
        return read(Q_IN_WRONG_FRAME, printed=s.Q[j, i - 1], corrected=s.Q[i, j - 1])

    def twice(j: int, k: int) -> FloatArray:
        frames = read(Q_IN_WRONG_FRAME, printed=(j, k), corrected=(i, i))
        return np.asarray(s.Q[frames[0], min(j, k) - 1] @ s.Q[frames[1], max(j, k) - 1])

    yield s.a[i]
    yield (
        total(once(j) @ r(j, m) * u[j] for j in upto(i) for m in range(j, i + 1))
        + total(
            twice(j, k) @ r(j, m) * s.qd[j] * s.qd[k]
            for j, k in pairs(i)
            for m in range(max(j, k), i + 1)
        )
        + s.R[i, 0] @ s.gz
    )


TO_FRAME_J = Erratum("A_j^{i-1}, A_j^{k-1} at the left", "A_i^{j-1}, A_i^{k-1}")
FROM_FRAME_J = Erratum("A_j^{j-1} between the two Q", "A_{k-1}^{j-1}")
R_BEYOND_J = Erratum("A_j^m, A_j^i at the right", "A_{j-1}^m, A_{j-1}^i")
K_LEFT = Erratum(
    "in the second sum Q^{k-1} left of Q^{j-1}", "that of the smaller index left", "structural"
)
Q_AS_A = Erratum("A_{j-1}^{j-1} in the first sum", "Q_{j-1}^{j-1}")


def _once(s: Symbols, i: int, j: int, m: int, read: Reading) -> FloatArray:
    """Return A_i^{j-1} Q_{j-1}^{j-1} A_{j-1}^m."""
    left = read(TO_FRAME_J, printed=s.R[j, i - 1], corrected=s.R[i, j - 1])
    middle = read(Q_AS_A, printed=s.R[j - 1, j - 1], corrected=s.Q[j - 1, j - 1])
    return np.asarray(left @ middle @ s.R[read(R_BEYOND_J, printed=j, corrected=j - 1), m])


def _twice(s: Symbols, i: int, j: int, k: int, m: int, read: Reading) -> FloatArray:
    """Return A_i^{k-1} Q_{k-1}^{k-1} A_{k-1}^{j-1} Q_{j-1}^{j-1} A_{j-1}^m, for k <= j."""
    k, j = read(K_LEFT, printed=(k, j), corrected=(min(j, k), max(j, k)))
    left = s.R[read(TO_FRAME_J, printed=j, corrected=i), k - 1]
    between = s.R[read(FROM_FRAME_J, printed=j, corrected=k - 1), j - 1]
    right = s.R[read(R_BEYOND_J, printed=j, corrected=j - 1), m]
    return np.asarray(left @ s.Q[k - 1, k - 1] @ between @ s.Q[j - 1, j - 1] @ right)


NO_GRAVITY = Erratum("no gravity", "+ A_i^0 g z_0", "structural")


@section.equation(
    "4.10",
    "take every Q in its own frame",
    TO_FRAME_J,
    FROM_FRAME_J,
    R_BEYOND_J,
    K_LEFT,
    NO_GRAVITY,
    turning=all_joints,
)
def _origin_by_own_frames(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u = commanded(s, i)
    yield s.a[i]
    yield (
        total(_once(s, i, j, m, read) @ s.r[m] * u[j] for j in upto(i) for m in range(j, i + 1))
        + total(
            _twice(s, i, j, k, m, read) @ s.r[m] * s.qd[j] * s.qd[k]
            for j, k in pairs(i)
            for m in range(max(j, k), i + 1)
        )
        + read(NO_GRAVITY, printed=0.0, corrected=1.0) * s.R[i, 0] @ s.gz
    )


NO_GRAVITY_AT_END = Erratum(
    "A_i^0 d²p_0^i/dt² at the end", "A_i^0 (d²p_0^i/dt² + g z_0)", "structural"
)


INSIDE_K = Erratum("the first term inside the sum over k", "outside it", "structural")


@section.equation("4.11", "recognise derivatives of p_0^i", INSIDE_K, NO_GRAVITY_AT_END)
def _origin_by_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u, gravity = commanded(s, i), s.R[i, 0] @ s.gz
    times = read(INSIDE_K, printed=i, corrected=1)
    first, second = first_sum(s.dp, i, u), second_sum(s, s.d2p, i)
    yield s.a[i]
    yield s.R[i, 0] @ (times * first + second) + gravity
    at_end = read(NO_GRAVITY_AT_END, printed=0.0, corrected=1.0) * gravity
    yield s.R[i, 0] @ (first + second) + at_end


NO_R_BAR = Erratum(
    "no r̄_i in the second sum",
    "r̄_i",
    "structural",
    undefined="a 3x3 matrix is added to a vector",
)
A_BAR = Erratum("ā_i at the end", "a_i")


@section.equation(
    "4.12",
    "similarly the centre of mass",
    TO_FRAME_J,
    Q_AS_A,
    FROM_FRAME_J,
    R_BEYOND_J,
    K_LEFT,
    NO_R_BAR,
    A_BAR,
)
def _com_from_the_origin(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u, rb = commanded(s, i), s.rb[i]
    yield s.ab[i]
    yield (
        total(_once(s, i, j, i, read) @ rb * u[j] for j in upto(i))
        + total(_twice(s, i, j, k, i, read) @ rb * s.qd[j] * s.qd[k] for j, k in pairs(i))
        + read(A_BAR, printed=s.ab[i], corrected=s.a[i])
    )


@section.equation("4.13", "recognise derivatives of A_0^i and p_0^i")
def _com_by_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u = commanded(s, i)
    first = total((s.dR[i, j] @ s.rb[i] + s.dp[i, j]) * u[j] for j in upto(i))
    second = second_sum(s, s.d2R, i) @ s.rb[i] + second_sum(s, s.d2p, i)
    yield s.ab[i]
    yield s.R[i, 0] @ first + s.R[i, 0] @ second + s.R[i, 0] @ s.gz
