"""A model that MuJoCo has compiled, as a tree of links."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from math import inf
from typing import Any

import numpy as np

from ..._validation import FloatArray, choice
from ...show.extras import require_extra
from ..body import Body
from .robot import FIXED, Joint, Link, Robot

# by the numbers that MuJoCo has for them
_KINDS = ("free", "ball", "prismatic", "revolute")


def tree_of(model: Any, base: str | None) -> tuple[Robot, FloatArray]:
    """Return the tree of a model, and gravity in the frame of a body of it, by default the world.

    Where a body has joints, each moves a link of its own, and the body is fixed to the last one.
    """
    require_extra("peers", "mujoco")
    mujoco = import_module("mujoco")
    if not isinstance(model, mujoco.MjModel):
        raise TypeError(f"model: expected a mujoco.MjModel, got {type(model).__name__}")
    names = [model.body(i).name or f"body {i}" for i in range(model.nbody)]
    links, joints = [Link(names[0])], list[Joint]()
    for number in range(1, model.nbody):
        links.append(Link(names[number], _body(model, number), model.body_geomnum[number] > 0))
        joints += _joints(model, names, number)
    links += [Link(joint.child) for joint in joints if joint.child not in names]

    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    body = 0 if base is None else names.index(choice("base", base, names))
    return Robot("", links, joints), data.xmat[body].reshape(3, 3).T @ model.opt.gravity


def _body(model: Any, number: int) -> Body | None:
    mass, moments = float(model.body_mass[number]), model.body_inertia[number]
    if mass == 0 and not moments.any():
        return None
    pose = _pose(model.body_ipos[number], model.body_iquat[number])
    return Body(mass, np.zeros(3), np.diag(moments)).moved(pose)


def _joints(model: Any, names: list[str], number: int) -> Iterator[Joint]:
    """Return the joints on which a body hangs, each in the frame of its anchor."""
    name = names[number]
    parent = names[model.body_parentid[number]]
    placement = _pose(model.body_pos[number], model.body_quat[number])
    first = model.body_jntadr[number]
    for j in range(first, first + model.body_jntnum[number]):
        joint = model.joint(j).name or f"joint {j}"
        anchor = _shift(model.jnt_pos[j])
        kind, axis = _KINDS[model.jnt_type[j]], model.jnt_axis[j].copy()
        reference = -float(model.qpos0[model.jnt_qposadr[j]])
        dof = model.jnt_dofadr[j]
        yield Joint(
            joint,
            kind,
            parent,
            f"{name} on {joint}",
            placement @ anchor @ _moved(kind, axis, reference),
            axis,
            tuple(model.jnt_range[j].tolist()) if model.jnt_limited[j] else (-inf, inf),
            float(model.dof_damping[dof]),
            float(model.dof_frictionloss[dof]),
            float(model.dof_armature[dof]),
        )
        parent, placement = f"{name} on {joint}", _shift(-model.jnt_pos[j])
    yield Joint(f"{name} (fixed)", FIXED, parent, name, placement)


def _moved(kind: str, axis: FloatArray, q: float) -> FloatArray:
    """Return the pose by which a joint at q differs from one at 0."""
    if kind == "prismatic":
        return _shift(axis * q)
    quaternion = np.concatenate([[np.cos(q / 2)], axis * np.sin(q / 2)])
    return _pose(np.zeros(3), quaternion) if kind == "revolute" else np.eye(4)


def _shift(vector: FloatArray) -> FloatArray:
    return _pose(vector, np.array([1.0, 0.0, 0.0, 0.0]))


def _pose(position: FloatArray, quaternion: FloatArray) -> FloatArray:
    pose = np.eye(4)
    w, x, y, z = quaternion / np.linalg.norm(quaternion)
    pose[:3, :3] = [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
    pose[:3, 3] = position
    return pose
