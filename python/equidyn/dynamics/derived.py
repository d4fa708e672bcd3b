"""Quantities derived from kernels: operational-space inertia, derivatives, breakdown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._validation import FloatArray, finite_result, vectors
from .base_and_link_motion import BaseMotion
from .outputs import require_fit, three_written, written

if TYPE_CHECKING:
    from ..arm import Arm
    from .breakdown import Breakdown


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


class Derived:
    """Quantities of an `equidyn.Arm` derived from those with kernels."""

    def operational_space_inertia(
        self: Arm, q: ArrayLike, *, out: FloatArray | None = None, threads: int | None = None
    ) -> FloatArray:
        """Operational-space inertia of the tool, in world axes.

        Parameters
        ----------
        q, threads
            As in `inverse_dynamics`.
        out : ndarray of float64, shape (..., 6, 6), optional
            Array that receives the inertias.

        Returns
        -------
        ndarray of float64, shape (..., 6, 6)
            The inverse of J inv(M) J^T, linear part first: kg, kg m, kg m²; ``out`` itself where
            given.

        Raises
        ------
        ValueError
            If the tool cannot move in all six directions: the rank is named. Arms of fewer than six
            joints never can.
        ValueError, TypeError
            As in `inverse_dynamics`.

        References
        ----------
        O. Khatib, A Unified Approach for Motion and Force Control of Robot Manipulators: The
        Operational Space Formulation, IEEE Journal of Robotics and Automation 3, 1987.
        """
        (positions,) = self._state(q=q)
        require_fit(out, (*positions.shape[:-1], 6, 6))
        J = self.jacobian(positions, threads=threads)
        M = self.mass_matrix(positions, threads=threads)
        with _of_matrices("operational_space_inertia"):
            mobility = np.linalg.solve(np.linalg.cholesky(M), np.swapaxes(J, -1, -2))
            # lengths and angles do not compare: scale each direction by its own mobility
            sizes = np.linalg.norm(mobility, axis=-2, keepdims=True)
            sizes = np.where(sizes > 0, sizes, 1.0)
            _, s, Vt = np.linalg.svd(mobility / sizes, full_matrices=False)
        rounding = max(mobility.shape[-2:]) * np.finfo(float).eps
        ranks = np.count_nonzero(s > rounding * s[..., :1], axis=-1)
        if (ranks < 6).any():
            state = np.unravel_index(np.argmin(ranks), ranks.shape) if ranks.ndim else ()
            where = f" in state {tuple(map(int, state))}" if state else ""
            raise ValueError(
                f"q: the tool moves in {int(np.min(ranks))} of 6 ways{where}, so that its inertia "
                "has no bounds"
            )
        with np.errstate(all="ignore"):
            root = Vt / s[..., np.newaxis] / sizes
            inertia: FloatArray = np.swapaxes(root, -1, -2) @ root
        return written(finite_result("operational_space_inertia", inertia), out)

    def forward_dynamics_derivatives(
        self: Arm,
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

        Examples
        --------
        >>> from equidyn import robots
        >>> arm, q, qd, tau = robots.planar_2r(), np.ones(2), np.ones(2), np.ones(2)
        >>> derivatives = arm.forward_dynamics_derivatives(q, qd, tau)
        >>> bool(np.allclose(derivatives.dqdd_dtau @ arm.mass_matrix(q), np.eye(2)))
        True
        """
        positions, velocities, torques = self._state(q=q, qd=qd, tau=tau)
        loads: dict[str, Any] = {"tip_wrench": _wrench(tip_wrench), "base_motion": base_motion}
        loads["threads"] = threads
        qdd = self.forward_dynamics(
            positions, velocities, torques, friction=friction, motors=motors, **loads
        )
        by_position, by_rate = self.inverse_dynamics_derivatives(
            positions, velocities, qdd, friction=friction, **loads
        )
        M = self.mass_matrix(positions if qdd.size else qdd, threads=threads)
        if motors:
            M = M + np.diag(self._reflected_motor_inertia())
        with _of_matrices("forward_dynamics_derivatives"):
            by_torque = np.broadcast_to(np.linalg.inv(M), by_position.shape).copy()
            found = (-by_torque @ by_position, -by_torque @ by_rate, by_torque)
        for name, each in zip(ForwardDynamicsDerivatives._fields, found, strict=True):
            finite_result(f"forward_dynamics_derivatives: {name}", each)
        return ForwardDynamicsDerivatives(*three_written(found, out))

    def breakdown(
        self: Arm,
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
        """Breakdown of the joint torques of a motion into terms.

        Parameters
        ----------
        q, qd, qdd, tip_wrench, base_motion, friction, motors, threads
            As in `inverse_dynamics`.

        Returns
        -------
        Breakdown
            Arrays of shape (..., n) that add up to the torques; prints as a table, and has plots.

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
        positions, velocities, accelerations = self._state(q=q, qd=qd, qdd=qdd)
        wrench = _wrench(tip_wrench)
        # the total first: it broadcasts, and validates all arguments
        whole = self.inverse_dynamics(
            positions,
            velocities,
            accelerations,
            tip_wrench=wrench,
            base_motion=base_motion,
            friction=friction,
            motors=motors,
            threads=threads,
        )
        zero = np.zeros_like(whole)
        x, v, a = (
            np.broadcast_to(each, whole.shape) for each in (positions, velocities, accelerations)
        )

        def torque(velocities: FloatArray, **loads: Any) -> FloatArray:
            return self.inverse_dynamics(x, velocities, zero, threads=threads, **loads)

        gravity, bias = torque(zero), torque(v)
        C, M = self.coriolis_coefficients(x, threads=threads), self.mass_matrix(x, threads=threads)
        with np.errstate(over="ignore", invalid="ignore"):
            centrifugal = np.einsum("...ijj,...j,...j->...i", C, v, v)
            terms = {
                "inertial": np.einsum("...ij,...j->...i", M, a),
                "centrifugal": centrifugal,
                "coriolis": np.einsum("...ijk,...j,...k->...i", C, v, v) - centrifugal,
                "gravity": gravity,
                "friction": torque(v, friction=True) - bias if friction else zero,
                "motors": self._reflected_motor_inertia() * a if motors else zero,
                "tip": zero if wrench is None else torque(zero, tip_wrench=wrench) - gravity,
                "base": zero if base_motion is None else torque(v, base_motion=base_motion) - bias,
            }
        from .breakdown import Breakdown

        return Breakdown(
            **{name: finite_result(f"breakdown: {name}", term) for name, term in terms.items()},
            joints=self.joints,
        )

    def _reflected_motor_inertia(self: Arm) -> FloatArray:
        """Joint-side rotor inertia, G² Jm."""
        assert self.motor_inertia is not None
        ratio = 1.0 if self.gear_ratio is None else self.gear_ratio
        return np.asarray(ratio * ratio * self.motor_inertia)

    def _friction_torque(self: Arm, qd: FloatArray) -> FloatArray:
        """Friction torque at velocities (..., n): G² B qd plus |G| Tc by direction."""
        ratio = np.ones(self.n) if self.gear_ratio is None else self.gear_ratio
        friction = np.zeros(qd.shape)
        if self.viscous is not None:
            friction += ratio**2 * self.viscous * qd
        if self.coulomb is not None:
            forwards, backwards = (np.abs(ratio)[:, np.newaxis] * self.coulomb).T
            friction += np.where(qd > 0, forwards, 0) + np.where(qd < 0, backwards, 0)
        return friction

    def _state(self: Arm, **given: ArrayLike) -> tuple[FloatArray, ...]:
        """Return operands as arrays whose leading axes are checked to broadcast."""
        arrays = {name: vectors(name, value, self.n) for name, value in given.items()}
        try:
            shape = np.broadcast_shapes(*(array.shape for array in arrays.values()))
        except ValueError:
            shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
            raise ValueError(f"leading axes do not broadcast: {shapes}") from None
        if 0 in shape:  # no states: nothing to check
            return tuple(np.broadcast_to(array, shape) for array in arrays.values())
        return tuple(arrays.values())


def _wrench(tip_wrench: ArrayLike | None) -> FloatArray | None:
    """Return a tip wrench as an array, or None."""
    return None if tip_wrench is None else vectors("tip_wrench", tip_wrench, 6)


@contextmanager
def _of_matrices(name: str) -> Iterator[None]:
    """Suppress NumPy's warnings; turn its singular-matrix error into one that names the matrix."""
    try:
        with np.errstate(all="ignore"):
            yield
    except np.linalg.LinAlgError:
        raise ValueError(
            f"{name}: the mass matrix has no inverse: a joint moves no mass, or next to none"
        ) from None
