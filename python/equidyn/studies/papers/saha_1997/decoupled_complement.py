"""The decoupled natural orthogonal complement of Saha: its matrices, and the factors of M."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .... import _core
from ....robots import ArmLike, load
from ....validation import FloatArray
from ..derivation.algebra import block_diagonal, skew

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class DecoupledComplement(NamedTuple):
    """Twists t = N_l N_d qd of all links, their inertias, and the factors of the mass matrix.

    The twist of link i is its angular velocity, then the velocity of its centre of mass, in axes of
    frame 0 of the arm's standard DH frames; the twists of all links are stacked.

    Attributes
    ----------
    N_l : ndarray, shape (6n, 6n)
        Block i, j, for j <= i, makes the twist of link i of that of link j, all joints between
        them at rest.
    N_d : ndarray, shape (6n, n)
        Block i, i is the twist of link i that a unit velocity of joint i adds.
    M : ndarray, shape (6n, 6n)
        Inertia tensors and masses of the links, on the diagonal.
    U : ndarray, shape (n, n)
        Upper triangular, with 1 on the diagonal: the mass matrix is ``U @ D @ U.T``.
    D : ndarray, shape (n, n)
        Diagonal: the inertia of each joint, while the joints beyond it are free.
    """

    N_l: FloatArray
    N_d: FloatArray
    M: FloatArray
    U: FloatArray
    D: FloatArray

    def __repr__(self) -> str:
        matrices = ", ".join(f"{name} {matrix.shape}" for name, matrix in self._asdict().items())
        return f"DecoupledComplement of {len(self.D)} joints: {matrices}"

    @property
    def mass_matrix(self) -> FloatArray:
        """The mass matrix of the arm, N_d^t (N_l^t M N_l) N_d, shape (n, n)."""
        return np.asarray(self.N_d.T @ (self.N_l.T @ self.M @ self.N_l) @ self.N_d)


def decoupled_complement(arm: ArmLike, q: ArrayLike) -> DecoupledComplement:
    """Return the decoupled natural orthogonal complement of an arm at one position.

    Parameters
    ----------
    arm : Arm, str or path_like
        The arm, n joints, or its name or file as `equidyn.robots.load` takes them.
    q : array_like, shape (n,)
        Joint positions.

    Returns
    -------
    DecoupledComplement

    Raises
    ------
    ValueError, TypeError
        As `Arm.mass_matrix`.

    References
    ----------
    S. K. Saha, A Decomposition of the Manipulator Inertia Matrix, IEEE Transactions on Robotics and
    Automation 13, 1997.

    Examples
    --------
    >>> import equidyn
    >>> arm, q = equidyn.robots.puma560(), [0.1] * 6
    >>> denoc = decoupled_complement(arm, q)
    >>> bool(abs(denoc.U @ denoc.D @ denoc.U.T - arm.mass_matrix(q)).max() < 1e-13)
    True
    """
    parts = _core.decoupled_complement(load(arm), q)
    p, n = parts["p"], len(parts["p"])
    M, B = parts["M"].reshape(n, 6, 6), [_propagation(c) for c in parts["c"]]
    N_l = np.zeros((n, 6, n, 6))
    for i in range(n):
        N_l[i, :, i] = np.eye(6)
        for j in range(i):
            N_l[i, :, j] = B[i] @ N_l[i - 1, :, j]
    U, D = _factors(B, p, M)
    return DecoupledComplement(
        N_l=N_l.reshape(6 * n, 6 * n),
        N_d=block_diagonal(p[:, :, None]),
        M=block_diagonal(M),
        U=U,
        D=np.diag(D),
    )


def _factors(B: list[FloatArray], p: FloatArray, M: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return U and the diagonal of D, by elimination from the last joint to the first."""
    n = len(p)
    U, D = np.eye(n), np.zeros(n)
    yielding = np.zeros((6, 6))
    for k in range(n - 1, -1, -1):
        articulated = M[k] + (B[k + 1].T @ yielding @ B[k + 1] if k < n - 1 else 0)
        psi = articulated @ p[k]
        D[k] = p[k] @ psi
        wrench = psi / D[k]
        yielding = articulated - np.outer(psi, wrench)
        for i in range(k - 1, -1, -1):
            wrench = B[i + 1].T @ wrench
            U[i, k] = p[i] @ wrench
    return U, D


def _propagation(c: FloatArray) -> FloatArray:
    """Return B = [[1, 0], [c x, 1]]."""
    B = np.eye(6)
    B[3:, :3] = skew(c)
    return B
