"""Writer of an arm as URDF: one link and joint for each of the arm's, frames on the joints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, cos, hypot, inf, isfinite, sin
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

import numpy as np

from .... import _core
from ....dynamics.fixed_frames import Frame
from ....dynamics.joint_names import unused_name
from ....validation import FloatArray
from ...data import (
    OPTIONAL,
    joint_side_drives,
    mean_coulomb,
    unsaid_friction,
)
from ..serial_chain import SerialLink
from ..tree.frames import inverse

if TYPE_CHECKING:
    from ...arm import Arm


def urdf_of(arm: Arm, links: tuple[SerialLink, ...]) -> str:
    """Return an arm as URDF.

    Parameters
    ----------
    arm : Arm
        The arm in the modified convention.
    links : tuple of SerialLink
        The same arm as bodies on joints.
    """
    lines = ['<?xml version="1.0"?>', f"<robot name={quoteattr(arm.name or 'arm')}>"]
    tool = unused_name(arm.tool_name, arm.link_names)
    parent = unused_name("base", (*arm.link_names, tool))
    lines.append(f"  <link name={quoteattr(parent)}/>")
    names = [parent, *arm.link_names]
    for number, (name, link) in enumerate(zip(arm.link_names, links, strict=True), start=1):
        lines += _link(name, link)
        lines += _joint(arm, number, parent, link.placement)
        parent = name
    lines += _frames(arm, names, tool)
    return "\n".join([*lines, "</robot>"]) + "\n"


def _frames(arm: Arm, links: list[str], tool: str) -> Iterator[str]:
    """Yield links for the frames fixed to others; the base is the first of these.

    Those of the last link, and the tool, are chained, so that the tool is the only end.
    """
    taken, joints = [*links, tool], list(arm.joint_names)
    # the world is the first link
    parents: list[tuple[str, FloatArray]] = [(name, np.eye(4)) for name in links]
    parents[0] = links[0], inverse(arm.base)
    end = Frame(tool, arm.n, arm.tool)
    others = [frame for frame in arm.frames if frame.name != tool or frame.link != arm.n]
    for frame in (*others, end):
        name = tool if frame is end else unused_name(frame.name, taken)
        joint = unused_name(f"{name}_joint", joints)
        parent, place = parents[frame.link]
        yield f"  <link name={quoteattr(name)}/>"
        yield from _attached(joint, "fixed", parent, name, inverse(place) @ frame.pose, ())
        if frame.link == arm.n:
            parents[arm.n] = name, frame.pose
        taken.append(name)
        joints.append(joint)


def unsaid(arm: Arm) -> list[str]:
    """Name the data of an arm that URDF cannot represent."""
    other_gravity = not np.array_equal(arm.gravity, OPTIONAL["gravity"])
    return [
        *["the gravity of the arm"] * other_gravity,
        *["the inertias of its motors"] * (arm.motor_inertia is not None),
        *unsaid_friction(arm),
        *["its limits of acceleration"] * (arm.acceleration_limits is not None),
        *["its limits of jerk"] * (arm.jerk_limits is not None),
    ]


def _link(name: str, link: SerialLink) -> Iterator[str]:
    yield f"  <link name={quoteattr(name)}>"
    yield "    <inertial>"
    yield f'      <origin xyz="{_numbers(link.com)}" rpy="0 0 0"/>'
    yield f'      <mass value="{_number(link.mass)}"/>'
    entries = {"ixx": 0, "ixy": 1, "ixz": 2, "iyy": 4, "iyz": 5, "izz": 8}
    tensor = link.inertia.ravel()
    written = " ".join(f'{name}="{_number(tensor[k])}"' for name, k in entries.items())
    yield f"      <inertia {written}/>"
    yield "    </inertial>"
    yield "  </link>"


def _joint(arm: Arm, number: int, parent: str, pose: FloatArray) -> Iterator[str]:
    prismatic = not arm.revolute[number - 1]
    lower, upper = (-np.inf, np.inf) if arm.limits is None else arm.limits[number - 1]
    limited = isfinite(lower) or isfinite(upper)
    kind = "prismatic" if prismatic else "revolute" if limited else "continuous"
    velocity, effort = (
        inf if magnitudes is None else magnitudes[number - 1]
        for magnitudes in (arm.velocity_limits, arm.effort_limits)
    )
    parts = ['<axis xyz="0 0 1"/>']
    # the format requires all four, except for continuous joints
    limits = {"lower": lower, "upper": upper} if kind != "continuous" else {}
    if limits or isfinite(velocity) or isfinite(effort):
        limits |= {"effort": effort, "velocity": velocity}
        parts.append(f"<limit {' '.join(map(_limit, limits, limits.values()))}/>")
    drives = joint_side_drives(arm)
    damping = drives["viscous"][number - 1]
    friction = mean_coulomb(drives["coulomb"])[number - 1]
    if damping or friction:
        parts.append(f'<dynamics damping="{_number(damping)}" friction="{_number(friction)}"/>')
    name = arm.joint_names[number - 1]
    return _attached(name, kind, parent, arm.link_names[number - 1], pose, parts)


def _attached(
    name: str, kind: str, parent: str, child: str, pose: FloatArray, parts: Sequence[str]
) -> Iterator[str]:
    yield f'  <joint name={quoteattr(name)} type="{kind}">'
    origin = " ".join(f'{key}="{value}"' for key, value in origin_of(pose).items())
    yield f"    <origin {origin}/>"
    yield f"    <parent link={quoteattr(parent)}/>"
    yield f"    <child link={quoteattr(child)}/>"
    for part in parts:
        yield f"    {part}"
    yield "  </joint>"


def origin_of(pose: FloatArray) -> dict[str, str]:
    """Return the attributes of <origin> for a pose."""
    return {"xyz": _numbers(pose[:3, 3]), "rpy": _numbers(_roll_pitch_yaw(pose))}


def _roll_pitch_yaw(pose: FloatArray) -> list[float]:
    """Return the rotations about the fixed axes x, y, z, accurate near gimbal lock too."""
    R = pose[:3, :3]
    pitch = atan2(-R[2, 0], hypot(R[0, 0], R[1, 0]))
    yaw = atan2(R[1, 0], R[0, 0])
    c, s = cos(yaw), sin(yaw)
    # from the columns rotated back by any yaw
    roll = atan2(s * R[0, 2] - c * R[1, 2], c * R[1, 1] - s * R[0, 1])
    return [roll, pitch, yaw]


def _limit(name: str, value: float) -> str:
    """Write a limit; a huge number means none."""
    return f'{name}="{_number(max(-_core.UNLIMITED, min(value, _core.UNLIMITED)))}"'


def _numbers(values: FloatArray | list[float]) -> str:
    return " ".join(map(_number, values))


def _number(value: float) -> str:
    """Write all digits: fewer could be rounded to a right angle."""
    return f"{value + 0.0:.17g}"
