"""MuJoCo, a simulator: its inverse dynamics computes all that its simulation would."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .call import Call
from .in_base_frame import in_base_frame

if TYPE_CHECKING:
    from ....arm.arm import Arm

LIBRARY = "MuJoCo"


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the call that competes; `threads` makes no difference to it."""
    mujoco = import_module("mujoco")
    model = in_base_frame(arm).to_mujoco()
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
    return [Call(LIBRARY, "mj_inverse", "inverse dynamics", "torque", names, statements)]
