"""Calls of adam, a library for floating bases, on JAX."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from .as_urdf import TOOL, urdf
from .call import Call
from .in_base_frame import unnamed
from .tasks import OF_MANY_ARMS
from .with_jax import compiled_calls, start_jax

if TYPE_CHECKING:
    from ..arm.arm import Arm

LIBRARY = "adam"

_BOTH = "mass_matrix and bias_force"


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
    model, varied = (
        import_module("adam.jax").KinDynComputations(
            urdf(arm.with_limits(None)), list(arm.joint_names), gravity=gravity
        )
        for _ in range(2)
    )
    # the base stands still: its six rows and columns are left out
    place, still = np.eye(4), np.zeros(6)
    links = unnamed(arm).link_names
    solve = import_module("jax.scipy.linalg").solve

    def mass_matrix(model: Any, q: Any) -> Any:
        return model.mass_matrix(place, q)[6:, 6:]

    def bias(model: Any, q: Any, qd: Any) -> Any:
        return model.bias_force(place, q, still, qd)[6:]

    def torque(model: Any, q: Any, qd: Any, qdd: Any) -> Any:
        return mass_matrix(model, q) @ qdd + bias(model, q, qd)

    def of_masses(mass: Any) -> Any:
        algorithms = varied.rbdalgos
        for number, name in enumerate(links):
            link = algorithms.model.links[name]
            link.inertial = replace(link.inertial, mass=algorithms.math.asarray(mass[number]))
        # it computes inertias when it is made
        varied.rbdalgos = type(algorithms)(algorithms.model, algorithms.math)
        return varied

    def torque_of_many(q: Any, qd: Any, qdd: Any, mass: Any) -> Any:
        return torque(of_masses(mass), q, qd, qdd)

    def acceleration_of_many(q: Any, qd: Any, tau: Any, mass: Any) -> Any:
        model = of_masses(mass)
        return solve(mass_matrix(model, q), tau - bias(model, q, qd), assume_a="pos")

    def pose_and_jacobian(q: Any) -> Any:
        pose = model.forward_kinematics(TOOL, place, q)
        return pose, model.jacobian(TOOL, place, q)[:, 6:]

    return [
        (_BOTH, "inverse dynamics", partial(torque, model)),
        (_BOTH, f"inverse dynamics{OF_MANY_ARMS}", torque_of_many),
        (_BOTH, f"forward dynamics{OF_MANY_ARMS}", acceleration_of_many),
        ("bias_force", "bias", partial(bias, model)),
        ("gravity_term", "gravity", lambda q: model.gravity_term(place, q)[6:]),
        ("mass_matrix", "mass matrix", partial(mass_matrix, model)),
        ("jacobian", "poses and Jacobians", pose_and_jacobian),
    ]
