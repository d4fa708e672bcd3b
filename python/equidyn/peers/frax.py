"""Calls of frax, a library in Python on JAX."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from .as_urdf import upright, urdf_file
from .call import Call
from .tasks import OF_MANY_ARMS
from .with_jax import compiled_calls, start_jax

if TYPE_CHECKING:
    from ..arm.arm import Arm

LIBRARY = "frax"

# the gravity of its forward dynamics, m/s²; its rnea takes any
_GRAVITY, _ROUNDING = 9.81, 1e-13


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the calls that compete; `threads` makes no difference to them."""
    start_jax()
    return list(compiled_calls(LIBRARY, [*_dynamics(upright(arm)), *_kinematics(arm)]))


def _dynamics(arm: Arm) -> list[tuple[str, str, Callable[..., Any]]]:
    robot = _robot(arm)
    against_gravity = np.array([0.0, 0.0, -arm.gravity[2], 0.0, 0.0, 0.0])
    solve = import_module("jax.scipy.linalg").solve

    def torque(robot: Any, q: Any, qd: Any, qdd: Any) -> Any:
        return robot.rnea(q, qd, qdd, against_gravity, None)

    def acceleration(robot: Any, q: Any, qd: Any, tau: Any) -> Any:
        return robot.forward_dynamics(q, qd, tau, None)

    def solved(robot: Any, q: Any, qd: Any, tau: Any) -> Any:
        return solve(robot.mass_matrix(q), tau - torque(robot, q, qd, None), assume_a="pos")

    def of_masses(function: Callable[..., Any]) -> Callable[..., Any]:
        def on_masses(*given: Any) -> Any:
            *state, varied.link_masses = given
            return function(varied, *state)

        varied = copy(robot)
        return on_masses

    known = abs(arm.gravity[2] + _GRAVITY) < _ROUNDING
    forward = ("forward_dynamics", acceleration) if known else ("mass_matrix and rnea", solved)
    both = (("inverse dynamics", "rnea", torque), ("forward dynamics", *forward))
    return [
        *((name, task, partial(function, robot)) for task, name, function in both),
        *((name, f"{task}{OF_MANY_ARMS}", of_masses(function)) for task, name, function in both),
        ("rnea", "bias", lambda q, qd: torque(robot, q, qd, None)),
        ("rnea", "gravity", lambda q: torque(robot, q, None, None)),
        ("mass_matrix", "mass matrix", robot.mass_matrix),
    ]


def _kinematics(arm: Arm) -> list[tuple[str, str, Callable[..., Any]]]:
    arm = arm.to_convention("modified").with_limits(None)
    robot = _robot(arm, ee_offset=arm.tool)

    def pose_and_jacobian(q: Any) -> Any:
        return robot.ee_transform(q), robot.ee_jacobian(q)

    def jacobian_rate(q: Any, qd: Any) -> Any:
        return robot.ee_jacobian_and_derivative(q, qd)[1]

    return [
        ("ee_jacobian", "poses and Jacobians", pose_and_jacobian),
        ("ee_jacobian_and_derivative", "Jacobian rate", jacobian_rate),
    ]


def _robot(arm: Arm, **options: Any) -> Any:
    with urdf_file(arm) as path:
        return import_module("frax").Manipulator(path, **options)
