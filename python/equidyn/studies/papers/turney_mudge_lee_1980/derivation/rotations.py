"""Equations (1.1) to (1.10): rotations, and the matrices Q that stand for a vector product.

Rotations on the left sides are by the screws of the joints; those on the right by (1.10).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import E, cross
from ...derivation.lagrange import frame_slopes
from ...derivation.reading import Reading, Section, own_joint
from ...derivation.symbols import STATES, Symbols
from .notation import by_joint

section = Section()

# printed matrices: those of a vector product with the axes of a frame; the last is Q_i^i
SIGMA = np.array(
    [
        [[0.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]],
        [[0.0, 0.0, 1.0], [0.0, 0.0, 0.0], [-1.0, 0.0, 0.0]],
        [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]],
    ]
)
OWN_Q = SIGMA[2]
OWN_Z = E[2]


@lru_cache(maxsize=STATES)
def rotations(s: Symbols) -> FloatArray:
    """Return all R_j^i by the screws of the joints, (n + 1, n + 1, 3, 3): j, i."""
    R = s.frames(s.q)[:, :3, :3]
    return np.asarray(np.einsum("jab,ibc->jiac", np.linalg.inv(R), R))


def vectors(s: Symbols, i: int) -> tuple[FloatArray, FloatArray]:
    """Return two vectors in frame i: the equations hold for any, here they are of the link."""
    return s.r[i] + s.rb[i], s.rb[i] - s.w[i]


@section.equation("1.1", "turn back by the transpose")
def _back(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield rotations(s)[i]
    yield np.swapaxes(s.R[:, i], 1, 2)
    yield np.array([np.linalg.inv(R) for R in s.R[:, i]])
    yield s.R[i]


@section.equation("1.2", "chain the rotations of the joints between")
def _chain(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def chain(j: int) -> FloatArray:
        return reduce(np.matmul, (s.R[m - 1, m] for m in range(j, i + 1)))

    yield by_joint(s, i, lambda j: rotations(s)[j - 1, i])
    yield by_joint(s, i, chain)


@section.equation("1.2+", "go from frame to frame by any frame k")
def _detour(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    every_k = np.ones((s.n + 1, 1, 1))
    yield np.array([R * every_k for R in rotations(s)[:, i]])
    yield np.array([R @ s.R[:, i] for R in s.R])


@section.equation("1.3", "turn a vector product by turning its factors")
def _turned_product(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    R, (b, c) = s.R[0, i], vectors(s, i)
    yield R @ cross(b, c)
    yield cross(R @ b, R @ c)


@section.equation("1.4", "see the product with an axis from any frame k")
def _turned_product_with_axis(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    c, _ = vectors(s, i)
    yield np.array([R @ cross(OWN_Z, c) for R in s.R[:, i]])
    yield np.array([cross(R @ OWN_Z, R @ c) for R in s.R[:, i]])


# Q_i^i belongs to joint i+1: here the equations with it are those of the joint of the link
@section.equation("1.5", "write a matrix for the product with an axis", turning=own_joint)
def _q_by_entries(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.Q[i - 1, i - 1]
    yield OWN_Q


@section.equation("1.6", "multiply by it")
def _product_by_q(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    c, _ = vectors(s, i)
    yield cross(OWN_Z, c)
    yield OWN_Q @ c


@section.equation("1.7", "write such matrices for all axes")
def _sigma(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield np.array([[cross(axis, unit) for unit in E] for axis in E])
    yield np.swapaxes(SIGMA, 1, 2)


@section.equation("1.7+", "and so for any vector")
def _product_by_sigma(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    a, b = vectors(s, i)
    yield cross(a, b)
    yield (a[0] * SIGMA[0] + a[1] * SIGMA[1] + a[2] * SIGMA[2]) @ b


@section.equation("1.8", "define Q for an axis that is seen from any frame k", turning=own_joint)
def _q_in_any_frame(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    b, _ = vectors(s, i)
    yield np.array([cross(R @ OWN_Z, b) for R in rotations(s)[:, i - 1]])
    yield s.Q[:, i - 1] @ b


@section.equation("1.9", "move Q to the left of a rotation", turning=own_joint)
def _q_to_the_left(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    c, _ = vectors(s, i)
    yield np.array([R @ cross(OWN_Z, c) for R in rotations(s)[:, i - 1]])
    yield s.R[:, i - 1] @ (OWN_Q @ c)
    yield np.array([cross(R @ OWN_Z, R @ c) for R in s.R[:, i - 1]])
    yield np.array([Q @ R @ c for Q, R in zip(s.Q[:, i - 1], s.R[:, i - 1], strict=True)])


@section.equation("1.10", "write the rotation of a joint by angle and twist")
def _rotation_by_entries(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    ct, st = np.cos(s.angle[i]), np.sin(s.angle[i])
    cp, sp = np.cos(s.twist[i]), np.sin(s.twist[i])
    yield rotations(s)[i - 1, i]
    yield np.array([[ct, -cp * st, sp * st], [st, cp * ct, -sp * ct], [0.0, sp, cp]])


@section.equation("1.10+", "differentiate it by putting in Q")
def _joint_rotation_by_q(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield rotations(s)[i - 1, 0] @ frame_slopes(s, tuple(s.q))[i, i, :3, :3]
    yield s.Q[i - 1, i - 1] @ s.R[i - 1, i]
