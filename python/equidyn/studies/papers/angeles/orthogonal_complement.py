"""The natural orthogonal complement of Angeles, section 7.5: all its matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .... import _core
from ....robots import ArmLike, load
from ....validation import BoolArray, FloatArray
from ..derivation.algebra import skew

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class OrthogonalComplement(NamedTuple):
    """Twists t = T qd of all links, their constraints and inertias.

    The twist of link i is its angular velocity, then the velocity of its centre of mass, in axes of
    frame 0 of the arm's standard DH frames; the twists of all links are stacked.

    Attributes
    ----------
    T : ndarray, shape (6n, n)
        Twist-shaping matrix, the natural orthogonal complement of K: ``K @ T == 0``.
    T_rate : ndarray, shape (6n, n)
        Its time derivative.
    M : ndarray, shape (6n, 6n)
        Inertia tensors and masses of the links, on the diagonal.
    W : ndarray, shape (6n, 6n)
        Angular velocities as cross-product matrices, on the diagonal.
    K : ndarray, shape (6n, 6n)
        Constraint matrix: six equations a joint, of rank five, that every twist satisfies.
    """

    T: FloatArray
    T_rate: FloatArray
    M: FloatArray
    W: FloatArray
    K: FloatArray

    def __repr__(self) -> str:
        matrices = ", ".join(f"{name} {matrix.shape}" for name, matrix in self._asdict().items())
        return f"OrthogonalComplement of {self.T.shape[1]} joints: {matrices}"

    @property
    def generalized_inertia(self) -> FloatArray:
        """The mass matrix of the arm, T^t M T, shape (n, n)."""
        return np.asarray(self.T.T @ self.M @ self.T)

    @property
    def generalized_coupling(self) -> FloatArray:
        """The matrix T^t (M T_rate + W M T) of the Coriolis and centrifugal torques, (n, n)."""
        return np.asarray(self.T.T @ (self.M @ self.T_rate + self.W @ self.M @ self.T))


def orthogonal_complement(arm: ArmLike, q: ArrayLike, qd: ArrayLike) -> OrthogonalComplement:
    """Return the natural orthogonal complement of an arm, its base at rest, at one state.

    Parameters
    ----------
    arm : Arm, str or path_like
        The arm, n joints, or its name or file as `equidyn.robots.load` takes them.
    q, qd : array_like, shape (n,)
        Joint positions and velocities.

    Returns
    -------
    OrthogonalComplement

    Raises
    ------
    ValueError, TypeError
        As `Arm.inverse_dynamics`.

    References
    ----------
    J. Angeles, Fundamentals of Robotic Mechanical Systems, section 7.5, (7.47) to (7.58); K of
    (7.50) is assembled here from the constraints of each joint on its two links.

    Examples
    --------
    >>> from equidyn import robots
    >>> noc = orthogonal_complement(robots.puma560(), [0.1] * 6, [1.0] * 6)
    >>> bool(abs(noc.K @ noc.T).max() < 1e-15)
    True
    """
    model = load(arm)
    parts = _core.orthogonal_complement(model, q, qd)
    axes, points, centres = (parts.pop(name) for name in ("e", "O", "C"))
    return OrthogonalComplement(**parts, K=constraints(model.revolute, axes, points, centres))


def constraints(revolute: BoolArray, e: FloatArray, o: FloatArray, c: FloatArray) -> FloatArray:
    """Constraint matrix K, assembled from the constraints of joint i on links i - 1 and i.

    Revolute: e x (w_i - w_{i-1}) = 0, and both links give the point o of the axis one velocity.
    Prismatic: w_i - w_{i-1} = 0, and the centre of mass c_i moves along e as link i - 1 sees it.
    """
    n = len(revolute)
    K = np.zeros((n, 6, n, 6))
    E, zero = np.eye(3), np.zeros((3, 3))
    for i, turns in enumerate(revolute):
        axis = skew(e[i])
        if turns:
            K[i, :, i] = np.block([[axis, zero], [skew(c[i] - o[i]), E]])
        else:
            K[i, :, i] = np.block([[E, zero], [zero, axis]])
        if i == 0:
            continue
        if turns:
            K[i, :, i - 1] = np.block([[-axis, zero], [skew(o[i] - c[i - 1]), -E]])
        else:
            K[i, :, i - 1] = np.block([[-E, zero], [axis @ skew(c[i] - c[i - 1]), -axis]])
    return K.reshape(6 * n, 6 * n)
