"""Equations (1.11) to (1.28): derivatives by matrices Q, chains of frames, moments of mass.

Left sides are independent of Q: derivatives by the screws of the joints, and moments of mass by the
parallel axis theorem. Conditions beside an equation, such as j <= k of (1.11), are read as meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import E, cross, outer, total, tr, upto
from ...derivation.lagrange import frame_slopes, second_frame_slopes
from ...derivation.reading import Erratum, Reading, Section, all_joints
from ...derivation.symbols import Symbols

section = Section()


def by_joint(s: Symbols, i: int, entry: Callable[[int], FloatArray]) -> FloatArray:
    """Return an entry for each joint up to link i, and zeros for those beyond."""
    found = [entry(j) for j in upto(i)]
    return np.array([*found, *[np.zeros_like(found[0])] * (s.n - i)])


def by_ordered_pair(s: Symbols, i: int, entry: Callable[[int, int], FloatArray]) -> FloatArray:
    """Return an entry for each pair of joints j <= k up to link i, and zeros for all others."""
    nothing = np.zeros_like(entry(1, 1))
    return by_joint(
        s,
        i,
        lambda j: np.array([entry(j, k) if j <= k <= i else nothing for k in upto(s.n)]),
    )


R_BY_I = Erratum("R_0^{i-1} at the left", "R_0^{j-1}")
Q_BY_I = Erratum("Q_0^{i-1} at the left of the last form", "Q_0^{j-1}")


@section.equation("1.11", "differentiate R_0^i by putting in Q", R_BY_I, Q_BY_I)
def _rotation_by_q(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    Q, R = s.Q, s.R

    def inside(j: int) -> FloatArray:
        left = R[0, read(R_BY_I, printed=i, corrected=j) - 1]
        return np.asarray(left @ Q[j - 1, j - 1] @ R[j - 1, i])

    def in_front(j: int) -> FloatArray:
        return np.asarray(Q[0, read(Q_BY_I, printed=i, corrected=j) - 1] @ R[0, i])

    dR = frame_slopes(s, tuple(s.q))[i, :, :3, :3]
    yield by_joint(s, i, lambda j: dR[j])
    yield by_joint(s, i, inside)
    yield by_joint(s, i, in_front)


@section.equation("1.12", "differentiate it twice", R_BY_I, Q_BY_I)
def _rotation_by_two_q(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    Q, R = s.Q, s.R

    def inside(j: int, k: int) -> FloatArray:
        left = R[0, read(R_BY_I, printed=i, corrected=j) - 1]
        return np.asarray(left @ Q[j - 1, j - 1] @ R[j - 1, k - 1] @ Q[k - 1, k - 1] @ R[k - 1, i])

    def in_front(j: int, k: int) -> FloatArray:
        first = Q[0, read(Q_BY_I, printed=i, corrected=j) - 1]
        return np.asarray(first @ Q[0, k - 1] @ R[0, i])

    d2R = second_frame_slopes(s, tuple(s.q))[i, :, :, :3, :3]
    yield by_ordered_pair(s, i, lambda j, k: d2R[j, k])
    yield by_ordered_pair(s, i, inside)
    yield by_ordered_pair(s, i, in_front)


def frame(s: Symbols, j: int, i: int) -> FloatArray:
    """Return T_j^i by the screws of the joints."""
    T = s.frames(s.q)
    return np.asarray(np.linalg.inv(T[j]) @ T[i])


def block(R: FloatArray, p: FloatArray) -> FloatArray:
    """Return a rotation and a displacement as one matrix."""
    return np.block([[R, p[:, np.newaxis]], [np.zeros(3), 1.0]])


@section.equation("1.13", "put rotation and displacement into one matrix T")
def _one_step(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield frame(s, i - 1, i)
    yield block(s.R[i - 1, i], s.R[i - 1, i] @ s.r[i])


@section.equation("1.14", "see the displacement from the frame it leads to")
def _lever(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.R[i, i - 1] @ frame(s, i - 1, i)[:3, 3]
    yield s.r[i]


SAME_FRAME = Erratum("T_i^i", "T_j^i")


@section.equation("1.15", "chain the matrices of the joints between", SAME_FRAME)
def _chain(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def chain(j: int) -> FloatArray:
        T = np.eye(4)
        for m in range(j + 1, i + 1):
            T = T @ block(s.R[m - 1, m], s.R[m - 1, m] @ s.r[m])
        return T

    yield by_joint(s, i, lambda j: frame(s, read(SAME_FRAME, printed=i, corrected=j - 1), i))
    yield by_joint(s, i, lambda j: chain(j - 1))


@section.equation("1.16", "read displacements from the chain")
def _displacements(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    p = {m: frame(s, m - 1, m)[:3, 3] for m in upto(i)}
    beyond = {j: range(j, i + 1) for j in upto(i)}
    yield by_joint(s, i, lambda j: frame(s, j - 1, i)[:3, 3])
    yield by_joint(s, i, lambda j: total(s.R[j - 1, m - 1] @ p[m] for m in beyond[j]))
    yield by_joint(s, i, lambda j: total(s.R[j - 1, m] @ s.R[m, m - 1] @ p[m] for m in beyond[j]))
    yield by_joint(s, i, lambda j: total(s.R[j - 1, m] @ s.r[m] for m in beyond[j]))


@section.equation("1.17", "see a point of link i from every frame before it")
def _point(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    d = s.rb[i]
    yield by_joint(s, i, lambda j: frame(s, j - 1, i) @ s.rba[i])
    yield by_joint(s, i, lambda j: np.append(s.R[j - 1, i] @ d + frame(s, j - 1, i)[:3, 3], 1.0))


@section.equation("1.17+", "differentiate p_0^i by the rotations in it", turning=all_joints)
def _origin_by_rotations(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    slopes = frame_slopes(s, tuple(s.q))
    yield by_joint(s, i, lambda j: slopes[i, j, :3, 3])
    yield by_joint(s, i, lambda j: total(slopes[m, j, :3, :3] @ s.r[m] for m in upto(i)))


@section.equation("1.18", "differentiate p_0^i by putting in Q", turning=all_joints)
def _origin_by_q(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    Q, R, r = s.Q, s.R, s.r
    dp = frame_slopes(s, tuple(s.q))[i, :, :3, 3]
    yield by_joint(s, i, lambda j: dp[j])
    yield by_joint(
        s,
        i,
        lambda j: total(
            R[0, j - 1] @ Q[j - 1, j - 1] @ R[j - 1, m] @ r[m] for m in range(j, i + 1)
        ),
    )
    yield by_joint(s, i, lambda j: total(Q[0, j - 1] @ R[0, m] @ r[m] for m in range(j, i + 1)))


@section.equation("1.19", "differentiate it twice", turning=all_joints)
def _origin_by_two_q(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    Q, R, r = s.Q, s.R, s.r

    def inside(j: int, k: int) -> FloatArray:
        before = R[0, j - 1] @ Q[j - 1, j - 1] @ R[j - 1, k - 1] @ Q[k - 1, k - 1]
        return total(before @ R[k - 1, m] @ r[m] for m in range(k, i + 1))

    def in_front(j: int, k: int) -> FloatArray:
        return total(Q[0, j - 1] @ Q[0, k - 1] @ R[0, m] @ r[m] for m in range(k, i + 1))

    d2p = second_frame_slopes(s, tuple(s.q))[i, :, :, :3, 3]
    yield by_ordered_pair(s, i, lambda j, k: d2p[j, k])
    yield by_ordered_pair(s, i, inside)
    yield by_ordered_pair(s, i, in_front)


# the identities hold for any vectors and matrices: here for those of the link
@section.equation("1.20", "write a double vector product by a trace")
def _double_product(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    a, b, c = s.w[i], s.al[i], s.rb[i]
    yield cross(a, cross(b, c))
    yield (a @ c) * b - c * (a @ b)
    yield (tr(outer(c, a)) * E - outer(c, a)) @ b


@section.equation("1.21", "write a triple product by a trace")
def _triple_product(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    a, b, c = s.w[i], s.al[i], s.rb[i]
    yield cross(b, c) @ a
    yield tr(outer(a, cross(b, c)))
    yield b @ cross(c, a)
    yield cross(c, a) @ b


@section.equation("1.22", "resolve the product of a product")
def _product_of_product(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    a, b, c = s.w[i], s.al[i], s.rb[i]
    yield cross(cross(a, b), c)
    yield cross(a, cross(b, c)) - cross(b, cross(a, c))


@section.equation("1.23", "transpose under a trace")
def _transposed_trace(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A, B, C = s.R[0, i], s.J[i], outer(s.w[i], s.rb[i])
    yield tr(A @ B @ C)
    yield tr((A @ B @ C).T)
    yield tr(C.T @ B.T @ A.T)


def second_moments(s: Symbols, i: int) -> FloatArray:
    """Return the integral of d d^t, by the inertia tensor about origin i."""
    rb = s.rb[i]
    about_origin = s.Ic[i] + s.m[i] * ((rb @ rb) * E - outer(rb, rb))
    return np.asarray(tr(about_origin) / 2 * E - about_origin)


@section.equation("1.24", "collect second moments of mass, about origin i")
def _second_moments(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield second_moments(s, i)
    yield s.integral(i, lambda d: outer(d, d))


@section.equation("1.25", "write them out")
def _second_moments_by_entries(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def moment(row: int, column: int) -> FloatArray:
        return s.integral(i, lambda d: d[row] * d[column])

    yield second_moments(s, i)
    yield np.array([[moment(row, column) for column in range(3)] for row in range(3)])


# stated in the paper: it takes the axes of the link for principal ones
NO_PRODUCTS = Erratum("no I_xy, I_xz, I_yz", "-I_xy, -I_xz, -I_yz off the diagonal", "structural")


@section.equation("1.26", "take them from the inertia about the centre of mass", NO_PRODUCTS)
def _second_moments_by_inertia(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    inertia, rb = s.Ic[i], s.rb[i]
    xx, yy, zz = inertia.diagonal()
    principal = np.diag([-xx + yy + zz, xx - yy + zz, xx + yy - zz]) / 2
    products = inertia - np.diag([xx, yy, zz])
    yield second_moments(s, i)
    yield (
        principal
        - read(NO_PRODUCTS, printed=0.0, corrected=1.0) * products
        + s.m[i] * outer(rb, rb)
    )


@section.equation("1.27", "and the inertia from them")
def _inertia_by_second_moments(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    central = second_moments(s, i) - s.m[i] * outer(s.rb[i], s.rb[i])
    yield s.Ic[i]
    yield tr(central) * E - central


@section.equation("1.28", "put moments of order two, one and zero into one matrix")
def _all_moments(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.integral(i, lambda d: outer(np.append(d, 1.0), np.append(d, 1.0)))
    yield np.block(
        [
            [second_moments(s, i), s.m[i] * s.rb[i][:, np.newaxis]],
            [s.m[i] * s.rb[i], s.m[i]],
        ]
    )
