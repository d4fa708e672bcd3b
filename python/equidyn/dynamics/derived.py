"""Quantities beside the kernels: torques by term, the load of the efforts, motion of links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from .. import _core
from ..validation import FloatArray, finite_result, real_array, vectors
from .base_and_link_motion import BaseMotion, LinkMotion
from .by_kernel import checked_motion
from .by_name import options_by_name

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
        wrench = None if tip_wrench is None else vectors("tip_wrench", tip_wrench, 6)
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

    def payload_capacity(
        self: Arm,
        q: ArrayLike,
        qd: ArrayLike | None = None,
        qdd: ArrayLike | None = None,
        *,
        com: ArrayLike = (0, 0, 0),
        friction: bool = False,
        motors: bool = False,
        threads: int | None = None,
    ) -> FloatArray:
        """Compute the largest point mass that the limits of effort allow the arm to carry.

        Exact, since torques are linear in the mass: every mass from zero to the capacity is within
        the limits of all joints, and no larger one. The capacity of a motion is the least of its
        states.

        Parameters
        ----------
        q : array_like, shape (..., n)
            Joint positions.
        qd, qdd : array_like, shape (..., n), optional
            Joint velocities and accelerations; by default the arm is at rest.
        com : array_like, shape (3,), optional
            Place of the mass in the tool frame, m; by default the origin of the tool frame.
        friction, motors : bool, optional
            Whether the motors overcome friction and rotor inertia, too.
        threads : int, optional
            As in `inverse_dynamics`.

        Returns
        -------
        ndarray, shape (...)
            Masses, kg; infinite where no limited joint feels the load, and nan where the limits do
            not suffice for the arm without load.

        Raises
        ------
        ValueError, TypeError
            If the arm has no limits of effort, and as in `inverse_dynamics`.

        Examples
        --------
        A UR5e that reaches out, and one that holds its load near its base:

        >>> import numpy as np
        >>> from equidyn import quintic, robots
        >>> arm = robots.load("ur5e")
        >>> far, near = [0, 0, 0, 0, 0, 0], [0, -2.5, 2.5, 0, 0, 0]
        >>> arm.payload_capacity([far, near]).round(2)
        array([11.26, 34.19])

        With 1 rad/s² at the shoulder, and along a motion of two seconds:

        >>> print(arm.payload_capacity(far, qdd=[0, -1, 0, 0, 0, 0]).round(2))
        9.91
        >>> motion = quintic(far, near, duration=2.0)
        >>> print(arm.payload_capacity(*motion(motion.times(200))).min().round(2))
        8.9
        """
        if self.effort_limits is None:
            raise ValueError(
                "effort_limits: the arm has none; give them to arm.with_limits(effort=...)"
            )
        still = np.zeros(self.n)
        states = self._state(q=q, qd=still if qd is None else qd, qdd=still if qdd is None else qdd)
        own = self.inverse_dynamics(*states, friction=friction, motors=motors, threads=threads)
        by_mass = self._point_mass(com).inverse_dynamics(*states, threads=threads)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            room = (self.effort_limits - np.sign(by_mass) * own) / np.abs(by_mass)
        capacity = np.where(by_mass == 0, np.inf, room).min(axis=-1)
        held = (np.abs(own) <= self.effort_limits).all(axis=-1)
        return np.where(held, capacity, np.nan)

    @_core.fast_path
    @options_by_name
    def link_motion(
        self: Arm,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        tip_wrench: ArrayLike | None = None,
        base_motion: BaseMotion | None = None,
    ) -> LinkMotion:
        """Motion of every link, and the joint force and moment on it, by Newton-Euler recursion.

        Parameters
        ----------
        q, qd, qdd, tip_wrench, base_motion
            As in `inverse_dynamics`.

        Returns
        -------
        LinkMotion
            Arrays of shape (..., n, 3), in link-frame axes; its method `wrenches` splits forces and
            moments into those of motors, friction and constraints, and has the wrench of the base.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.
        """
        self._require_bodies("link_motion")
        motion: LinkMotion = _core.link_motion(
            self, q, qd, qdd, tip_wrench, checked_motion(base_motion)
        )
        return motion

    def _point_mass(self: Arm, com: ArrayLike) -> Arm:
        """Return an arm without mass that carries 1 kg at a point of the tool frame."""
        place = real_array("com", com, (3,), "a point")
        mass, places = np.zeros(self.n), np.zeros((self.n, 3))
        mass[-1], places[-1] = 1.0, self.tool[:3, :3] @ place + self.tool[:3, 3]
        return self._with(mass=mass, com=places, inertia=np.zeros((self.n, 3)))

    def _state(self: Arm, **given: ArrayLike) -> tuple[FloatArray, ...]:
        """Return operands as arrays, after a check that their leading axes broadcast."""
        arrays = {name: vectors(name, value, self.n) for name, value in given.items()}
        try:
            shape = np.broadcast_shapes(*(array.shape for array in arrays.values()))
        except ValueError:
            shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
            raise ValueError(f"leading axes do not broadcast: {shapes}") from None
        if 0 in shape:  # no states
            return tuple(np.broadcast_to(array, shape) for array in arrays.values())
        return tuple(arrays.values())
