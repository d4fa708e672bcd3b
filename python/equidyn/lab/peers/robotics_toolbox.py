"""Robotics Toolbox for Python, with its core in C."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .call import Call
from .in_base_frame import in_base_frame

if TYPE_CHECKING:
    from ...arm.arm import Arm

LIBRARY = "Robotics Toolbox"


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the calls that compete; `threads` makes no difference to them."""
    robot = in_base_frame(arm.to_convention("standard")).to_robotics_toolbox()
    task, names = "inverse dynamics", {"rne": robot.rne}
    return [
        Call(LIBRARY, "rne", task, "rne(q, qd, qdd)", names, rows="one"),
        Call(LIBRARY, "rne", task, "rne(q, qd, qdd)", names, rows="all"),
    ]
