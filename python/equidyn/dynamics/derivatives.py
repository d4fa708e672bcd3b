"""Derivatives of forward dynamics, and products of those of both dynamics with vectors."""

from __future__ import annotations

from typing import NamedTuple

from numpy.typing import ArrayLike

from ..validation import FloatArray
from .base_and_link_motion import BaseMotion
from .by_kernel import by_kernel, by_kernel_in


class ForwardDynamicsDerivatives(NamedTuple):
    """Derivatives of the joint accelerations, each of shape (..., n, n).

    Row i: acceleration of joint i; column j: position, velocity or torque of joint j.

    Attributes
    ----------
    dqdd_dq, dqdd_dqd, dqdd_dtau : ndarray
        With respect to positions, velocities and torques; the last is the inverse of the mass
        matrix.
    """

    dqdd_dq: FloatArray
    dqdd_dqd: FloatArray
    dqdd_dtau: FloatArray


class Derivatives:
    """Derivatives of the dynamics of an `equidyn.Arm`, or of `equidyn.Arms`, by the kernels."""

    @by_kernel_in(ForwardDynamicsDerivatives)
    def forward_dynamics_derivatives(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        tau: ArrayLike,
        *,
        tip_wrench: ArrayLike | None = None,
        base_motion: BaseMotion | None = None,
        friction: bool = False,
        motors: bool = False,
        out: tuple[FloatArray, FloatArray, FloatArray] | None = None,
        threads: int | None = None,
    ) -> ForwardDynamicsDerivatives:
        """Differentiate the joint accelerations with respect to q, qd and tau: exact, analytic.

        Parameters
        ----------
        q, qd, tau, base_motion, motors, threads
            As in `forward_dynamics`.
        tip_wrench, friction
            As in `inverse_dynamics_derivatives`.
        out : tuple of three ndarray of float64, shape (..., n, n), optional
            Arrays that receive the derivatives.

        Returns
        -------
        ForwardDynamicsDerivatives
            ``dqdd_dq``, ``dqdd_dqd`` and ``dqdd_dtau``, of shape (..., n, n).

        Raises
        ------
        ValueError, TypeError
            As in `forward_dynamics`.

        Notes
        -----
        From M qdd + h = tau: dqdd/dtau is the inverse of M (and of the inertia of the motors), and
        the others are minus that times the derivatives of the torque at the resulting qdd.

        References
        ----------
        J. Carpentier, N. Mansard, Analytical Derivatives of Rigid Body Dynamics Algorithms,
        Robotics: Science and Systems, 2018.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, q, qd, tau = robots.planar_2r(), np.ones(2), np.ones(2), np.ones(2)
        >>> derivatives = arm.forward_dynamics_derivatives(q, qd, tau)
        >>> bool(np.allclose(derivatives.dqdd_dtau @ arm.mass_matrix(q), np.eye(2)))
        True
        """

    @by_kernel
    def inverse_dynamics_jvp(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        dq: ArrayLike,
        dqd: ArrayLike,
        dqdd: ArrayLike,
        *,
        tip_wrench: ArrayLike | None = None,
        base_motion: BaseMotion | None = None,
        friction: bool = False,
        motors: bool = False,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Jacobian-vector product of inverse dynamics: the tangent of the torques, O(n).

        Parameters
        ----------
        q, qd, qdd, base_motion, motors, out, threads
            As in `inverse_dynamics`.
        dq, dqd, dqdd : array_like, shape (..., n)
            Tangents of q, qd and qdd.
        tip_wrench, friction
            As in `inverse_dynamics_derivatives`.

        Returns
        -------
        ndarray of float64, shape (..., n)
            Tangent of `inverse_dynamics`; ``out`` itself if given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, x, change = robots.planar_2r(), np.ones((3, 2)), np.full((3, 2), 1e-6)
        >>> difference = arm.inverse_dynamics(*x + change) - arm.inverse_dynamics(*x)
        >>> bool(np.allclose(arm.inverse_dynamics_jvp(*x, *change), difference, rtol=1e-4))
        True
        """

    @by_kernel
    def inverse_dynamics_vjp(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        cotangent: ArrayLike,
        *,
        tip_wrench: ArrayLike | None = None,
        base_motion: BaseMotion | None = None,
        friction: bool = False,
        motors: bool = False,
        out: tuple[FloatArray, FloatArray, FloatArray] | None = None,
        threads: int | None = None,
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Vector-Jacobian products of inverse dynamics: gradients through the torques, O(n).

        Reverse-mode differentiation of JAX and PyTorch needs them: gradients of a function of the
        result, if the cotangent is its gradient by the result.

        Parameters
        ----------
        q, qd, qdd, base_motion, motors, threads
            As in `inverse_dynamics`.
        cotangent : array_like, shape (..., n)
            Cotangent of the result.
        tip_wrench, friction
            As in `inverse_dynamics_derivatives`.
        out : tuple of three ndarray of float64, shape (..., n), optional
            Arrays that receive the products.

        Returns
        -------
        tuple of three ndarray of float64, shape (..., n)
            The cotangent times the derivatives with respect to q, qd and qdd.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, x, w = robots.planar_2r(), np.ones((3, 2)), np.array([1.0, -2.0])
        >>> by_q, by_qd, by_qdd = arm.inverse_dynamics_vjp(*x, w)
        >>> dtau_dq, dtau_dqd = arm.inverse_dynamics_derivatives(*x)
        >>> bool(np.allclose(by_q, w @ dtau_dq) and np.allclose(by_qd, w @ dtau_dqd))
        True
        """

    @by_kernel
    def base_motion_vjp(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        cotangent: ArrayLike,
        *,
        base_motion: BaseMotion | None = None,
        out: tuple[FloatArray, FloatArray, FloatArray] | None = None,
        threads: int | None = None,
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Vector-Jacobian products of inverse dynamics by the motion of the base, O(n).

        Gravity acts as an acceleration of the base: the gradient by the gravity vector, in axes of
        the base, is minus that by the linear acceleration.

        Parameters
        ----------
        q, qd, qdd, base_motion, threads
            As in `inverse_dynamics`.
        cotangent : array_like, shape (..., n)
            Cotangent of the torques.
        out : tuple of three ndarray of float64, shape (..., 3), optional
            Arrays that receive the products.

        Returns
        -------
        tuple of three ndarray of float64, shape (..., 3)
            The cotangent times the derivatives with respect to the angular velocity, the angular
            acceleration and the linear acceleration of the base.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import BaseMotion, robots
        >>> arm, x, w = robots.planar_2r(), np.ones((3, 2)), np.array([1.0, -2.0])
        >>> _, _, by_a = arm.base_motion_vjp(*x, w)
        >>> lifted = arm.inverse_dynamics(*x, base_motion=BaseMotion(linear_acceleration=(0, 1, 0)))
        >>> bool(np.allclose(by_a[1], w @ (lifted - arm.inverse_dynamics(*x))))
        True
        """

    @by_kernel
    def forward_dynamics_jvp(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        tau: ArrayLike,
        dq: ArrayLike,
        dqd: ArrayLike,
        dtau: ArrayLike,
        *,
        tip_wrench: ArrayLike | None = None,
        base_motion: BaseMotion | None = None,
        friction: bool = False,
        motors: bool = False,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Jacobian-vector product of forward dynamics: the tangent of the accelerations, O(n).

        Parameters
        ----------
        q, qd, tau, base_motion, motors, out, threads
            As in `forward_dynamics`.
        dq, dqd, dtau : array_like, shape (..., n)
            Tangents of q, qd and tau.
        tip_wrench, friction
            As in `inverse_dynamics_derivatives`.

        Returns
        -------
        ndarray of float64, shape (..., n)
            Tangent of `forward_dynamics`; ``out`` itself if given.

        Raises
        ------
        ValueError, TypeError
            As in `forward_dynamics`.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, x, change = robots.planar_2r(), np.ones((3, 2)), np.full((3, 2), 1e-6)
        >>> difference = arm.forward_dynamics(*x + change) - arm.forward_dynamics(*x)
        >>> bool(np.allclose(arm.forward_dynamics_jvp(*x, *change), difference, rtol=1e-4))
        True
        """

    @by_kernel
    def forward_dynamics_vjp(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        tau: ArrayLike,
        cotangent: ArrayLike,
        *,
        tip_wrench: ArrayLike | None = None,
        base_motion: BaseMotion | None = None,
        friction: bool = False,
        motors: bool = False,
        out: tuple[FloatArray, FloatArray, FloatArray] | None = None,
        threads: int | None = None,
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Vector-Jacobian products of forward dynamics: gradients through the accelerations, O(n).

        Reverse-mode differentiation of JAX and PyTorch needs them: gradients of a function of the
        result, if the cotangent is its gradient by the result.

        Parameters
        ----------
        q, qd, tau, base_motion, motors, threads
            As in `forward_dynamics`.
        cotangent : array_like, shape (..., n)
            Cotangent of the result.
        tip_wrench, friction
            As in `inverse_dynamics_derivatives`.
        out : tuple of three ndarray of float64, shape (..., n), optional
            Arrays that receive the products.

        Returns
        -------
        tuple of three ndarray of float64, shape (..., n)
            The cotangent times the derivatives with respect to q, qd and tau.

        Raises
        ------
        ValueError, TypeError
            As in `forward_dynamics`.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, x, w = robots.planar_2r(), np.ones((3, 2)), np.array([1.0, -2.0])
        >>> found, whole = arm.forward_dynamics_vjp(*x, w), arm.forward_dynamics_derivatives(*x)
        >>> bool(all(np.allclose(a, w @ b) for a, b in zip(found, whole)))
        True
        """
