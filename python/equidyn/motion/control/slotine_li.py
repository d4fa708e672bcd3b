"""Passivity-based control after Slotine & Li."""

from __future__ import annotations

import numpy as np

from ...validation import FloatArray
from .controller import Controller, add_products


class SlotineLi(Controller):
    """Passivity-based controller: the error converges without cancelling the arm's own dynamics.

    A reference velocity corrects the error of position, qd_r = qd_d + Kp e with e = q_d - q; the
    torque is that of the model along it, and damps what is left, s = qd_r - qd:

        tau = M(q) qdd_r + C(q, qd) qd_r + G(q) + Kv s,   qdd_r = qdd_d + Kp e'

    With an exact model, M s' + (C + Kv) s = 0, and s decays since the rate of M minus 2 C is
    skew-symmetric: C is that of `Arm.coriolis_matrix`, in O(n) by `Arm.coriolis_torque`.

    Parameters
    ----------
    model : Arm
        The model of the arm; the simulated arm may differ.
    trajectory : Trajectory, or array_like of shape (n,)
        The reference: any callable that returns q, qd and qdd (..., n) at times (...), or a
        position to hold.
    kp : float, or array_like of shape (n,) or (n, n)
        Slope of the reference velocity over the error, 1/s: the Lambda of the source.
    kv : float, or array_like of shape (n,) or (n, n)
        Damping, N m s/rad or N s/m. Matrices must be symmetric; both gains must be positive
        definite, and a sampled controller demands more (see `period`).
    friction, motors : bool, optional
        Whether to compensate friction, at the measured velocities, and motor inertia, as in
        `Arm.inverse_dynamics`.
    period, delay, limits, resolution
        As in `ComputedTorque`. The poles of the sampled loop are those of the model at rest at the
        start of the reference.

    Raises
    ------
    ValueError, TypeError
        For a bad argument; for unstable gains, with the stability condition.

    References
    ----------
    J.-J. E. Slotine, W. Li, On the Adaptive Control of Robot Manipulators, The International
    Journal of Robotics Research 6(3), 1987.

    Examples
    --------
    >>> import equidyn
    >>> arm = equidyn.robots.planar_2r()
    >>> move = equidyn.quintic([0, 0], [1, 0.5], duration=1.0)
    >>> control = equidyn.SlotineLi(arm, move, kp=10, kv=(20, 5))
    >>> motion = arm.simulate([0.01, 0], [0, 0], 1.0, torque=control)
    >>> bool(abs(motion.q[-1] - [1, 0.5]).max() < 1e-3)
    True
    """

    _stable_where = "period d kp / 2 < kp + d < 2 / period, with d = kv per unit of inertia"

    def title(self) -> str:
        """Return the name of the control law."""
        return "Slotine & Li"

    @property
    def law_of_kernel(self) -> str | None:
        """Name of the control law in the kernels."""
        return "slotine_li"

    def _feedforward(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        return qdd

    def _law(
        self, feedforward: FloatArray, e: FloatArray, ed: FloatArray, q: FloatArray, qd: FloatArray
    ) -> FloatArray:
        s = add_products(ed, self.kp, e)
        acceleration = add_products(feedforward, self.kp, ed)
        tau = self.model.inverse_dynamics(q, np.zeros(self.n), acceleration, motors=self.motors)
        tau = tau + self.model.coriolis_torque(q, qd, qd + s)
        if self.friction:
            tau = tau + self.model._friction_torque(qd)
        return add_products(tau, self.kv, s)

    def _per_inertia(self) -> tuple[FloatArray, FloatArray]:
        """Return those of e'' + (Kp + inv(M) Kv) e' + inv(M) Kv Kp e = 0."""
        damping = self._over_inertia(self.kv)
        return damping @ self.kp, self.kp + damping
