"""Calls of Robotics Toolbox for Python, with its core in C."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..dynamics.joint_range import joint_range
from .call import Call
from .in_base_frame import in_base_frame, rigid
from .tasks import INVERSE_KINEMATICS

if TYPE_CHECKING:
    from ..arm.arm import Arm

LIBRARY = "Robotics Toolbox"


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the calls that compete; `threads` makes no difference to them."""
    robot = in_base_frame(arm.to_convention("standard")).to_robotics_toolbox()
    names = {name: getattr(robot, name) for name in ("rne", "gravload", "inertia", "accel")}
    names |= {"coriolis": robot.coriolis, "zero": np.zeros(arm.n)}
    placed = rigid(arm).to_robotics_toolbox()
    tool = {"fkine": placed.fkine, "jacob0": placed.jacob0, "inertia_x": placed.inertia_x}
    # it inverts square Jacobians alone
    inertia_x = Call(
        LIBRARY,
        "inertia_x",
        "operational-space inertia",
        "inertia_x(q, representation=None)",
        tool,
        rows="one",
    )
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
        *([inertia_x] if arm.n == 6 else []),
        _inverse_kinematics(arm),
    ]


def _inverse_kinematics(arm: Arm) -> Call:
    """Return the call of its Levenberg-Marquardt method in C++, to the residual of everyone."""
    # it draws its starts within limits, which a prismatic joint has to have
    robot = rigid(arm).with_limits(np.transpose(joint_range(arm))).to_robotics_toolbox()
    # it stops at half the square of the residual
    names = {"ik_LM": robot.ets().ik_LM, "tol": INVERSE_KINEMATICS.residual**2 / 2}
    return Call(LIBRARY, "ik_LM", INVERSE_KINEMATICS.name, "ik_LM(pose, tol=tol).q", names)
