"""PD control with gravity compensation or feedforward torque."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ...validation import FloatArray, choice
from .controller import Controller

if TYPE_CHECKING:
    from ...arm import Arm

_COMPENSATIONS = ("gravity", "feed_forward", "none")


class PD(Controller):
    """PD controller with compensation, tau = Kp e + Kv e' + compensation.

    Parameters
    ----------
    model : Arm
        The model of the arm; the simulated arm may differ.
    trajectory : Trajectory, or array_like of shape (n,)
        The reference: any callable that returns q, qd and qdd (..., n) at times (...), or a
        position to hold.
    kp, kv : float, or array_like of shape (n,) or (n, n)
        Gains of position, N m/rad or N/m, and velocity, N m s/rad or N s/m; matrices must be
        symmetric. They must be positive definite, and a sampled controller demands more (see
        `period`).
    compensation : str, optional
        The torque added: ``"gravity"``, the gravity torque of the model at the measured positions;
        ``"feed_forward"``, the inverse dynamics of the model along the reference; or ``"none"``.
    friction, motors : bool, optional
        Whether the feedforward torque and the poles of a sampled loop include friction and motors,
        as in `Arm.inverse_dynamics`.
    period, delay, limits, resolution
        As in `ComputedTorque`. The poles of the sampled loop are those of the model at rest at the
        start of the reference.

    Raises
    ------
    ValueError, TypeError
        For a bad argument; for unstable gains, with the stability condition.

    Examples
    --------
    >>> import equidyn
    >>> arm = equidyn.robots.planar_2r()
    >>> hold = equidyn.PD(arm, [0.4, 0.3], kp=(400, 100), kv=(80, 20))
    >>> motion = arm.simulate([0.5, 0.2], [0, 0], 4.0, torque=hold)
    >>> bool(abs(motion.q[-1] - [0.4, 0.3]).max() < 1e-5)
    True
    """

    def __init__(
        self,
        model: Arm,
        trajectory: Any,
        *,
        kp: ArrayLike,
        kv: ArrayLike,
        compensation: str = "gravity",
        friction: bool = False,
        motors: bool = False,
        period: float | None = None,
        delay: float = 0.0,
        limits: ArrayLike | None = None,
        resolution: ArrayLike | None = None,
    ) -> None:
        self.compensation = choice("compensation", compensation, _COMPENSATIONS)
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

    _stable_where = "period kp / 2 < kv < 2 / period, per unit of inertia"

    def title(self) -> str:
        """Return the name of the control law."""
        added = {"gravity": " and gravity", "feed_forward": " and feed-forward", "none": ""}
        return f"PD{added[self.compensation]}"

    @property
    def law_of_kernel(self) -> str | None:
        """Name of the control law in the kernels."""
        return "gravity" if self.compensation == "gravity" else "gains"

    @property
    def motion_of_kernel(self) -> tuple[FloatArray, FloatArray] | None:
        """Breaks and coefficients of a polynomial reference; None with feedforward."""
        return None if self.compensation == "feed_forward" else super().motion_of_kernel

    @property
    def _feeds_torque_forward(self) -> bool:
        return self.compensation == "feed_forward"

    def _feedforward(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        if self.compensation != "feed_forward":
            return np.zeros(q.shape)
        return self.model.inverse_dynamics(q, qd, qdd, friction=self.friction, motors=self.motors)

    def _law(
        self, feedforward: FloatArray, e: FloatArray, ed: FloatArray, q: FloatArray, qd: FloatArray
    ) -> FloatArray:
        command = self._corrected(feedforward, e, ed)
        if self.compensation != "gravity":
            return command
        return command + self.model.gravity_torque(q)

    def _per_inertia(self) -> tuple[FloatArray, FloatArray]:
        return self._over_inertia(self.kp), self._over_inertia(self.kv)
