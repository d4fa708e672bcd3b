"""The breakdown of joint torques into terms, from kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import FloatArray, finite_result, vectors
from .base_and_link_motion import BaseMotion

if TYPE_CHECKING:
    from ..arm import Arm
    from .breakdown import Breakdown


class Derived:
    """Quantities of an `equidyn.Arm` derived from those with kernels."""

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
