"""MuJoCo, a simulator: its inverse dynamics computes all that its simulation would."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from .call import Call

if TYPE_CHECKING:
    from ...arm.arm import Arm

LIBRARY = "MuJoCo"


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the calls that compete; `threads` makes no difference to them."""
    mujoco = import_module("mujoco")
    # limits are contacts, which take part in the dynamics
    model = arm.with_limits(None).to_mujoco()
    data = mujoco.MjData(model)
    names = {
        "mj_inverse": mujoco.mj_inverse,
        "model": model,
        "data": data,
        "position": data.qpos,
        "velocity": data.qvel,
        "acceleration": data.qacc,
        "torque": data.qfrc_inverse,
    }
    state = "position[:] = q; velocity[:] = qd; acceleration[:] = qdd"
    statements = f"{state}; mj_inverse(model, data)"
    return [
        Call(LIBRARY, "mj_inverse", "inverse dynamics", "torque", names, statements),
        _kinematics(mujoco, model, data),
    ]


def _kinematics(mujoco: Any, model: Any, data: Any) -> Call:
    """Return the call that finds pose and Jacobian of the tool."""
    pose, J = np.eye(4), np.empty((6, model.nv))
    names = {
        "mj_kinematics": mujoco.mj_kinematics,
        "mj_comPos": mujoco.mj_comPos,
        "mj_jacSite": mujoco.mj_jacSite,
        "model": model,
        "data": data,
        "position": data.qpos,
        "R": data.site_xmat[0].reshape(3, 3),
        "p": data.site_xpos[0],
        "pose": pose,
        "pose_R": pose[:3, :3],
        "pose_p": pose[:3, 3],
        "J": J,
        "J_v": J[:3],
        "J_w": J[3:],
    }
    statements = (
        "position[:] = q; mj_kinematics(model, data); mj_comPos(model, data); "
        "mj_jacSite(model, data, J_v, J_w, 0); pose_R[:] = R; pose_p[:] = p"
    )
    return Call(LIBRARY, "mj_jacSite", "poses and Jacobians", "pose, J", names, statements)
