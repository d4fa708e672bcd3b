"""Export to MuJoCo."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from ....dynamics.joint_names import unused_name
from ....output.extras import require_extra
from ....validation import FloatArray
from ...data import joint_side_drives, mean_coulomb
from ..serial_chain import serial_chain

if TYPE_CHECKING:
    from ...arm import Arm

# the name of MuJoCo's fixed body
_WORLD = "world"

# a tensor without special values
_POSITION, _TURN = np.array([0.1, 0.2, 0.3]), np.array([0.5, -0.5, 0.1, 0.7])


def mujoco_model(arm: Arm) -> Any:
    """Return an arm of the modified convention as a `mujoco.MjModel`.

    MuJoCo's model compiler refuses links without mass and impossible tensors, and measured data
    have both. Therefore placeholder bodies are compiled, for which it takes no shortcuts, and the
    inertial data of the compiled model are overwritten.
    """
    require_extra("judges", "mujoco")
    mujoco = import_module("mujoco")
    chain = serial_chain(arm)
    specification = mujoco.MjSpec()
    specification.option.gravity = chain.gravity
    parent = specification.worldbody
    for number, link in enumerate(chain.links, start=1):
        turn = _quaternion(mujoco, link.placement[:3, :3])
        name = arm.link_names[number - 1]
        if name == _WORLD:
            name = unused_name(name, arm.link_names)
        parent = parent.add_body(name=name, pos=link.placement[:3, 3], quat=turn)
        kinds = mujoco.mjtJoint
        kind = kinds.mjJNT_SLIDE if link.prismatic else kinds.mjJNT_HINGE
        parent.add_joint(name=arm.joint_names[number - 1], type=kind, axis=(0, 0, 1))
        parent.mass, parent.inertia, parent.explicitinertial = 1.0, (1.0, 1.0, 1.0), True
        parent.ipos, parent.iquat = _POSITION, _TURN
    parent.add_site(name=arm.tool_name, pos=_POSITION, quat=_TURN)
    model = specification.compile()
    model.site_pos[0] = arm.tool[:3, 3]
    model.site_quat[0] = _quaternion(mujoco, arm.tool[:3, :3])
    for body, link in enumerate(chain.links, start=1):
        moments, axes = np.linalg.eigh(link.inertia)
        model.body_mass[body], model.body_ipos[body] = link.mass, link.com
        model.body_inertia[body] = moments
        model.body_iquat[body] = _quaternion(mujoco, axes * np.sign(np.linalg.det(axes)))
    if arm.limits is not None:
        limited = np.isfinite(arm.limits).all(axis=1)
        model.jnt_limited[:] = limited
        model.jnt_range[limited] = arm.limits[limited]
    if arm.effort_limits is not None:
        limited = np.isfinite(arm.effort_limits)
        model.jnt_actfrclimited[:] = limited
        model.jnt_actfrcrange[limited] = np.outer(arm.effort_limits[limited], (-1, 1))
    drives = joint_side_drives(arm)
    model.dof_armature[:], model.dof_damping[:] = drives["motor_inertia"], drives["viscous"]
    model.dof_frictionloss[:] = mean_coulomb(drives["coulomb"])
    # constant sums of inertias
    mujoco.mj_setConst(model, mujoco.MjData(model))
    # nearly coincident frames must stay distinct
    model.body_sameframe[1:] = model.site_sameframe[:] = 0
    return model


def _quaternion(mujoco: Any, rotation: FloatArray) -> FloatArray:
    quaternion = np.empty(4)
    mujoco.mju_mat2Quat(quaternion, rotation.ravel())
    return quaternion
