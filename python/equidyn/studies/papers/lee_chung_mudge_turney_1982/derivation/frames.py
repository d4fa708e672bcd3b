"""Equations (2.1) to (2.14): frames of the links, and their derivatives by matrices Q.

Left sides are frames by the screws of the joints, and their exact derivatives. By (2.8) a matrix Q
has two indices; where (2.6) and (2.7) print Q_j^i, both of it are those of frame j-1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

import numpy as np

from .....arm import screw
from .....validation import FloatArray
from ...derivation.algebra import cross, total, upto
from ...derivation.lagrange import frame_slopes, second_frame_slopes
from ...derivation.reading import Erratum, Reading, Section, all_joints, own_joint
from ...derivation.symbols import Symbols
from ...turney_mudge_lee_1980.derivation.notation import block, by_joint, by_ordered_pair, frame
from ...turney_mudge_lee_1980.derivation.rotations import OWN_Q, OWN_Z, rotations, vectors

section = Section()

# words: (2.1) has d_i along the axis of the joint; between the z axes it would be a_i, as defined
NEW_Z = Erratum("(b) translate by d_i along the z_i axis", "along the z_{i-1} axis")
BETWEEN_Z = Erratum(
    "d_i between the z axes of links i-1 and i", "between the common normals", "structural"
)


@section.equation("2.0+", "go to the frame of a link by four operations", NEW_Z, BETWEEN_Z)
def _four_operations(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    turned, twisted = screw(s.angle[i], 0.0, axis=2), screw(s.twist[i], 0.0, axis=0)
    rotation, new_x = turned[:3, :3] @ twisted[:3, :3], turned[:3, 0]
    axis = read(NEW_Z, printed=rotation[:, 2], corrected=OWN_Z)
    yield np.asarray(np.linalg.inv(s.T[i - 1]) @ s.T[i])
    offset = read(BETWEEN_Z, printed=abs(s.length[i]), corrected=s.offset[i])
    yield block(rotation, offset * axis + s.length[i] * new_x)


@section.equation("2.1", "multiply them")
def _frame_by_entries(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    ct, st = np.cos(s.angle[i]), np.sin(s.angle[i])
    ca, sa = np.cos(s.twist[i]), np.sin(s.twist[i])
    yield frame(s, i - 1, i)
    yield np.array(
        [
            [ct, -ca * st, sa * st, s.length[i] * ct],
            [st, ca * ct, -sa * ct, s.length[i] * st],
            [0.0, sa, ca, s.offset[i]],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


@section.equation("2.2", "see rotation and displacement in the product")
def _frame_by_blocks(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield frame(s, i - 1, i)
    yield block(s.R[i - 1, i], s.R[i - 1, i] @ s.r[i])


@section.equation("2.3", "turn back by the transpose")
def _back(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield rotations(s)[i, i - 1]
    yield np.array(np.linalg.inv(s.R[i - 1, i]), dtype=float)
    yield s.R[i - 1, i].T
    yield s.R[i, i - 1]


NO_STEP = Erratum("A_k^k in the product", "A_{k-1}^k")


@section.equation("2.4", "chain the rotations of the joints between", NO_STEP)
def _chain(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def chain(j: int, back: int) -> FloatArray:
        return reduce(np.matmul, (s.R[k - back, k] for k in range(j, i + 1)))

    back = read(NO_STEP, printed=0, corrected=1)
    yield by_joint(s, i, lambda j: rotations(s)[j - 1, i])
    yield by_joint(s, i, lambda j: chain(j, 1))
    yield by_joint(s, i, lambda j: chain(j, back))


@section.equation("2.5", "turn a vector product by turning its factors")
def _turned_product(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A, (r, t) = s.R[i - 1, i], vectors(s, i)
    yield A @ cross(r, t)
    yield cross(A @ r, A @ t)


A_BY_I = Erratum("A_0^{i-1} at the left", "A_0^{j-1}")
Q_OF_I = Erratum("Q_j^i", "Q_{j-1}^{j-1}")


@section.equation("2.6", "differentiate A_0^i by putting in Q", A_BY_I, Q_OF_I)
def _rotation_by_q(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def inside(j: int) -> FloatArray:
        left = s.R[0, read(A_BY_I, printed=i, corrected=j) - 1]
        Q = read(Q_OF_I, printed=s.Q[j, i], corrected=s.Q[j - 1, j - 1])
        return np.asarray(left @ Q @ s.R[j - 1, i])

    yield frame_slopes(s, tuple(s.q))[i, 1:, :3, :3]
    yield by_joint(s, i, inside)


@section.equation("2.7", "where Q is a matrix of numbers", Q_OF_I, turning=all_joints)
def _q_by_entries(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    Q = {j: read(Q_OF_I, printed=s.Q[j, i], corrected=s.Q[j - 1, j - 1]) for j in upto(i)}
    yield by_joint(s, i, lambda j: Q[j])
    yield by_joint(s, i, lambda j: OWN_Q)


# Q_j^i belongs to joint i+1: here the equation is that of the joint of the link
@section.equation("2.8", "that of the product with an axis, seen from frame j", turning=own_joint)
def _q_in_any_frame(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    b, _ = vectors(s, i)
    yield np.array([cross(A @ OWN_Z, b) for A in rotations(s)[:, i - 1]])
    yield s.Q[:, i - 1] @ b


NEXT_Z = Erratum("z_j", "z_{j-1}")


@section.equation("2.9", "so that a derivative is a vector product", A_BY_I, NEXT_Z)
def _rotation_by_product(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def product(j: int) -> FloatArray:
        z = read(NEXT_Z, printed=s.z[j - 1, j], corrected=s.z[j - 1, j - 1])
        left = s.R[0, read(A_BY_I, printed=i, corrected=j) - 1]
        return np.asarray(left @ cross(z, s.R[j - 1, i]))

    yield frame_slopes(s, tuple(s.q))[i, 1:, :3, :3]
    yield by_joint(s, i, product)


A_BY_I_TWICE = Erratum("A_0^{i-1} at the left of both", "A_0^{j-1}, or A_0^{k-1} if k is smaller")


@section.equation("2.10", "differentiate twice", A_BY_I_TWICE)
def _rotation_by_two_products(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def product(j: int, k: int) -> FloatArray:
        lower, upper = min(j, k), max(j, k)
        if upper > i:
            return np.zeros((3, 3))
        left = s.R[0, read(A_BY_I_TWICE, printed=i, corrected=lower) - 1]
        inner = cross(s.z[upper - 1, upper - 1], s.R[upper - 1, i])
        return np.asarray(
            left @ cross(s.z[lower - 1, lower - 1], s.R[lower - 1, upper - 1] @ inner)
        )

    yield second_frame_slopes(s, tuple(s.q))[i, 1:, 1:, :3, :3]
    yield np.array([[product(j, k) for k in upto(s.n)] for j in upto(s.n)])


@section.equation("2.11", "see the displacement from the frame it leads to")
def _lever(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield frame(s, i - 1, i)[:3, 3]
    yield s.R[i - 1, i] @ s.r[i]


@section.equation("2.12", "add displacements")
def _origin(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.frames(s.q)[i, :3, 3]
    yield total(s.R[0, k] @ s.r[k] for k in upto(i))


# both sums begin where that of (2.12) does; but the terms below are not zero when Q is put in
FROM_ONE = Erratum("sum from k = 1", "from k = j", "structural")
FROM_ONE_TWICE = Erratum("sum from m = 1", "from m = k", "structural")


@section.equation("2.13", "differentiate the sum", FROM_ONE, turning=all_joints)
def _origin_by_product(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def product(j: int) -> FloatArray:
        first = read(FROM_ONE, printed=1, corrected=j)
        z = s.z[j - 1, j - 1]
        return total(s.R[0, j - 1] @ cross(z, s.R[j - 1, k] @ s.r[k]) for k in range(first, i + 1))

    yield frame_slopes(s, tuple(s.q))[i, 1:, :3, 3]
    yield by_joint(s, i, product)


@section.equation("2.14", "and again", A_BY_I, FROM_ONE_TWICE, turning=all_joints)
def _origin_by_two_products(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def product(j: int, k: int) -> FloatArray:
        left = s.R[0, read(A_BY_I, printed=i, corrected=j) - 1]
        first = read(FROM_ONE_TWICE, printed=1, corrected=k)
        before = s.R[j - 1, k - 1]
        return total(
            left
            @ cross(s.z[j - 1, j - 1], before @ cross(s.z[k - 1, k - 1], s.R[k - 1, m] @ s.r[m]))
            for m in range(first, i + 1)
        )

    d2p = second_frame_slopes(s, tuple(s.q))[i, :, :, :3, 3]
    yield by_ordered_pair(s, i, lambda j, k: d2p[j, k])
    yield by_ordered_pair(s, i, product)
