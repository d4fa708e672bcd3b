"""Equations (4.1) to (4.9): the outward recursion of Newton-Euler, written as sums over joints.

The recursion gives the motion of each link by that of the link before; the equations give it by the
joints. At the end accelerations are derivatives of positions, as in Lagrange's equations.
"""

from __future__ import annotations

from collections.abc import Iterator

from .....validation import FloatArray
from ...derivation.algebra import cross, pairs, total, upto
from ...derivation.reading import (
    CORRECTED,
    Erratum,
    Reading,
    Section,
    all_joints,
    from_second,
    joint_before,
    own_joint,
)
from ...derivation.symbols import Symbols

section = Section()

# each of these two recurs through most of the derivation
DOTS = Erratum("qd_j in the first sum", "qdd_j")
UPPER_J = Erratum("R_0^j, p_0^j", "R_0^i, p_0^i")


@section.equation("4.1", "write angular velocity as a sum over the joints")
def _angular_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.w[i]
    yield total(s.z[i, j - 1] * s.qd[j] for j in upto(i))


@section.equation("4.2", "write angular acceleration as a sum over joints and pairs of joints")
def _angular_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    joints = total(s.z[i, j - 1] * s.qdd[j] for j in upto(i))
    yield s.al[i]
    yield joints + total(
        s.R[i, j - 1] @ cross(s.w[j - 1], s.z[j - 1, j - 1]) * s.qd[j] for j in upto(i)
    )
    yield joints + total(
        cross(s.z[i, k - 1], s.z[i, j - 1]) * s.qd[j] * s.qd[k]
        for j in upto(i)
        for k in upto(j - 1)
    )


K_TO_N = Erratum("k = 1..n in the first form", "k = 1..i")


@section.equation(
    "4.3", "write the first term of a_i, ω x (ω x r), by Q over pairs of joints", K_TO_N
)
def _centripetal_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield cross(s.w[i], cross(s.w[i], s.r[i]))
    yield total(
        cross(s.z[i, j - 1], cross(s.z[i, k - 1], s.r[i])) * s.qd[j] * s.qd[k]
        for j in upto(i)
        for k in read(K_TO_N, printed=upto(s.n), corrected=upto(i))
    )
    yield total(s.Q[i, j - 1] @ s.Q[i, k - 1] @ s.r[i] * s.qd[j] * s.qd[k] for j, k in pairs(i))


@section.equation("4.4", "write the second term of a_i, α x r, by Q over joints and pairs", DOTS)
def _tangential_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    qdd = read(DOTS, printed=s.qd, corrected=s.qdd)
    r, z, Q = s.r[i], s.z[i], s.Q[i]
    below = [(j, k) for j in upto(i) for k in upto(j - 1)]
    joints = total(cross(z[j - 1], r) * s.qdd[j] for j in upto(i))
    yield cross(s.al[i], r)
    yield joints + total(cross(cross(z[k - 1], z[j - 1]), r) * s.qd[j] * s.qd[k] for j, k in below)
    yield joints + total(
        (cross(z[k - 1], cross(z[j - 1], r)) - cross(z[j - 1], cross(z[k - 1], r)))
        * (s.qd[j] * s.qd[k])
        for j, k in below
    )
    yield total(Q[j - 1] @ r * qdd[j] for j in upto(i)) + total(
        (Q[k - 1] @ Q[j - 1] - Q[j - 1] @ Q[k - 1]) @ r * s.qd[j] * s.qd[k] for j, k in below
    )


K_FROM_1 = Erratum("k = 1..i in the third sum of the first form", "k = j..i", "structural")


@section.equation(
    "4.5",
    "add both: acceleration of origin i from that of origin i-1",
    K_FROM_1,
    turning=own_joint,
)
def _origin_from_the_one_before(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    r, Q, qd = s.r[i], s.Q[i], s.qd
    joints = total(Q[j - 1] @ r * s.qdd[j] for j in upto(i))
    before = s.R[i, i - 1] @ s.a[i - 1]
    yield s.a[i]
    yield (
        joints
        + total(Q[k - 1] @ Q[j - 1] @ r * qd[j] * qd[k] for j in upto(i) for k in upto(j - 1))
        + total(
            Q[j - 1] @ Q[k - 1] @ r * qd[j] * qd[k]
            for j in upto(i)
            for k in read(K_FROM_1, printed=upto(i), corrected=range(j, i + 1))
        )
        + before
    )
    yield joints + ordered_pairs(s, i, i, r) + before


def ordered_pairs(s: Symbols, frame: int, last: int, b: FloatArray) -> FloatArray:
    """Return the sum of Q^{v-1} Q^{u-1} b qd_j qd_k, j, k = 1..last, v = min(j, k), u = max."""
    Q = s.Q[frame]
    return total(
        Q[min(j, k) - 1] @ Q[max(j, k) - 1] @ b * s.qd[j] * s.qd[k] for j, k in pairs(last)
    )


UNTURNED_R = Erratum("r_{i-1}", "R_i^{i-1} r_{i-1}", "structural")
K_BELOW_J = Erratum("k = 1..j-1", "k = 1..i-1", "structural")


@section.equation(
    "4.5+",
    "similarly, acceleration of origin i-1, in frame i, from origin i-2",
    DOTS,
    UNTURNED_R,
    K_BELOW_J,
    links=from_second,
    turning=joint_before,
)
def _origin_before_from_the_one_before_it(
    s: Symbols, i: int, read: Reading
) -> Iterator[FloatArray]:
    qdd = read(DOTS, printed=s.qd, corrected=s.qdd)
    r = read(UNTURNED_R, printed=s.r[i - 1], corrected=s.R[i, i - 1] @ s.r[i - 1])
    Q, qd = s.Q[i], s.qd
    yield s.R[i, i - 1] @ s.a[i - 1]
    yield (
        total(Q[j - 1] @ r * qdd[j] for j in upto(i - 1))
        + total(
            Q[min(j, k) - 1] @ Q[max(j, k) - 1] @ r * qd[j] * qd[k]
            for j in upto(i - 1)
            for k in read(K_BELOW_J, printed=upto(j - 1), corrected=upto(i - 1))
        )
        + s.R[i, i - 2] @ s.a[i - 2]
    )


@section.equation("4.6", "go on to the base", DOTS, turning=all_joints)
def _origin_from_the_base(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    qdd = read(DOTS, printed=s.qd, corrected=s.qdd)
    Q, qd = s.Q[i], s.qd
    r = {m: s.R[i, m] @ s.r[m] for m in upto(i)}
    gravity = s.R[i, 0] @ s.gz
    yield s.a[i]
    yield (
        total(Q[j - 1] @ r[m] * qdd[j] for m in upto(i) for j in upto(m))
        + total(ordered_pairs(s, i, m, r[m]) for m in upto(i))
        + gravity
    )
    yield (
        total(Q[j - 1] @ r[m] * qdd[j] for j in upto(i) for m in range(j, i + 1))
        + total(
            Q[min(j, k) - 1] @ Q[max(j, k) - 1] @ r[m] * qd[j] * qd[k]
            for j, k in pairs(i)
            for m in range(max(j, k), i + 1)
        )
        + gravity
    )


INSIDE_K = Erratum(
    "the first term inside the sum over k, times qdd_k", "outside it, times qdd_j", "structural"
)


@section.equation(
    "4.7", "recognise derivatives of p_0^i", DOTS, INSIDE_K, UPPER_J, turning=all_joints
)
def _origin_by_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    qdd = read(DOTS, printed=s.qd, corrected=s.qdd)
    first = read(
        INSIDE_K,
        printed=list(pairs(i)),
        corrected=[(j, j) for j in upto(i)],
    )
    r = {m: s.R[0, m] @ s.r[m] for m in upto(i)}
    gravity = s.R[i, 0] @ s.gz
    yield s.a[i]
    yield (
        s.R[i, 0]
        @ (
            total(s.Q[0, j - 1] @ r[m] * qdd[j] for m in upto(i) for j in upto(m))
            + total(ordered_pairs(s, 0, m, r[m]) for m in upto(i))
        )
        + gravity
    )
    yield (
        s.R[i, 0]
        @ (
            total(s.dp[read(UPPER_J, printed=j, corrected=i), j] * qdd[k] for j, k in first)
            + second_sum(s, s.d2p, i, read)
        )
        + gravity
    )


def first_sum(s: Symbols, dx: FloatArray, i: int, read: Reading = CORRECTED) -> FloatArray:
    """Return the sum of dx_0^i/dq_j qdd_j, j = 1..i, for the derivatives of R or p."""
    qdd = read(DOTS, printed=s.qd, corrected=s.qdd)
    return total(dx[read(UPPER_J, printed=j, corrected=i), j] * qdd[j] for j in upto(i))


def second_sum(s: Symbols, d2x: FloatArray, i: int, read: Reading = CORRECTED) -> FloatArray:
    """Return the sum of d2x_0^i/dq_j dq_k qd_j qd_k, j, k = 1..i, for the derivatives of R or p."""
    return total(
        d2x[read(UPPER_J, printed=j, corrected=i), j, k] * s.qd[j] * s.qd[k] for j, k in pairs(i)
    )


@section.equation("4.8", "add the centre of mass, by Q over joints and pairs", DOTS, UPPER_J)
def _com_from_the_origin(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    qdd = read(DOTS, printed=s.qd, corrected=s.qdd)
    Q, qd = s.Q[0], s.qd
    rb = {j: s.R[0, read(UPPER_J, printed=j, corrected=i)] @ s.rb[i] for j in upto(i)}
    yield s.ab[i]
    yield (
        s.R[i, 0]
        @ (
            total(Q[j - 1] @ rb[j] * qdd[j] for j in upto(i))
            + total(
                Q[min(j, k) - 1] @ Q[max(j, k) - 1] @ rb[j] * qd[j] * qd[k] for j, k in pairs(i)
            )
        )
        + s.a[i]
    )


TO_THE_BASE = Erratum("R_0^i g z_0", "R_i^0 g z_0")


@section.equation("4.9", "recognise derivatives of R_0^i and p_0^i", DOTS, UPPER_J, TO_THE_BASE)
def _com_by_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    dR = first_sum(s, s.dR, i, read) + second_sum(s, s.d2R, i, read)
    dp = first_sum(s, s.dp, i, read) + second_sum(s, s.d2p, i, read)
    yield s.ab[i]
    yield s.R[i, 0] @ dR @ s.rb[i] + s.a[i]
    yield s.R[i, 0] @ (dR @ s.rb[i] + dp) + (
        read(TO_THE_BASE, printed=s.R[0, i], corrected=s.R[i, 0]) @ s.gz
    )
