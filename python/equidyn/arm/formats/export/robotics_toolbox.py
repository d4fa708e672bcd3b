"""Export to the Robotics Toolbox for Python."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from ....output.extras import require_extra
from ...without_dh import require_dh

if TYPE_CHECKING:
    from ...arm import Arm

_DRIVE = {"Jm": "motor_inertia", "G": "gear_ratio", "B": "viscous", "Tc": "coulomb"}
# the toolbox has a gear ratio of 0 by default
_NO_DRIVE = {"Jm": 0.0, "G": 1.0, "B": 0.0, "Tc": (0.0, 0.0)}


def toolbox_robot(arm: Arm) -> Any:
    """Return an arm of either convention as a `roboticstoolbox.DHRobot`."""
    require_dh(arm, "to_robotics_toolbox")
    require_extra("peers", "roboticstoolbox")
    toolbox = import_module("roboticstoolbox")
    suffix = "DH" if arm.convention == "standard" else "MDH"
    revolute, prismatic = (getattr(toolbox, f"{k}{suffix}") for k in ("Revolute", "Prismatic"))
    links = []
    for i, turns in enumerate(arm.revolute):
        inertial = {"m": arm.mass[i], "r": arm.com[i], "I": arm.inertia[i]}
        given = {key: getattr(arm, name) for key, name in _DRIVE.items()}
        drive = {key: _NO_DRIVE[key] if x is None else x[i] for key, x in given.items()}
        shape = {"a": arm.a[i], "alpha": arm.alpha[i], **inertial, **drive}
        if arm.limits is not None and np.isfinite(arm.limits[i]).all():
            shape["qlim"] = arm.limits[i]
        if turns:
            links.append(revolute(d=arm.d[i], offset=arm.theta[i], **shape))
        else:
            links.append(prismatic(theta=arm.theta[i], offset=arm.d[i], **shape))
    return toolbox.DHRobot(links, name=arm.name, base=arm.base, tool=arm.tool, gravity=arm.gravity)
