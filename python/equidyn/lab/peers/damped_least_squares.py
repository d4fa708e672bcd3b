"""Inverse kinematics as users of Pinocchio write it: damped least squares in a loop."""

from __future__ import annotations

from collections.abc import Callable
from math import tau
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._validation import FloatArray
from ...dynamics.joint_range import joint_range
from .tasks import INVERSE_KINEMATICS

if TYPE_CHECKING:
    from ...arm.arm import Arm

# those of ik_LM of Robotics Toolbox
_STARTS, _STEPS = 100, 30

_UNIT = np.eye(6)


def solver(pin: Any, model: Any, tool: int, arm: Arm) -> Callable[[FloatArray], FloatArray]:
    """Return a function of a pose that finds joint positions within the limits.

    Steps are damped by the square of the error; the middle of the limits is the first start.
    """
    data, tolerance = model.createData(), INVERSE_KINEMATICS.residual**2
    lower, upper = joint_range(arm)
    middle, turn = (lower + upper) / 2, np.where(arm.revolute, tau, 0.0)
    random = np.random.default_rng(0).uniform(lower, upper, (_STARTS - 1, arm.n))
    starts = [middle, *random]

    def converged(q: FloatArray, desired: Any) -> FloatArray | None:
        for _ in range(_STEPS):
            pin.computeJointJacobians(model, data, q)
            pin.updateFramePlacement(model, data, tool)
            error = pin.log6(data.oMf[tool].actInv(desired)).vector
            size = error @ error
            if size <= tolerance:
                return q
            J = pin.getFrameJacobian(model, data, tool, pin.LOCAL)
            q = q + J.T @ np.linalg.solve(J @ J.T + size * _UNIT, error)
        return None

    def solved(pose: FloatArray) -> FloatArray:
        desired = pin.SE3(pose)
        for start in starts:
            q = converged(start, desired)
            if q is None:
                continue
            q = q - turn * np.round((q - middle) / tau)
            if (lower <= q).all() and (q <= upper).all():
                return q
        return middle

    return solved
