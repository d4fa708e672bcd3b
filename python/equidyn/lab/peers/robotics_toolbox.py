"""Calls of Robotics Toolbox for Python, with its core in C."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .call import Call
from .in_base_frame import in_base_frame

if TYPE_CHECKING:
    from ...arm.arm import Arm

LIBRARY = "Robotics Toolbox"


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the calls that compete; `threads` makes no difference to them."""
    robot = in_base_frame(arm.to_convention("standard")).to_robotics_toolbox()
    names = {name: getattr(robot, name) for name in ("rne", "gravload", "inertia", "accel")}
    names |= {"coriolis": robot.coriolis, "zero": np.zeros(arm.n)}
    placed = arm.to_robotics_toolbox()
    tool = {"fkine": placed.fkine, "jacob0": placed.jacob0}
    accel = Call(LIBRARY, "accel", "forward dynamics", "accel(q, qd, tau)", names, rows="one")
    return [
        Call(LIBRARY, "rne", "inverse dynamics", "rne(q, qd, qdd)", names, rows="one"),
        Call(LIBRARY, "rne", "inverse dynamics", "rne(q, qd, qdd)", names, rows="all"),
        Call(LIBRARY, "rne", "bias", "rne(q, qd, zero)", names, rows="one"),
        Call(LIBRARY, "gravload", "gravity", "gravload(q)", names, rows="one"),
        Call(LIBRARY, "inertia", "mass matrix", "inertia(q)", names, rows="one"),
        Call(LIBRARY, "coriolis", "Coriolis matrix", "coriolis(q, qd)", names, rows="one"),
        Call(LIBRARY, "jacob0", "poses and Jacobians", "fkine(q).A, jacob0(q)", tool, rows="one"),
        # it raises for a single joint
        *([accel] if arm.n > 1 else []),
    ]
