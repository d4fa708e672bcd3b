"""The spatial operators of Rodriguez, Jain and Kreutz-Delgado, as matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .... import _core
from ....robots import ArmLike, load
from ....validation import FloatArray
from ..derivation.algebra import block_diagonal

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class SpatialOperators(NamedTuple):
    """Spatial operators of an arm: all links stacked, link 1, at the base, first.

    A force is [moment; force] about the origin of the link's modified DH frame, in its axes. The
    source counts links from the tip, so that its lower triangular operators are upper triangular
    here.

    Attributes
    ----------
    H : ndarray, shape (n, 6n)
        Components of forces along the joint axes; its transpose makes motions of joint velocities.
    phi : ndarray, shape (6n, 6n)
        Block i, j, for j >= i, carries a force from link j to link i.
    M : ndarray, shape (6n, 6n)
        Spatial inertias of the links, on the diagonal.
    P : ndarray, shape (6n, 6n)
        Articulated inertias, on the diagonal; of the Kalman filter, covariances of its predictions.
    D : ndarray, shape (n, n)
        H P Hᵗ, diagonal: covariances of the innovations.
    G : ndarray, shape (6n, n)
        P Hᵗ D⁻¹: the Kalman gains.
    K : ndarray, shape (6n, n)
        The gains, each carried to the link before.
    psi : ndarray, shape (6n, 6n)
        As phi, but through joints that yield.
    """

    H: FloatArray
    phi: FloatArray
    M: FloatArray
    P: FloatArray
    D: FloatArray
    G: FloatArray
    K: FloatArray
    psi: FloatArray

    def __repr__(self) -> str:
        matrices = ", ".join(f"{name} {matrix.shape}" for name, matrix in self._asdict().items())
        return f"SpatialOperators of {len(self.D)} joints: {matrices}"

    @property
    def innovations_factor(self) -> FloatArray:
        """1 + H phi K, upper triangular, of which M is the product with D, shape (n, n)."""
        return np.asarray(np.eye(len(self.D)) + self.H @ self.phi @ self.K)

    @property
    def inverse_factor(self) -> FloatArray:
        """1 - H psi K, its inverse, shape (n, n)."""
        return np.asarray(np.eye(len(self.D)) - self.H @ self.psi @ self.K)


def spatial_operators(arm: ArmLike, q: ArrayLike) -> SpatialOperators:
    """Return the spatial operators of an arm at one position.

    Parameters
    ----------
    arm : Arm, str or path_like
        The arm, n joints, or its name or file as `equidyn.robots.load` takes them.
    q : array_like, shape (n,)
        Joint positions.

    Returns
    -------
    SpatialOperators

    Raises
    ------
    ValueError, TypeError
        As `Arm.mass_matrix`.

    References
    ----------
    G. Rodriguez, A. Jain, K. Kreutz-Delgado, A Spatial Operator Algebra for Manipulator Modeling
    and Control, International Journal of Robotics Research 10, 1991.

    Examples
    --------
    >>> import equidyn
    >>> arm, q = equidyn.robots.puma560(), [0.1] * 6
    >>> operators = spatial_operators(arm, q)
    >>> L, D = operators.innovations_factor, operators.D
    >>> bool(abs(L @ D @ L.T - arm.mass_matrix(q)).max() < 1e-13)
    True
    """
    parts = _core.spatial_operators(load(arm), q)
    n = len(parts["H"])
    phi, M, P = (parts[name].reshape(n, 6, 6) for name in ("phi", "M", "P"))
    H = block_diagonal(parts["H"][:, None, :])
    G = block_diagonal(parts["G"][:, :, None])
    # blocks i-1, i alone: from a link to the one before
    steps = np.zeros((n, 6, n, 6))
    for i in range(1, n):
        steps[i - 1, :, i] = phi[i]
    step = steps.reshape(6 * n, 6 * n)
    yielding_step = step @ (np.eye(6 * n) - G @ H)
    return SpatialOperators(
        H=H,
        phi=_all_steps(step, n),
        M=block_diagonal(M),
        P=block_diagonal(P),
        D=np.diag(parts["D"][0]),
        G=G,
        K=step @ G,
        psi=_all_steps(yielding_step, n),
    )


def _all_steps(step: FloatArray, n: int) -> FloatArray:
    """Return 1 + step + step² + ..., which ends: (1 - step)⁻¹."""
    total = np.eye(len(step))
    for _ in range(n - 1):
        total = np.eye(len(step)) + step @ total
    return total
