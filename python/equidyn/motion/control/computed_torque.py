"""The computed torque of an arm, in both forms of Lee, Chung, Mudge & Turney 1982, section 4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..._validation import FloatArray
from ...dynamics.formulations import resolve
from .controller import Controller

if TYPE_CHECKING:
    from ...arm import Arm

_IN_TRACE_FORM = "lagrange_euler"


class ComputedTorque(Controller):
    """The torque by which the error of an arm that is as its model follows e'' + Kv e' + Kp e = 0.

    A motion is asked for that corrects the errors of position and rate, qdd_d + Kv e' + Kp e with
    e = q_d - q, and the model tells the torque that it takes:

        tau = D(q) (qdd_d + Kv e' + Kp e) + h(q, qd) + G(q)         (4.1)
        tau = Newton-Euler at q, qd and qdd_d + Kv e' + Kp e        (4.4)

    Parameters
    ----------
    model : Arm
        The arm that it reckons with; the one that moves may differ.
    trajectory : Trajectory, or array_like of shape (n,)
        What to follow: anything that returns q, qd and qdd (..., n) at times (...), or a position
        to hold.
    kp, kv : float, or array_like of shape (n,) or (n, n)
        Gains of position, 1/s², and rate, 1/s; matrices must be symmetric. They must be positive
        definite, and for a sampled controller more (see `period`). Critically damped where
        kv = 2 sqrt(kp).
    formulation : str, optional
        What the torque is computed by: ``"lagrange_euler"`` takes (4.1), with D, h and G in trace
        form, any other of `equidyn.formulations` takes (4.4), by default the cheapest one. A name
        makes a simulation slower, since only the cheapest is computed in lanes from step to step.
    friction, motors : bool, optional
        Whether to reckon with friction, by the rates measured, and with motors, as in
        `Arm.inverse_dynamics`.
    period : float, optional
        How often it samples, s; in between the torque is held. Without it, it is continuous. It
        demands that the poles of the sampled loop lie within the unit circle: of one joint,
        without delay, they do where period kp / 2 < kv < 2 / period.
    delay : float, optional
        How much later than its sample a torque is in force, s; at most the period. What the first
        sample asks for is in force from the start, since the arm is under control before.
    limits : float, or array_like of shape (n,) or (n, 2), optional
        Largest torques of the drives, both ways, or pairs of the least and the largest, N m or N.
    resolution : float or array_like of shape (n,), optional
        What one count of the position converters stands for, rad or m: positions are read as the
        nearest multiple; for 12 bits over a turn ``2 * pi / 2**12``. Rates are read as they are.

    Raises
    ------
    ValueError, TypeError
        If arguments are not as above; if gains are not stable, with the condition.

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
        """Say what kind of controller it is."""
        form = "(4.1)" if self.formulation == _IN_TRACE_FORM else "(4.4)"
        return f"computed torque {form} by {self.formulation}"

    @property
    def law_of_kernel(self) -> str | None:
        """By which name the kernels know its law; None where they do not."""
        return "computed_torque" if self.formulation == resolve(None) else None

    def _ahead(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        return qdd

    def _law(self, asked: FloatArray, q: FloatArray, qd: FloatArray) -> FloatArray:
        if self.formulation == _IN_TRACE_FORM:
            return self._law_in_trace_form(asked, q, qd)
        return self.model.inverse_dynamics(
            q,
            qd,
            asked,
            formulation=self.formulation,
            friction=self.friction,
            motors=self.motors,
        )

    def _law_in_trace_form(self, asked: FloatArray, q: FloatArray, qd: FloatArray) -> FloatArray:
        """Return D (qdd_d + Kv e' + Kp e) + h + G, and what the drives take beside."""
        still = np.zeros(self.n)
        D = self.model.mass_matrix(q, formulation="trace_form")
        h = self.model.coriolis_coefficients(q, formulation="trace_form")
        tau = self.model.inverse_dynamics(q, still, still, formulation=_IN_TRACE_FORM)
        # sums in one order, so that a row is what it is alone
        for j in range(self.n):
            tau = tau + D[..., j] * asked[..., j, np.newaxis]
            for k in range(self.n):
                tau = tau + h[..., j, k] * (qd[..., j] * qd[..., k])[..., np.newaxis]
        if self.friction:
            tau = tau + self.model._friction_torque(qd)
        if self.motors:
            tau = tau + self.model._reflected_motor_inertia() * asked
        return tau

    def _per_inertia(self) -> tuple[FloatArray, FloatArray]:
        return self.kp, self.kv
