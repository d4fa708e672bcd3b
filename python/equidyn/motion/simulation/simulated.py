"""Simulation methods of an arm."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from ...dynamics.base_and_link_motion import BaseMotion
from ...dynamics.by_name import options_by_name
from ...validation import FloatArray

# the simulation is imported on first use: most programs only compute inverse dynamics
if TYPE_CHECKING:
    from ...arm import Arm, Arms
    from ...dynamics.names import FormulationName, ForwardDynamicsName
    from .simulated_motion import Motion
    from .torque import TorqueLike


class SimulatedByKernel:
    """Simulation of an `equidyn.Arm`, or of `equidyn.Arms`."""

    @options_by_name
    def simulate(
        self: Arm | Arms,
        q0: ArrayLike,
        qd0: ArrayLike,
        duration: float,
        step: float = 1e-3,
        *,
        torque: TorqueLike | None = None,
        formulation: ForwardDynamicsName | FormulationName | str | None = None,
        method: str = "rk4",
        tolerance: float = 1e-9,
        record: int = 1,
        friction: bool = False,
        motors: bool = False,
        tip_wrench: ArrayLike | None = None,
        base_motion: BaseMotion | None = None,
        stops: bool = False,
        progress: bool = False,
        threads: int | None = None,
    ) -> Motion:
        """Simulate the motion of the arm under joint torques, from one state or many at once.

        Parameters
        ----------
        q0, qd0 : array_like, shape (..., n)
            Joint positions and velocities at the start. Leading axes broadcast.
        duration : float
            Simulated time, s; a multiple of the step.
        step : float, optional
            Time step, s; `equidyn.motion.choose_step` chooses one.
        torque : optional
            Torque of the motors, N m or N. None: zero. An array (..., n): constant. A pair (a
            tuple) of times (m,) in s and torques (..., m, n): interpolated linearly, constant
            before the first and after the last sample; two samples at one time are a jump. A
            controller, `equidyn.ComputedTorque`, `equidyn.PD`, `equidyn.SlotineLi` or
            `equidyn.GravityCompensation`, whose period and delay are multiples of the step; a
            continuous one is evaluated at every stage. A function ``torque(t, q, qd)`` of the whole
            batch, states (..., n), which is slower, because Python computes it at every stage.
        formulation : str, optional
            Formulation of the accelerations, as in `forward_dynamics`; by default, a kernel by
            articulated bodies. Section 7 of the reference recommends ``"modified_newton_euler"``
            and takes ``method="rk4"``.
        method : str, optional
            ``"rk4"`` (Runge-Kutta of order 4) and ``"semi_implicit_euler"`` take fixed steps.
            ``"dopri5"`` (Dormand-Prince) adapts the step of each row (with a torque function, of
            all rows together), none shorter than a hundredth of `step`, and returns states at
            multiples of `step`. With a function, or a controller that feeds forward or follows
            anything but a pose and polynomials, it runs in batches, which is slower.
            ``"implicit_midpoint"`` takes fixed steps in positions and momenta, and is symplectic:
            over long times the energy of an arm without torques oscillates, and does not drift. It
            solves equations in every step, in batches in Python, which is slower.
        tolerance : float, optional
            Largest error of a step of ``"dopri5"``, absolute and relative.
        record : int, optional
            Record every k-th step; 0 records the last state alone.
        friction, motors, tip_wrench, base_motion, threads
            As in `forward_dynamics`; constant. Coulomb friction jumps where a velocity changes its
            sign: there a step is of first order, and a joint that friction should hold chatters.
        stops : bool, optional
            Whether the limits of the arm are stops. They are inelastic: a joint that passes its
            limit in a step is put back there, and an impulse at this joint alone, to which all
            other joints respond, cancels its velocity.
        progress : bool, optional
            Whether to show a progress bar.

        Returns
        -------
        Motion
            Times, states, torques and energies. The bits of a motion depend neither on the rest of
            the batch nor on the number of threads. A motion that is no longer finite ends: it
            is NaN from there on, and ``.ended`` lists it. Joints that left limits of position are
            in ``.limits_passed``; those that exceeded limits of velocity or effort, at recorded
            times, in ``.limits_exceeded``.

        Raises
        ------
        ValueError, TypeError
            For a bad argument: "duration: must be a multiple of the step, 0.003 s, got 1 s, ...".
        MemoryError
            Before the start, if the motion does not fit into memory.
        SimulationInterrupted
            After Ctrl-C, a KeyboardInterrupt with ``.motion``: the motion computed so far.

        References
        ----------
        J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm
        Dynamics, 1980, section 7.

        Examples
        --------
        >>> from equidyn import robots
        >>> arm = robots.planar_2r()
        >>> motion = arm.simulate([0.4, 0.3], [0.0, 0.0], 1.0)
        >>> motion.q.shape
        (1001, 2)
        >>> bool(abs(motion.drift).max() < 1e-8 * abs(motion.energy).max())
        True
        """
        from .request import requested
        from .run import run

        request = requested(
            self,
            (q0, qd0),
            duration,
            step,
            torque=torque,
            method=method,
            tolerance=tolerance,
            record=record,
            stops=stops,
            options={
                "formulation": formulation,
                "friction": friction,
                "motors": motors,
                "tip_wrench": tip_wrench,
                "base_motion": base_motion,
                "threads": threads,
            },
        )
        return run(request, progress)


class Simulated(SimulatedByKernel):
    """Simulation and equations of motion of an `equidyn.Arm`."""

    def ode(
        self: Arm,
        torque: TorqueLike | None = None,
        *,
        formulation: ForwardDynamicsName | FormulationName | str | None = None,
        friction: bool = False,
        motors: bool = False,
        tip_wrench: ArrayLike | None = None,
        base_motion: BaseMotion | None = None,
    ) -> Callable[[float, FloatArray], FloatArray]:
        """Return the right-hand side of the equations of motion for SciPy's `solve_ivp`.

        Parameters
        ----------
        torque, formulation, friction, motors, tip_wrench, base_motion
            As in `simulate`, of one arm: without leading axes.

        Returns
        -------
        callable
            ``f(t, y)`` of a time in s and a state y, positions and then velocities, of shape
            (2n,), or (2n, k) with ``vectorized=True``; it returns the time derivative of y.

        Raises
        ------
        ValueError, TypeError
            As in `simulate`; the returned function raises as `forward_dynamics` does.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> f = robots.planar_2r().ode(torque=[50.77, 7.9])
        >>> f(0.0, np.zeros(4)).shape
        (4,)
        """
        from .python_steps import right_hand_side

        options: dict[str, Any] = {"formulation": formulation}
        options |= {"friction": friction, "motors": motors}
        options |= {"tip_wrench": tip_wrench, "base_motion": base_motion}
        return right_hand_side(self, torque, options)
