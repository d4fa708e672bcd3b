"""Calls of Dynibo, a library in Rust."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ..validation import FloatArray
from .as_urdf import TOOL, upright, urdf_file
from .call import Call
from .many_starts import STEPS, from_many_starts
from .tasks import INVERSE_KINEMATICS

if TYPE_CHECKING:
    from ..arm.arm import Arm

LIBRARY = "Dynibo"

# the gravity of all its robots, m/s²
_GRAVITY, _ROUNDING = 9.80665, 1e-14

# name in tables, task, expression
_UNDER_GRAVITY = (
    ("inverse_dynamics", "inverse dynamics", "inverse_dynamics(q, qd, qdd, out=out)"),
    ("inverse_dynamics", "bias", "inverse_dynamics(q, qd, zero, out=out)"),
    ("gravity", "gravity", "gravity(q, out=out)"),
    ("forward_dynamics", "forward dynamics", "forward_dynamics(q, qd, tau, out=out)"),
)


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the calls that compete; `threads` makes no difference to them."""
    robot = _robot(arm.with_limits(None))
    n, tool = arm.n, robot.link_id(TOOL)
    names = {
        "mass_matrix": robot.mass_matrix,
        "jacobian_derivative": robot.jacobian_derivative,
        "tool": tool,
        "vstack": np.vstack,
        "solved": _solver(robot, tool, arm),
    }
    # its matrices are flat, column after column; angular velocity comes first
    rate = f"Jd = jacobian_derivative(q, qd, tool).reshape({n}, 6).T"
    found = [
        Call(LIBRARY, "mass_matrix", "mass matrix", f"mass_matrix(q).reshape({n}, {n})", names),
        Call(
            LIBRARY,
            "jacobian_derivative",
            "Jacobian rate",
            "vstack((Jd[3:], Jd[:3]))",
            names,
            rate,
        ),
        Call(LIBRARY, "inverse_kinematics", INVERSE_KINEMATICS.name, "solved(pose)", names),
    ]
    return [*found, *_under_gravity(arm)]


def _under_gravity(arm: Arm) -> list[Call]:
    """Return the calls that take gravity into account, where it can be that of the arm."""
    arm = upright(arm)
    ratio = -arm.gravity[2] / _GRAVITY
    if abs(ratio - 1.0) > _ROUNDING:
        if not (ratio and arm.revolute.all()):
            return []
        arm = _in_lengths_of(ratio, arm)
    robot = _robot(arm)
    names = {name: getattr(robot, name) for name, _, _ in _UNDER_GRAVITY}
    names["zero"] = np.zeros(arm.n)
    return [Call(LIBRARY, name, task, result, names) for name, task, result in _UNDER_GRAVITY]


def _in_lengths_of(unit: float, arm: Arm) -> Arm:
    """Return an arm of revolute joints in another unit of length, m, and one of mass to it.

    Torques are the same: masses are larger by as much as squares of lengths are smaller.
    """
    data = arm.to_dict()
    for name in ("a", "a_y", "d", "com"):
        data[name] = np.divide(getattr(arm, name), unit)
    data["mass"] = np.multiply(data["mass"], unit**2)
    data["gravity"] = np.divide(data["gravity"], unit)
    return type(arm).from_dict(data)


def _robot(arm: Arm) -> Any:
    with urdf_file(arm) as path:
        return import_module("dynibo").Robot.from_urdf(path)


def _solver(robot: Any, tool: Any, arm: Arm) -> Callable[[FloatArray], FloatArray]:
    """Return a function of a pose that finds joint positions within the limits."""
    library = import_module("dynibo")
    residual = INVERSE_KINEMATICS.residual
    options = library.IkOptions(STEPS, residual, residual)
    find, failure, pose_of = robot.inverse_kinematics, library.SolverError, library.Pose

    def target(pose: FloatArray) -> Any:
        return pose_of(pose[:3, 3], _quaternion(pose))

    def search(start: FloatArray, desired: Any) -> FloatArray | None:
        try:
            found: FloatArray = find(start, tool, desired, options)
        except failure:
            return None
        return found

    return from_many_starts(arm, target, search)


def _quaternion(pose: FloatArray) -> list[float]:
    """Return the rotation of a pose as a unit quaternion, its scalar last."""
    (a, b, c, _), (d, e, f, _), (g, h, i, _), _ = pose.tolist()
    # four times the products of its elements
    products = (
        (1 + a - e - i, b + d, c + g, h - f),
        (b + d, 1 - a + e - i, f + h, c - g),
        (c + g, f + h, 1 - a - e + i, d - b),
        (h - f, c - g, d - b, 1 + a + e + i),
    )
    row = max(range(4), key=lambda k: products[k][k])
    x, y, z, w = products[row]
    size = sqrt(x * x + y * y + z * z + w * w)
    return [x / size, y / size, z / size, w / size]
