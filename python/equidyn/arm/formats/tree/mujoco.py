"""A compiled MuJoCo model as a tree of links; the core makes an arm from it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from math import inf
from typing import Any

import numpy as np

from .... import _core
from ....output.extras import require_extra
from ....validation import FloatArray, choice
from ...body import Body
from ...products import length, product
from .reading import Reading, name_or_none, positions, reading

# data of a link or a joint by name; the core has defaults
_Part = dict[str, Any]

# indexed by MuJoCo's joint types
_KINDS = ("free", "ball", "prismatic", "revolute")


@dataclass(frozen=True)
class _Acting:
    """Parts of a model that its flags leave enabled."""

    gravity: bool
    limits: bool
    friction: bool
    equality: bool
    dampers: bool
    springs: bool
    passive: bool


def read_model(
    model: Any, base: str | None, tip: str | None, locked: Any
) -> tuple[Reading, FloatArray, list[str]]:
    """Return an arm, gravity in the frame of its base, and remarks on neglected forces.

    Each joint of a body moves an auxiliary link, and the body is fixed to the last one.
    """
    require_extra("judges", "mujoco")
    mujoco = import_module("mujoco")
    if not isinstance(model, mujoco.MjModel):
        raise TypeError(f"model: expected a mujoco.MjModel, got {type(model).__name__}")
    acting = _acting(_disabled(mujoco, model))
    names = _names("body", [model.body(i).name for i in range(model.nbody)])
    joint_names = _names("joint", [model.joint(j).name for j in range(model.njnt)])
    links, joints = [_Part(name=names[0])], list[_Part]()
    moved, welds = set(names), set(joint_names)
    for number in range(1, model.nbody):
        name = names[number]
        parent = names[model.body_parentid[number]]
        placement = _pose(model.body_pos[number], model.body_quat[number])
        first = model.body_jntadr[number]
        for j in range(first, first + model.body_jntnum[number]):
            child = _unused(f"{name} on {joint_names[j]}", moved)
            anchor = _shift(model.jnt_pos[j])
            joints.append(
                _joint(model, j, acting, joint_names[j], parent, child, product(placement, anchor))
            )
            links.append(_Part(name=child, auxiliary=True))
            parent, placement = child, _shift(-model.jnt_pos[j])
        weld = _unused(f"{name} (fixed)", welds)
        joints.append(
            _Part(name=weld, kind="fixed", parent=parent, child=name, placement=placement)
        )
        links.append(_link(model, number, acting, name))

    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    body = 0 if base is None else names.index(choice("base", base, names))
    gravity = product(data.xmat[body].reshape(3, 3).T, model.opt.gravity) * acting.gravity
    last = name_or_none("tip", tip)
    chain = reading(*_core.read_tree(links, joints, base, last, positions(locked)))
    return chain, gravity, _remarks(model, acting)


def _disabled(mujoco: Any, model: Any) -> set[str]:
    """Return the names of the disable flags set, such as "GRAVITY"; releases differ in them."""
    prefix, bits = "mjDSBL_", mujoco.mjtDisableBit
    flags = {name.removeprefix(prefix): name for name in dir(bits) if name.startswith(prefix)}
    return {
        flag for flag, name in flags.items() if model.opt.disableflags & int(getattr(bits, name))
    }


def _acting(disabled: set[str]) -> _Acting:
    """Return the enabled parts: without springs and dampers, no passive force or fluid acts."""
    passive = "PASSIVE" not in disabled and not {"SPRING", "DAMPER"} <= disabled
    constraints = "CONSTRAINT" not in disabled
    return _Acting(
        gravity="GRAVITY" not in disabled,
        limits=constraints and "LIMIT" not in disabled,
        friction=constraints and "FRICTIONLOSS" not in disabled,
        equality=constraints and "EQUALITY" not in disabled,
        dampers=passive and "DAMPER" not in disabled,
        springs=passive and "SPRING" not in disabled,
        passive=passive,
    )


def _names(what: str, given: list[str]) -> list[str]:
    """Return the given names, empty ones replaced by unused ones."""
    used = set(given)
    return [name or _unused(f"{what} {number}", used) for number, name in enumerate(given)]


def _unused(name: str, used: set[str]) -> str:
    """Return an unused name and add it to the used ones."""
    unused, number = name, 2
    while unused in used:
        unused, number = f"{name} ({number})", number + 1
    used.add(unused)
    return unused


def _has(model: Any, number: int, *fields: str) -> bool:
    """Tell whether any of these fields is nonzero; older releases lack some of them."""
    return any(np.any(getattr(model, field)[number]) for field in fields if hasattr(model, field))


def _remarks(model: Any, acting: _Acting) -> list[str]:
    """Name the global forces that an arm cannot represent."""
    spring, damper = (
        [f"tendon_{kind}", f"tendon_{kind}poly"] * on
        for kind, on in (("stiffness", acting.springs), ("damping", acting.dampers))
    )
    friction = ["tendon_frictionloss"] * acting.friction
    tendons = [*spring, *damper, *friction, "tendon_armature"]
    drives = ["actuator_armature", *["actuator_damping", "actuator_dampingpoly"] * acting.dampers]
    fluid = bool(model.opt.density or model.opt.viscosity)
    forces = {
        "the fluid around the bodies": fluid and acting.passive,
        "tendons": any(_has(model, i, *tendons) for i in range(model.ntendon)),
        "equality constraints": model.neq > 0 and acting.equality,
        "armature and damping of actuators": any(_has(model, i, *drives) for i in range(model.nu)),
    }
    return [f"left out of the torques: {what}" for what, there in forces.items() if there]


def _link(model: Any, number: int, acting: _Acting, name: str) -> _Part:
    compensated = acting.gravity and acting.passive and _has(model, number, "body_gravcomp")
    material = bool(model.body_geomnum[number] > 0)
    not_taken = ["gravity compensation"] * compensated
    return _Part(name=name, **_body(model, number), material=material, not_taken=not_taken)


def _body(model: Any, number: int) -> _Part:
    """Return mass, com and inertia of a link, if it has any."""
    mass, moments = float(model.body_mass[number]), model.body_inertia[number]
    if mass == 0 and not moments.any():
        return _Part()
    pose = _pose(model.body_ipos[number], model.body_iquat[number])
    return Body(mass, np.zeros(3), np.diag(moments)).moved(pose)._asdict()


def _joint(
    model: Any, j: int, acting: _Acting, name: str, parent: str, child: str, anchor: FloatArray
) -> _Part:
    """Return a joint in the frame of its anchor."""
    kind, axis = _KINDS[model.jnt_type[j]], model.jnt_axis[j].copy()
    reference = -float(model.qpos0[model.jnt_qposadr[j]])
    dof = model.jnt_dofadr[j]
    limited = acting.limits and model.jnt_limited[j]
    sprung = acting.springs and _has(model, j, "jnt_stiffness", "jnt_stiffnesspoly")
    curved = acting.dampers and _has(model, dof, "dof_dampingpoly")
    return _Part(
        name=name,
        kind=kind,
        parent=parent,
        child=child,
        placement=product(anchor, _moved(kind, axis, reference)),
        axis=axis,
        limits=model.jnt_range[j].tolist() if limited else (-inf, inf),
        effort=_effort(model, j),
        damping=float(model.dof_damping[dof]) * acting.dampers,
        friction=float(model.dof_frictionloss[dof]) * acting.friction,
        armature=float(model.dof_armature[dof]),
        not_taken=[*["stiffness"] * sprung, *["damping beyond its linear part"] * curved],
    )


def _effort(model: Any, j: int) -> float:
    """Return the largest force of actuators at a joint in either direction, if limited."""
    lowest, highest = model.jnt_actfrcrange[j]
    largest = float(min(-lowest, highest))
    return largest if model.jnt_actfrclimited[j] and largest > 0 else inf


def _moved(kind: str, axis: FloatArray, q: float) -> FloatArray:
    """Return the pose of a joint's moving frame at q relative to that at 0."""
    if kind == "prismatic":
        return _shift(axis * q)
    quaternion = np.concatenate([[np.cos(q / 2)], axis * np.sin(q / 2)])
    return _pose(np.zeros(3), quaternion) if kind == "revolute" else np.eye(4)


def _shift(vector: FloatArray) -> FloatArray:
    return _pose(vector, np.array([1.0, 0.0, 0.0, 0.0]))


def _pose(position: FloatArray, quaternion: FloatArray) -> FloatArray:
    pose = np.eye(4)
    w, x, y, z = quaternion / length(quaternion)
    pose[:3, :3] = [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
    pose[:3, 3] = position
    return pose
