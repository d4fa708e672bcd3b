"""Robotics Toolbox for Python, with its core in C."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .call import Call

if TYPE_CHECKING:
    from ....arm.arm import Arm

LIBRARY = "Robotics Toolbox"


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the calls that compete; `threads` makes no difference to them."""
    toolbox = import_module("roboticstoolbox")
    arm = arm.to_convention("standard")
    links = []
    for i, kind in enumerate(arm.joints):
        inertial = {"m": arm.mass[i], "r": arm.com[i], "I": arm.inertia[i]}
        without_motor = {"Jm": 0.0, "G": 1.0, "B": 0.0, "Tc": (0.0, 0.0)}
        shape = {"a": arm.a[i], "alpha": arm.alpha[i], **inertial, **without_motor}
        if kind == "R":
            links.append(toolbox.RevoluteDH(d=arm.d[i], offset=arm.theta[i], **shape))
        else:
            links.append(toolbox.PrismaticDH(theta=arm.theta[i], offset=arm.d[i], **shape))
    robot = toolbox.DHRobot(links, gravity=arm.base[:3, :3].T @ arm.gravity)
    task, names = "inverse dynamics", {"rne": robot.rne}
    return [
        Call(LIBRARY, "rne", task, "rne(q, qd, qdd)", names, rows="one"),
        Call(LIBRARY, "rne", task, "rne(q, qd, qdd)", names, rows="all"),
    ]
