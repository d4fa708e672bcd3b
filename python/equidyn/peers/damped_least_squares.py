"""Inverse kinematics as users of Pinocchio write it: damped least squares in a loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..validation import FloatArray
from .many_starts import STEPS, from_many_starts
from .tasks import INVERSE_KINEMATICS

if TYPE_CHECKING:
    from ..arm.arm import Arm

_UNIT = np.eye(6)


def solver(pin: Any, model: Any, tool: int, arm: Arm) -> Callable[[FloatArray], FloatArray]:
    """Return a function of a pose that finds joint positions within the limits.

    Steps are damped by the square of the error.
    """
    data, tolerance = model.createData(), INVERSE_KINEMATICS.residual**2

    def search(q: FloatArray, desired: Any) -> FloatArray | None:
        for _ in range(STEPS):
            pin.computeJointJacobians(model, data, q)
            pin.updateFramePlacement(model, data, tool)
            error = pin.log6(data.oMf[tool].actInv(desired)).vector
            size = error @ error
            if size <= tolerance:
                return q
            J = pin.getFrameJacobian(model, data, tool, pin.LOCAL)
            q = q + J.T @ np.linalg.solve(J @ J.T + size * _UNIT, error)
        return None

    return from_many_starts(arm, pin.SE3, search)
