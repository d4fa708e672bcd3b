"""Calls of adam, a library for floating bases, on JAX."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from .as_urdf import TOOL, urdf
from .call import Call
from .with_jax import compiled_calls, start_jax

if TYPE_CHECKING:
    from ..arm.arm import Arm

LIBRARY = "adam"


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the calls that compete; `threads` makes no difference to them.

    Raises
    ------
    ValueError
        If a joint is prismatic: its functions on JAX raise an error then (0.5.0).
    """
    if not arm.revolute.all():
        raise ValueError(f"joints: expected revolute ones only, got {arm.joints}")
    start_jax()
    return list(compiled_calls(LIBRARY, _functions(arm)))


def _functions(arm: Arm) -> list[tuple[str, str, Callable[..., Any]]]:
    gravity = np.concatenate([arm.gravity, np.zeros(3)])
    model = import_module("adam.jax").KinDynComputations(
        urdf(arm.with_limits(None)), list(arm.joint_names), gravity=gravity
    )
    # the base stands still: its six rows and columns are left out
    place, still = np.eye(4), np.zeros(6)

    def mass_matrix(q: Any) -> Any:
        return model.mass_matrix(place, q)[6:, 6:]

    def bias(q: Any, qd: Any) -> Any:
        return model.bias_force(place, q, still, qd)[6:]

    def torque(q: Any, qd: Any, qdd: Any) -> Any:
        return mass_matrix(q) @ qdd + bias(q, qd)

    def pose_and_jacobian(q: Any) -> Any:
        pose = model.forward_kinematics(TOOL, place, q)
        return pose, model.jacobian(TOOL, place, q)[:, 6:]

    return [
        ("mass_matrix and bias_force", "inverse dynamics", torque),
        ("bias_force", "bias", bias),
        ("gravity_term", "gravity", lambda q: model.gravity_term(place, q)[6:]),
        ("mass_matrix", "mass matrix", mass_matrix),
        ("jacobian", "poses and Jacobians", pose_and_jacobian),
    ]
