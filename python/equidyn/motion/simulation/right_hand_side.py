"""The equations of motion as those take them who integrate what others give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..._validation import FloatArray
from ...dynamics.derived import Derived
from ..control.controller import Controller
from .request import require_joints
from .torque import TorqueLike, known_torque


def right_hand_side(
    arm: Derived, torque: TorqueLike | None, loads: dict[str, Any]
) -> Callable[[float, FloatArray], FloatArray]:
    """Return the rates of a state, as `Simulated.ode` describes them, under what else acts."""
    n, known = arm.n, None if callable(torque) else known_torque(torque, arm.n)
    if known is not None and known.leading:
        raise ValueError(f"torque: expected no leading axes, got {known.leading}")
    if isinstance(torque, Controller):
        require_joints(torque, n)
        if torque.period is not None:
            raise ValueError("torque: what a controller that samples holds is no function of q")
    accelerations = arm.forward_dynamics(np.zeros(n), np.zeros(n), np.zeros(n), **loads)
    if accelerations.ndim > 1:
        raise ValueError("tip_wrench, base_motion: expected no leading axes")

    def rates(t: float, y: FloatArray) -> FloatArray:
        q, qd = np.moveaxis(np.reshape(y, (2, n, *np.shape(y)[1:])), 1, -1)
        tau = torque(t, q, qd) if callable(torque) else known_at(t)
        qdd = arm.forward_dynamics(q, qd, tau, **loads)
        return np.concatenate([qd.T, qdd.T])

    def known_at(t: float) -> FloatArray:
        assert known is not None
        return np.asarray(known.at(np.array([t]))[0])

    return rates
