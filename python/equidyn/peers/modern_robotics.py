"""Calls of Modern Robotics, the Python code of the textbook by K. M. Lynch and F. C. Park."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arm.formats.serial_chain import serial_chain
from .call import Call
from .in_base_frame import in_base_frame

if TYPE_CHECKING:
    from ..arm.arm import Arm

LIBRARY = "Modern Robotics"


# task, expression
_EXPRESSIONS = {
    "InverseDynamics": (
        "inverse dynamics",
        "call(q, qd, qdd, gravity, no_wrench, placements, inertias, screws)",
    ),
    "GravityForces": ("gravity", "call(q, gravity, placements, inertias, screws)"),
    "MassMatrix": ("mass matrix", "call(q, placements, inertias, screws)"),
    "ForwardDynamics": (
        "forward dynamics",
        "call(q, qd, tau, gravity, no_wrench, placements, inertias, screws)",
    ),
}

# its space Jacobian is of the point of the tool's body that passes the origin of the world
_POSE = "pose = place(home, screws, q); J = jacobian(screws, q)"
_JACOBIAN = "pose, vstack((J[3:] + cross(J[:3].T, pose[:3, 3]).T, J[:3]))"


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the calls that compete; `threads` makes no difference to them."""
    library = import_module("modern_robotics")
    names = _parameters(in_base_frame(arm))
    found = [
        Call(LIBRARY, name, task, result, {**names, "call": getattr(library, name)}, rows="one")
        for name, (task, result) in _EXPRESSIONS.items()
    ]
    tool = _parameters(arm)
    tool |= {"place": library.FKinSpace, "jacobian": library.JacobianSpace}
    tool |= {"cross": np.cross, "vstack": np.vstack}
    task = "poses and Jacobians"
    return [*found, Call(LIBRARY, "JacobianSpace", task, _JACOBIAN, tool, _POSE, rows="one")]


def _parameters(arm: Arm) -> dict[str, Any]:
    """Return an arm in the terms of the book, all joints at 0."""
    arm = arm.to_convention("modified")
    chain = serial_chain(arm)
    pose = previous = np.eye(4)
    placements, inertias, screws = [], [], []
    for link in chain.links:
        pose = pose @ link.placement
        # its link frames are at the centres of mass, its screw axes in the base frame
        centre = pose.copy()
        centre[:3, 3] += pose[:3, :3] @ link.com
        placements.append(np.linalg.solve(previous, centre))
        previous = centre
        axis, point = pose[:3, 2], pose[:3, 3]
        turn = np.concatenate([axis, np.cross(point, axis)])
        screws.append(np.concatenate([np.zeros(3), axis]) if link.prismatic else turn)
        inertia = np.zeros((6, 6))
        inertia[:3, :3], inertia[3:, 3:] = link.inertia, link.mass * np.eye(3)
        inertias.append(inertia)
    return {
        "gravity": chain.gravity,
        "no_wrench": np.zeros(6),
        "placements": [*placements, np.eye(4)],
        "inertias": inertias,
        "screws": np.transpose(screws),
        "home": pose @ arm.tool,
    }
