"""Motion of a free base from the wrench on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..validation import FloatArray, finite_result, vectors
from .base_and_link_motion import BaseMotion

if TYPE_CHECKING:
    from ..arm import Arm


class FreeBase:
    """Dynamics of an `equidyn.Arm` on a free base."""

    def base_motion(
        self: Arm,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        base_wrench: ArrayLike,
        *,
        angular_velocity: ArrayLike = (0.0, 0.0, 0.0),
        tip_wrench: ArrayLike | None = None,
    ) -> BaseMotion:
        """Accelerations of a free base from the wrench that it exerts on the arm.

        For a floating arm the wrench is zero. With the result as ``base_motion``,
        `inverse_dynamics` has the torques, and `link_motion` all wrenches, including that of the
        base.

        Parameters
        ----------
        q, qd, qdd, tip_wrench
            As in `inverse_dynamics`.
        base_wrench : array_like, shape (..., 6)
            Force (N), then moment (N m), exerted by the base on the arm, about the origin of the
            base frame, in its axes. A base with mass can be modelled as the first link.
        angular_velocity : array_like, shape (..., 3), optional
            Of the base, in its axes: rad/s.

        Returns
        -------
        BaseMotion
            Arrays of shape (..., 3), in axes of the base frame.

        Raises
        ------
        ValueError
            If the arm as a whole has no inertia about some axis, so that accelerations are
            undefined.
        ValueError, TypeError
            As in `inverse_dynamics`.

        References
        ----------
        J. Angeles, Fundamentals of Robotic Mechanical Systems, section 7.5: force and moment on a
        noninertial base must be known.

        Examples
        --------
        The base of an unsupported arm at rest falls like its centre of mass:

        >>> from equidyn import robots
        >>> arm, rest = robots.puma560(), [0] * 6
        >>> falling = arm.base_motion(rest, rest, rest, base_wrench=[0] * 6)
        >>> falling.linear_acceleration.round(12) + 0.0
        array([ 0.  ,  0.  , -9.81])
        """
        wrench = vectors("base_wrench", base_wrench, 6)
        turning = BaseMotion(angular_velocity=vectors("angular_velocity", angular_velocity))
        motion = self.link_motion(q, qd, qdd, tip_wrench=tip_wrench, base_motion=turning)
        taken = motion.wrenches().base
        try:
            missing = wrench - taken
        except ValueError:
            raise ValueError(
                f"base_wrench: shape {wrench.shape} does not broadcast against those of the other "
                f"arguments, {taken.shape}"
            ) from None
        positions = np.broadcast_to(np.asarray(q, float), (*taken.shape[:-1], self.n))
        inertia = self._inertia_about_base(positions)
        if (np.linalg.matrix_rank(inertia, hermitian=True) < 6).any():
            raise ValueError("q: the arm as a whole has no inertia about some axis")
        solution = np.linalg.solve(inertia, missing[..., np.newaxis])[..., 0]
        acceleration = finite_result("base_motion", np.asarray(solution, np.float64))
        velocity = np.broadcast_to(turning.angular_velocity, acceleration[..., :3].shape)
        return BaseMotion(velocity, acceleration[..., 3:], acceleration[..., :3])

    def _inertia_about_base(self: Arm, q: FloatArray) -> FloatArray:
        """Composite inertia about the base origin, (..., 6, 6), in base axes, linear part first."""
        poses: FloatArray = np.linalg.inv(self.base) @ self.link_poses(q)
        R = poses[..., :3, :3]
        centres = np.einsum("...nij,nj->...ni", R, self.com) + poses[..., :3, 3]
        cross = _cross(centres) * self.mass[:, np.newaxis, np.newaxis]
        about = R @ self.inertia @ np.swapaxes(R, -1, -2) - cross @ _cross(centres)
        total: FloatArray = np.zeros((*q.shape[:-1], 6, 6))
        total[..., :3, :3] = self.mass.sum() * np.eye(3)
        total[..., 3:, :3] = cross.sum(axis=-3)
        total[..., :3, 3:] = -total[..., 3:, :3]
        total[..., 3:, 3:] = about.sum(axis=-3)
        return total


def _cross(v: FloatArray) -> FloatArray:
    """Return the cross-product matrices of v, (..., 3, 3)."""
    matrices: FloatArray = np.cross(v[..., np.newaxis, :], np.eye(3)).swapaxes(-1, -2)
    return matrices
