"""Gravity compensation: an arm moved by hand as if it had no weight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ...validation import FloatArray
from .controller import Controller, add_products, joints_of
from .settings import gain_matrix

if TYPE_CHECKING:
    from ...arm import Arm


class GravityCompensation(Controller):
    """Gravity compensation: the arm floats, tau = G(q) - D qd.

    Without damping and with an exact model, only other forces change the kinetic energy of the arm.
    `PD` also holds a position.

    Parameters
    ----------
    model : Arm
        The model of the arm; the simulated arm may differ.
    damping : float, or array_like of shape (n,) or (n, n), optional
        The gain D of velocities, N m s/rad or N s/m, not negative; a matrix must be symmetric and
        positive semidefinite, and a sampled controller demands more (see `period`).
    motors : bool, optional
        Whether the damped inertia includes that of the motors, for the poles of the sampled loop.
    period : float, optional
        As in `ComputedTorque`; the damped inertia is that at zero positions. For one joint
        without delay, the damping per unit of inertia must not exceed 2 / period.
    delay, limits, resolution
        As in `ComputedTorque`.

    Raises
    ------
    ValueError, TypeError
        For a bad argument; for unstable damping, with the stability condition.

    Examples
    --------
    >>> import equidyn
    >>> arm = equidyn.robots.puma560()
    >>> floating = equidyn.GravityCompensation(arm)
    >>> motion = arm.simulate([0, 0.5, -1, 0, 1, 0], [0] * 6, 1.0, torque=floating)
    >>> bool(abs(motion.q[-1] - motion.q[0]).max() < 1e-9)
    True
    """

    _stable_where = "damping per unit of inertia does not exceed 2 / period"

    def __init__(
        self,
        model: Arm,
        *,
        damping: ArrayLike = 0.0,
        motors: bool = False,
        period: float | None = None,
        delay: float = 0.0,
        limits: ArrayLike | None = None,
        resolution: ArrayLike | None = None,
    ) -> None:
        super().__init__(
            model,
            np.zeros(joints_of(model)),
            kp=0.0,
            kv=damping,
            motors=motors,
            period=period,
            delay=delay,
            limits=limits,
            resolution=resolution,
        )

    def title(self) -> str:
        """Return the name of the control law."""
        return "gravity compensation"

    @property
    def damping(self) -> FloatArray:
        """The gain of velocities, (n, n)."""
        return self.kv

    @property
    def law_of_kernel(self) -> str | None:
        """Name of the control law in the kernels: that of PD and gravity."""
        return "gravity"

    def _checked_gains(self, kp: ArrayLike, kv: ArrayLike) -> tuple[FloatArray, FloatArray]:
        damping = gain_matrix("damping", kv, self.n, semidefinite=True)
        return np.zeros_like(damping), damping

    def _gains_by_name(self) -> dict[str, FloatArray]:
        return {"damping": self.kv}

    def _feedforward(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        return np.zeros(q.shape)

    def _law(
        self, feedforward: FloatArray, e: FloatArray, ed: FloatArray, q: FloatArray, qd: FloatArray
    ) -> FloatArray:
        return add_products(feedforward, self.kv, ed) + self.model.gravity_torque(q)

    def _per_inertia(self) -> tuple[FloatArray, FloatArray]:
        return self.kp, self._over_inertia(self.kv)
