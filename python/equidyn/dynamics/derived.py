"""What an arm computes from the quantities that have kernels: matrices, energies, breakdown."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._validation import FloatArray, vectors
from .breakdown import Breakdown
from .kinematics import Kinematics
from .motion import BaseMotion
from .quantities import Dynamics


class ForwardDynamicsDerivatives(NamedTuple):
    """Derivatives of the joint accelerations, each of shape (..., n, n).

    Row i: acceleration of joint i; column j: position, rate or torque of joint j.

    Attributes
    ----------
    dqdd_dq, dqdd_dqd, dqdd_dtau : ndarray
        With respect to the positions, the rates and the torques; the last is the inverse of the
        mass matrix.
    """

    dqdd_dq: FloatArray
    dqdd_dqd: FloatArray
    dqdd_dtau: FloatArray


class Derived(Kinematics, Dynamics):
    """Quantities of an `equidyn.Arm` that are made of those that have kernels."""

    mass: FloatArray
    com: FloatArray
    gravity: FloatArray

    def coriolis_matrix(
        self, q: ArrayLike, qd: ArrayLike, *, threads: int | None = None
    ) -> FloatArray:
        """Coriolis matrix C by Christoffel symbols: C qd is the torque that the rates take.

        Parameters
        ----------
        q, qd, threads
            As in `inverse_dynamics`.

        Returns
        -------
        ndarray of float64, shape (..., n, n)
            With this choice of C, the rate of the mass matrix less 2 C is skew-symmetric.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> from equidyn import robots
        >>> arm, q, qd = robots.puma560(), np.full(6, 0.3), np.arange(6.0)
        >>> velocity_torque = arm.bias(q, qd) - arm.gravity_torque(q)
        >>> bool(np.allclose(arm.coriolis_matrix(q, qd) @ qd, velocity_torque))
        True
        """
        rates = self._rates(q, qd)
        coefficients = self.coriolis_coefficients(q, threads=threads)
        C: FloatArray = np.einsum("...ijk,...k->...ij", coefficients, rates)
        return C

    def momentum(self, q: ArrayLike, qd: ArrayLike, *, threads: int | None = None) -> FloatArray:
        """Generalised momentum M qd of the links, without motors.

        Parameters
        ----------
        q, qd, threads
            As in `inverse_dynamics`.

        Returns
        -------
        ndarray of float64, shape (..., n)
            N m s at revolute joints, N s at prismatic ones.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.
        """
        rates = self._rates(q, qd)
        p: FloatArray = np.einsum("...ij,...j->...i", self.mass_matrix(q, threads=threads), rates)
        return p

    def kinetic_energy(
        self, q: ArrayLike, qd: ArrayLike, *, threads: int | None = None
    ) -> FloatArray:
        """Kinetic energy of the links, without motors.

        Parameters
        ----------
        q, qd, threads
            As in `inverse_dynamics`.

        Returns
        -------
        ndarray of float64, shape (...)
            J.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> from equidyn import robots
        >>> print(robots.planar_2r().kinetic_energy([0.0, 0.5], [1.0, -2.0]).round(3))
        1.3
        """
        rates = self._rates(q, qd)
        return np.asarray(np.einsum("...i,...i", self.momentum(q, qd, threads=threads), rates) / 2)

    def potential_energy(self, q: ArrayLike, *, threads: int | None = None) -> FloatArray:
        """Potential energy of the links under gravity, zero at the origin of the world.

        Parameters
        ----------
        q, threads
            As in `inverse_dynamics`.

        Returns
        -------
        ndarray of float64, shape (...)
            J. Its gradient is `gravity_torque`.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> from equidyn import robots
        >>> arm = robots.planar_2r()
        >>> change = arm.potential_energy([1e-6, 0]) - arm.potential_energy([0, 0])
        >>> bool(np.isclose(change / 1e-6, arm.gravity_torque([0, 0])[0], rtol=1e-5))
        True
        """
        poses = self.link_poses(q, threads=threads)
        centres = np.einsum("...nij,nj->...ni", poses[..., :3, :3], self.com) + poses[..., :3, 3]
        return np.asarray(-(centres @ self.gravity) @ self.mass)

    def operational_space_inertia(self, q: ArrayLike, *, threads: int | None = None) -> FloatArray:
        """Inertia that the tool shows to forces and moments at it, in axes of the world.

        Parameters
        ----------
        q, threads
            As in `inverse_dynamics`.

        Returns
        -------
        ndarray of float64, shape (..., 6, 6)
            The inverse of J inv(M) J^T, linear part first: kg, kg m, kg m².

        Raises
        ------
        ValueError
            Where the tool cannot be moved in all six ways: its rank is named. Arms of fewer than
            six joints never can.
        ValueError, TypeError
            As in `inverse_dynamics`.

        References
        ----------
        O. Khatib, A Unified Approach for Motion and Force Control of Robot Manipulators: The
        Operational Space Formulation, IEEE Journal of Robotics and Automation 3, 1987.
        """
        J = self.jacobian(q, threads=threads)
        factor = np.linalg.cholesky(self.mass_matrix(q, threads=threads))
        mobility = np.linalg.solve(factor, np.swapaxes(J, -1, -2))
        # lengths and angles do not compare: every way of moving counts by its own mobility
        sizes = np.linalg.norm(mobility, axis=-2, keepdims=True)
        ranks = np.linalg.matrix_rank(mobility / np.where(sizes > 0, sizes, 1.0))
        if (ranks < 6).any():
            state = np.unravel_index(np.argmin(ranks), ranks.shape) if ranks.ndim else ()
            where = f" in state {tuple(map(int, state))}" if state else ""
            raise ValueError(
                f"q: the tool moves in {int(np.min(ranks))} of 6 ways{where}, so that its inertia "
                "has no bounds"
            )
        inertia: FloatArray = np.linalg.inv(np.swapaxes(mobility, -1, -2) @ mobility)
        return inertia

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
        threads: int | None = None,
    ) -> ForwardDynamicsDerivatives:
        """Differentiate the joint accelerations with respect to q, qd and tau: exact, analytic.

        Parameters
        ----------
        q, qd, tau, base_motion, motors, threads
            As in `forward_dynamics`.
        tip_wrench, friction
            As in `inverse_dynamics_derivatives`.

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
        the others are minus that times the derivatives of the torque at the accelerations caused.

        Examples
        --------
        >>> from equidyn import robots
        >>> arm, q, qd, tau = robots.planar_2r(), np.ones(2), np.ones(2), np.ones(2)
        >>> derivatives = arm.forward_dynamics_derivatives(q, qd, tau)
        >>> bool(np.allclose(derivatives.dqdd_dtau @ arm.mass_matrix(q), np.eye(2)))
        True
        """
        loads: dict[str, Any] = {"tip_wrench": tip_wrench, "base_motion": base_motion}
        loads["threads"] = threads
        qdd = self.forward_dynamics(q, qd, tau, friction=friction, motors=motors, **loads)
        by_position, by_rate = self.inverse_dynamics_derivatives(
            q, qd, qdd, friction=friction, **loads
        )
        M = self.mass_matrix(q, threads=threads)
        if motors:
            M = M + np.diag(self._reflected_motor_inertia())
        by_torque = np.broadcast_to(np.linalg.inv(M), by_position.shape).copy()
        return ForwardDynamicsDerivatives(-by_torque @ by_position, -by_torque @ by_rate, by_torque)

    def breakdown(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        tip_wrench: ArrayLike | None = None,
        base_motion: BaseMotion | None = None,
        friction: bool = False,
        motors: bool = False,
        threads: int | None = None,
    ) -> Breakdown:
        """Joint torques of a motion, term by term.

        Parameters
        ----------
        q, qd, qdd, tip_wrench, base_motion, friction, motors, threads
            As in `inverse_dynamics`.

        Returns
        -------
        Breakdown
            Arrays of shape (..., n) that add up to the torques; prints as a table, and draws
            itself.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> from equidyn import robots
        >>> arm, motion = robots.planar_2r(), ([0.1, 0.2], [1.0, -2.0], [3.0, 4.0])
        >>> parts = arm.breakdown(*motion)
        >>> parts.gravity.round(2)
        array([50.2 ,  7.54])
        >>> bool(np.allclose(parts.total, arm.inverse_dynamics(*motion)))
        True
        """
        # all of them together: it broadcasts, and finds what is wrong with any
        whole = self.inverse_dynamics(
            q,
            qd,
            qdd,
            tip_wrench=tip_wrench,
            base_motion=base_motion,
            friction=friction,
            motors=motors,
            threads=threads,
        )
        q, qd, qdd = (np.broadcast_to(np.asarray(x, float), whole.shape) for x in (q, qd, qdd))
        zero = np.zeros(whole.shape)

        def torque(rates: FloatArray, **loads: Any) -> FloatArray:
            return self.inverse_dynamics(q, rates, zero, threads=threads, **loads)

        gravity, bias = torque(zero), torque(qd)
        by_wrench = zero if tip_wrench is None else torque(zero, tip_wrench=tip_wrench) - gravity
        by_base = zero if base_motion is None else torque(qd, base_motion=base_motion) - bias
        C = self.coriolis_coefficients(q, threads=threads)
        centrifugal = np.einsum("...ijj,...j->...i", C, qd**2)
        return Breakdown(
            inertial=np.einsum("...ij,...j->...i", self.mass_matrix(q, threads=threads), qdd),
            centrifugal=centrifugal,
            coriolis=np.einsum("...ijk,...j,...k->...i", C, qd, qd) - centrifugal,
            gravity=gravity,
            friction=torque(qd, friction=True) - bias if friction else zero,
            motors=self._reflected_motor_inertia() * qdd if motors else zero,
            tip=by_wrench,
            base=by_base,
        )

    def _reflected_motor_inertia(self) -> FloatArray:
        """Return the inertia of the motors as the joints feel it, G² Jm."""
        assert self.motor_inertia is not None
        ratio = 1.0 if self.gear_ratio is None else self.gear_ratio
        return np.asarray(ratio * ratio * self.motor_inertia)

    def _rates(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        """Return the rates, which broadcast against the positions."""
        positions, rates = vectors("q", q, self.n), vectors("qd", qd, self.n)
        try:
            np.broadcast_shapes(positions.shape, rates.shape)
        except ValueError:
            raise ValueError(
                f"qd: shape {rates.shape} does not broadcast against q of shape {positions.shape}"
            ) from None
        return rates
