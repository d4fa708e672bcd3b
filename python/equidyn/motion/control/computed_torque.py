"""Computed-torque control, in both forms of Lee, Chung, Mudge & Turney 1982, section 4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ...dynamics.registry import resolve
from ...validation import FloatArray
from .closed_loop import rank
from .controller import Controller
from .settings import gain_matrix

if TYPE_CHECKING:
    from ...arm import Arm

_IN_TRACE_FORM = "lagrange_euler"


class ComputedTorque(Controller):
    """Computed-torque controller: with an exact model, the error obeys e'' + Kv e' + Kp e = 0.

    The commanded acceleration corrects the errors of position and velocity, qdd_d + Kv e' + Kp e
    with e = q_d - q, and the model gives the torque for it:

        tau = D(q) (qdd_d + Kv e' + Kp e) + h(q, qd) + G(q)         (4.1)
        tau = Newton-Euler at q, qd and qdd_d + Kv e' + Kp e        (4.4)

    Parameters
    ----------
    model : Arm
        The model of the arm; the simulated arm may differ.
    trajectory : Trajectory, or array_like of shape (n,)
        The reference: any callable that returns q, qd and qdd (..., n) at times (...), or a
        position to hold.
    kp, kv : float, or array_like of shape (n,) or (n, n)
        Gains of position, 1/s², and velocity, 1/s; matrices must be symmetric, kp positive
        definite, kv positive semidefinite, and [kv, kp kv, ..., kp^(n-1) kv] of rank n, as it is
        for every kv that is definite (`equidyn.stability`). A sampled controller demands more (see
        `period`). Critically damped for kv = 2 sqrt(kp).
    formulation : str, optional
        Formulation of the torque: ``"lagrange_euler"`` takes (4.1), with D, h and G in trace form,
        any other of `equidyn.formulations` takes (4.4), by default the cheapest one. A name makes
        a simulation slower, because only the cheapest is computed in lanes from step to step.
    friction, motors : bool, optional
        Whether to compensate friction, at the measured velocities, and motor inertia, as in
        `Arm.inverse_dynamics`.
    period : float, optional
        Sampling period, s; the torque is held between samples. Without it, control is continuous.
        The poles of the sampled loop must lie within the unit circle: for one joint without delay
        this means period kp / 2 < kv < 2 / period.
    delay : float, optional
        Delay from a sample to its torque, s; at most the period. The torque of the first sample is
        applied from the start, because the arm was under control before.
    limits : float, or array_like of shape (n,) or (n, 2), optional
        Torque limits of the motors: one magnitude for both directions, or pairs of the least and
        the largest torque, N m or N.
    resolution : float or array_like of shape (n,), optional
        Position of one count of the encoders, rad or m: positions are rounded to the nearest
        multiple; for 12 bits over a turn ``2 * pi / 2**12``. Velocities are read exactly.

    Raises
    ------
    ValueError, TypeError
        For a bad argument; for unstable gains, with the stability condition.

    References
    ----------
    C. S. G. Lee, M. J. Chung, T. N. Mudge, J. L. Turney, On the Control of Mechanical Manipulators,
    1982, section 4.

    Examples
    --------
    >>> import equidyn
    >>> arm = equidyn.robots.planar_2r()
    >>> move = equidyn.quintic([0, 0], [1, 0.5], duration=1.0)
    >>> control = equidyn.ComputedTorque(arm, move, kp=100, kv=20, period=0.01)
    >>> motion = arm.simulate([0.01, 0], [0, 0], 1.0, torque=control)
    >>> bool(abs(motion.q[-1] - [1, 0.5]).max() < 1e-3)
    True
    """

    def __init__(
        self,
        model: Arm,
        trajectory: Any,
        *,
        kp: ArrayLike,
        kv: ArrayLike,
        formulation: str | None = None,
        friction: bool = False,
        motors: bool = False,
        period: float | None = None,
        delay: float = 0.0,
        limits: ArrayLike | None = None,
        resolution: ArrayLike | None = None,
    ) -> None:
        self.formulation = resolve(formulation)
        super().__init__(
            model,
            trajectory,
            kp=kp,
            kv=kv,
            friction=friction,
            motors=motors,
            period=period,
            delay=delay,
            limits=limits,
            resolution=resolution,
        )

    def title(self) -> str:
        """Return the name of the control law."""
        form = "(4.1)" if self.formulation == _IN_TRACE_FORM else "(4.4)"
        return f"computed torque {form} by {self.formulation}"

    @property
    def law_of_kernel(self) -> str | None:
        """Name of the control law in the kernels; None without one."""
        return "computed_torque" if self.formulation == resolve(None) else None

    def _feedforward(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        return qdd

    def _law(
        self, feedforward: FloatArray, e: FloatArray, ed: FloatArray, q: FloatArray, qd: FloatArray
    ) -> FloatArray:
        command = self._corrected(feedforward, e, ed)
        if self.formulation == _IN_TRACE_FORM:
            return self._law_in_trace_form(command, q, qd)
        return self.model.inverse_dynamics(
            q,
            qd,
            command,
            formulation=self.formulation,
            friction=self.friction,
            motors=self.motors,
        )

    def _law_in_trace_form(self, command: FloatArray, q: FloatArray, qd: FloatArray) -> FloatArray:
        """Return D (qdd_d + Kv e' + Kp e) + h + G, plus friction and motor torque."""
        still = np.zeros(self.n)
        D = self.model.mass_matrix(q, formulation="trace_form")
        h = self.model.coriolis_coefficients(q, formulation="trace_form")
        tau = self.model.inverse_dynamics(q, still, still, formulation=_IN_TRACE_FORM)
        # fixed order of summation: a row does not depend on the batch
        for j in range(self.n):
            tau = tau + D[..., j] * command[..., j, np.newaxis]
            for k in range(self.n):
                tau = tau + h[..., j, k] * (qd[..., j] * qd[..., k])[..., np.newaxis]
        if self.friction:
            tau = tau + self.model._friction_torque(qd)
        if self.motors:
            tau = tau + self.model._reflected_motor_inertia() * command
        return tau

    def _checked_gains(self, kp: ArrayLike, kv: ArrayLike) -> tuple[FloatArray, FloatArray]:
        of_position = gain_matrix("kp", kp, self.n)
        of_velocity = gain_matrix("kv", kv, self.n, semidefinite=True)
        found = rank(of_position, of_velocity)
        if found < self.n:
            raise ValueError(
                "kp, kv: not stable: [kv, kp kv, ..., kp^(n-1) kv] must be of rank "
                f"{self.n}, got {found}: some motion is undamped"
            )
        return of_position, of_velocity

    def _per_inertia(self) -> tuple[FloatArray, FloatArray]:
        return self.kp, self.kv
