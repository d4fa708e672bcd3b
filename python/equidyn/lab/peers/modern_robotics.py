"""Modern Robotics, the code of the textbook by K. M. Lynch and F. C. Park, in Python alone."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np

from ...arm.serial_chain import serial_chain
from .call import Call
from .in_base_frame import in_base_frame

if TYPE_CHECKING:
    from ...arm.arm import Arm

LIBRARY = "Modern Robotics"


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the call that competes; `threads` makes no difference to it."""
    chain = serial_chain(in_base_frame(arm.to_convention("modified")))
    pose = previous = np.eye(4)
    placements, inertias, screws = [], [], []
    for link in chain.links:
        pose = pose @ link.placement
        # its link frames stand at the centres of mass, its screw axes in the base frame
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
    names = {
        "inverse_dynamics": import_module("modern_robotics").InverseDynamics,
        "gravity": chain.gravity,
        "no_wrench": np.zeros(6),
        "placements": [*placements, np.eye(4)],
        "inertias": inertias,
        "screws": np.transpose(screws),
    }
    result = "inverse_dynamics(q, qd, qdd, gravity, no_wrench, placements, inertias, screws)"
    return [Call(LIBRARY, "InverseDynamics", "inverse dynamics", result, names, rows="one")]
