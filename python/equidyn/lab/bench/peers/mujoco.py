"""MuJoCo, a simulator: its inverse dynamics computes all that its simulation would."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from ....arm.states import Array
from .call import Call
from .serial_chain import serial_chain

if TYPE_CHECKING:
    from ....arm.arm import Arm

LIBRARY = "MuJoCo"


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the call that competes; `threads` makes no difference to it."""
    mujoco = import_module("mujoco")
    model = _model(mujoco, arm)
    data = mujoco.MjData(model)
    # sums of inertias that do not change with the motion
    mujoco.mj_setConst(model, data)
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


def _model(mujoco: Any, arm: Arm) -> Any:
    """Make the model, and give it the inertial data afterwards.

    The compiler of models refuses links without mass, and tensors that no body can have: measured
    data have both. What it has compiled may be changed to any.
    """
    chain = serial_chain(arm)
    specification = mujoco.MjSpec()
    specification.option.gravity = chain.gravity
    parent = specification.worldbody
    for link in chain.links:
        turn = _quaternion(mujoco, link.placement[:3, :3])
        parent = parent.add_body(pos=link.placement[:3, 3], quat=turn)
        kinds = mujoco.mjtJoint
        kind = kinds.mjJNT_SLIDE if link.prismatic else kinds.mjJNT_HINGE
        parent.add_joint(type=kind, axis=(0, 0, 1))
        parent.mass, parent.inertia, parent.explicitinertial = 1.0, (1.0, 1.0, 1.0), True
    model = specification.compile()
    for body, link in enumerate(chain.links, start=1):
        moments, axes = np.linalg.eigh(link.inertia)
        model.body_mass[body], model.body_ipos[body] = link.mass, link.com
        model.body_inertia[body] = moments
        model.body_iquat[body] = _quaternion(mujoco, axes * np.sign(np.linalg.det(axes)))
    return model


def _quaternion(mujoco: Any, rotation: Array) -> Array:
    quaternion = np.empty(4)
    mujoco.mju_mat2Quat(quaternion, rotation.ravel())
    return quaternion
