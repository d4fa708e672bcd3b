"""The serial chain between two links of a tree, with fixed links lumped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from ...._validation import FloatArray, choice, listed, require_inertia
from ...body import Body, known_reach, nearest_tensors, wide_bodies
from ...products import length, product
from .ends import first_link, last_link, quoted
from .frames import denavit_hartenberg, inverse
from .locking import at_zero, independent, positions, with_locked
from .robot import MOVABLE, Joint, Link, Robot, beyond, require_sound, rigid

# moments below this part of the Steiner term about the link frame are rounding
_ROUNDING = 1e-15

_MIMICS = ("lock", "independent")

_NO_BODY = Body(0.0, np.zeros(3), np.zeros((3, 3)))


@dataclass(frozen=True, eq=False)
class ChainJoint:
    """A movable joint of the chain and its body.

    Attributes
    ----------
    joint : Joint
        As the tree has it.
    placement : ndarray, shape (4, 4)
        Pose of the child's frame in the frame of the chain's link before, at joint position 0.
    body : Body
        The child and all links fixed to it, in the child's frame.
    """

    joint: Joint
    placement: FloatArray
    body: Body


@dataclass(frozen=True, eq=False)
class Chain:
    """A serial chain, with remarks on its extraction from the tree.

    Attributes
    ----------
    joints : list of ChainJoint
        From the base to the tip.
    tool : ndarray, shape (4, 4)
        Pose of the tip link in the frame of the last child.
    lumped : list of tuple of str and Body
        Links that are fixed to another one, with their bodies.
    without_inertia, rounded : list of str
        Links that should have an inertia and have none; angles that were rounded.
    left_out : list of Joint
        Joints of branches left out.
    not_taken : list of tuple of str
        Forces that an arm cannot represent, and the joints and links at which they act.
    unsound : list of str
        What is wrong with the tensors of links that no bodies have.
    """

    joints: list[ChainJoint]
    tool: FloatArray
    lumped: list[tuple[str, Body]]
    without_inertia: list[str]
    rounded: list[str]
    left_out: list[Joint]
    not_taken: list[tuple[str, str]]
    unsound: list[str]


class Unsound(NamedTuple):
    """What is wrong with tensors that no bodies have, and those of the nearest bodies."""

    reason: str
    nearest: list[FloatArray]


class Reading(NamedTuple):
    """The data of an arm, remarks for the user, all locked joints, and tensors of no bodies."""

    data: dict[str, Any]
    remarks: list[str]
    locked: dict[str, float]
    unsound: Unsound | None


def chain_data(
    robot: Robot,
    base: str | None,
    tip: str | None,
    locked: Any = None,
    mimic: str | None = None,
) -> Reading:
    """Return the data of the arm between two links.

    Parameters
    ----------
    robot : Robot
        The tree.
    base, tip : str, optional
        Names of links; by default the root, and the end of the only chain, a gripper behind it
        locked at its zero.
    locked : mapping, optional
        Positions of joints that do not move, by their names.
    mimic : str, optional
        What joints of the chain do that mimic others: "lock" or "independent".

    Raises
    ------
    ValueError
        If the links are not in the tree, or not one beyond the other; if there are several roots,
        or chains; or for joints on the chain that an arm does not support.
    TypeError
        If the positions are no mapping.
    """
    first, unsure, fixed = first_link(robot, base), list[str](), positions(robot, locked)
    if tip is None:
        last, gripper, unsure = last_link(robot, first, fixed)
        fixed = at_zero(robot, gripper, fixed)
        unsure += _remarks_on_gripper(robot, last, gripper)
    else:
        last = choice("tip", tip, robot.links)
    if mimic is not None and choice("mimic", mimic, _MIMICS) == "lock":
        path = _joints_between(robot, first, last)
        fixed = at_zero(robot, [x for x in path if x.mimics and x.kind in MOVABLE], fixed)
    robot = with_locked(robot, fixed)
    if mimic is not None:
        robot = independent(robot)
    chain = _chain(robot, _path(robot, first, last))
    joints = [member.joint for member in chain.joints]
    bodies = [member.body for member in chain.joints]
    prismatic = [MOVABLE[joint.kind] == "P" for joint in joints]
    frames = denavit_hartenberg(
        [member.placement for member in chain.joints],
        [joint.axis for joint in joints],
        prismatic,
        chain.tool,
    )
    placed = [body.moved(frame) for body, frame in zip(bodies, frames.links, strict=True)]
    data = {
        "convention": "modified",
        "joints": "".join(MOVABLE[joint.kind] for joint in joints),
        **frames.parameters,
        **_bodies(placed),
        "base": frames.base,
        "tool": frames.tool,
        **_drives(joints),
        "joint_names": [joint.name for joint in joints],
        **_names_of_links(robot, joints, last),
        "frames": _frames(robot, first, joints, [inverse(frames.base), *frames.links]),
        "name": robot.name,
    }
    wide = _remarks_on_wide_links(chain, data["joints"], frames.reach)
    remarks = [*unsure, *_remarks(robot, chain), *_remarks_on_flaws(robot), *wide]
    if not chain.unsound:
        return Reading(data, remarks, fixed, None)
    unsound = Unsound("; ".join(chain.unsound), data["inertia"])
    remarks += [
        f"{wrong}; the arm has no inertia, and arm.with_nearest_bodies() that of the nearest bodies"
        for wrong in chain.unsound
    ]
    return Reading({**data, "inertia": None}, remarks, fixed, unsound)


def _names_of_links(robot: Robot, joints: list[Joint], tip: str) -> dict[str, Any]:
    """Return the names of the links that move, as the file has them, and of the tool frame."""
    names = [_name_in_file(robot, joint.child) for joint in joints]
    return {"link_names": names, "tool_name": None if tip == names[-1] else tip}


def _name_in_file(robot: Robot, link: str) -> str:
    """Return the name of a link, of an auxiliary one that of the link of the file fixed to it."""
    fixed = [each.child for each in robot.joints_of.get(link, ()) if each.fixed]
    return fixed[0] if robot.links[link].auxiliary and fixed else link


def _frames(
    robot: Robot, base: str, joints: list[Joint], poses: list[FloatArray]
) -> list[tuple[str, int, FloatArray]]:
    """Return the frames of all links as the file has them: name, number of the link, pose."""
    firsts = [base, *(joint.child for joint in joints)]
    return [
        (name, number, pose)
        for number, (first, place) in enumerate(zip(firsts, poses, strict=True))
        for name, pose in rigid(robot, first, place)
        if not robot.links[name].auxiliary
    ]


def _path(robot: Robot, base: str, tip: str) -> list[Joint]:
    """Return the joints from one link to another, checking that an arm supports each."""
    path = _joints_between(robot, base, tip)
    for joint in reversed(path):
        if not joint.fixed and joint.kind not in MOVABLE:
            behind = _name_in_file(robot, joint.child)
            raise ValueError(
                f"joint {joint.name!r}: on the chain expected type revolute, continuous, prismatic "
                f"or fixed, got {joint.kind!r}; a chain behind it begins at base={behind!r}"
            )
        require_sound(joint)
        if joint.mimics:
            raise ValueError(
                f"joint {joint.name!r}: on the chain expected joints that move by themselves, got "
                f"one that mimics {joint.mimics.joint!r}; mimic='lock' has it stand still, "
                "mimic='independent' has it move by itself"
            )
    if all(joint.fixed for joint in path):
        raise ValueError(f"tip: expected a movable joint between {base!r} and {tip!r}, got none")
    return path


def _joints_between(robot: Robot, base: str, tip: str) -> list[Joint]:
    path, link = [], tip
    while link != base:
        if link not in robot.parent_joint:
            raise ValueError(f"tip: expected a link beyond {base!r}, got {tip!r}")
        path.append(robot.parent_joint[link])
        link = path[-1].parent
    return path[::-1]


def _chain(robot: Robot, path: list[Joint]) -> Chain:
    """Return the chain along a path, fixed links lumped."""
    on_path = {joint.name for joint in path}
    chain = Chain([], np.eye(4), [], [], [], [], [], [])
    pose = np.eye(4)
    for joint in path:
        chain.rounded.extend(joint.rounded)
        chain.not_taken.extend((what, joint.name) for what in joint.not_taken)
        pose = product(pose, joint.placement)
        if not joint.fixed:
            chain.joints.append(
                ChainJoint(joint, pose, _lumped(robot, joint.child, on_path, chain))
            )
            pose = np.eye(4)
    return replace(chain, tool=pose)


def _lumped(robot: Robot, first: str, on_path: set[str], chain: Chain) -> Body:
    """Return the composite body of all links fixed to one; note remarks in the chain."""
    body, massless, bodies = _NO_BODY, list[Link](), list[tuple[str, Body]]()
    for name, pose in rigid(robot, first, np.eye(4)):
        link = robot.links[name]
        require_sound(link)
        chain.rounded.extend(link.rounded)
        chain.not_taken.extend((what, link.name) for what in link.not_taken)
        if link.body is None:
            massless.append(link)
        else:
            own = _checked(link, link.body, chain)
            body = body.joined(own.moved(pose))
            bodies.append((name, own))
        beside = [joint for joint in robot.joints_of.get(name, ()) if joint.name not in on_path]
        for joint in beside:
            if joint.fixed:
                chain.rounded.extend(joint.rounded)
            else:
                chain.left_out.append(joint)
    # a mere frame on a body needs no inertia
    frame_alone = body.mass == 0 and not body.inertia.any()
    chain.without_inertia.extend(x.name for x in massless if x.material or frame_alone)
    # the body of a link alone is that of the arm, which checks it
    chain.lumped.extend(bodies if len(bodies) > 1 else [])
    return body


def _checked(link: Link, body: Body, chain: Chain) -> Body:
    """Check a link's inertia before lumping hides its errors; set rounding to zero.

    A tensor that no body has is noted, and replaced by the nearest one.
    """
    if np.abs(body.inertia).max() <= _ROUNDING * body.mass * (body.com @ body.com):
        return body._replace(inertia=np.zeros((3, 3)))
    try:
        name, tensors = f"link {link.name!r}: inertia", body.inertia[np.newaxis]
        return body._replace(inertia=require_inertia(name, tensors, item="")[0])
    except ValueError as wrong:
        chain.unsound.append(str(wrong))
        return body._replace(inertia=nearest_tensors(body.inertia))


def _bodies(bodies: list[Body]) -> dict[str, Any]:
    """Return the dynamic data of the links, or none where no link has any."""
    if not any(body.mass or body.inertia.any() for body in bodies):
        return dict.fromkeys(Body._fields)
    return {name: [getattr(body, name) for body in bodies] for name in Body._fields}


def _drives(joints: list[Joint]) -> dict[str, FloatArray | None]:
    """Return limits, friction and motors; None where no joint has any.

    An arm has friction on the side of the motors.
    """
    limits, velocity, effort, damping, friction, motors, ratio = (
        np.array([getattr(joint, name) for joint in joints])
        for name in (
            "limits", "velocity", "effort", "damping", "friction", "armature", "reduction"
        )
    )  # fmt: skip
    viscous, coulomb = damping / ratio**2, friction / np.abs(ratio)
    return {
        "limits": limits if np.isfinite(limits).any() else None,
        "velocity_limits": velocity if np.isfinite(velocity).any() else None,
        "effort_limits": effort if np.isfinite(effort).any() else None,
        "viscous": viscous if viscous.any() else None,
        "coulomb": np.stack([coulomb, -coulomb], axis=1) if coulomb.any() else None,
        "motor_inertia": motors if motors.any() else None,
        "gear_ratio": ratio if (ratio != 1).any() else None,
    }


def _remarks_on_gripper(robot: Robot, tip: str, gripper: list[Joint]) -> list[str]:
    """Say which joints are lumped though the user has not locked them."""
    if not gripper:
        return []
    names = quoted([joint.name for joint in gripper])
    return [
        f"lumped with {tip!r}, as a gripper at its zero: the joints {names}"
        f"{_weight(robot, gripper)}; locked= has them elsewhere, tip={tip!r} leaves them out"
    ]


def _weight(robot: Robot, joints: list[Joint]) -> str:
    """Return the mass of all that joints carry, for a message; nothing where it has none."""
    links = dict.fromkeys(joint.child for joint in beyond(robot, joints))
    bodies = [robot.links[name].body for name in links]
    mass = sum(body.mass for body in bodies if body is not None)
    return f" ({mass:.6g} kg)" if mass else ""


def _remarks(robot: Robot, chain: Chain) -> list[str]:
    remarks = []
    if chain.rounded:
        angles = ", ".join(dict.fromkeys(chain.rounded))
        remarks.append(
            f"angles read as the multiples of π/4 that all their digits are of: {angles}"
        )
    for what in dict.fromkeys(what for what, _ in chain.not_taken):
        names = quoted([name for each, name in chain.not_taken if each == what])
        remarks.append(f"left out of the torques: {what} of {names}")
    if not any(member.body.mass or member.body.inertia.any() for member in chain.joints):
        remarks.append("no link has a mass or an inertia: the arm has kinematics alone")
    elif chain.without_inertia:
        names = quoted(chain.without_inertia)
        remarks.append(f"links without inertia, which add nothing to the torques: {names}")
    if chain.left_out:
        names = quoted([joint.name for joint in chain.left_out])
        weight = _weight(robot, chain.left_out)
        kept = "; locked= keeps what they carry" if weight else ""
        remarks.append(f"left out, with all that they carry: the joints {names}{weight}{kept}")
    return remarks


def _remarks_on_flaws(robot: Robot) -> list[str]:
    """Name the flaws of data that the chain does not need, all others being errors."""
    remarks = []
    limits = [f"{x.name!r} ({', '.join(x.no_limits)})" for x in robot.joints if x.no_limits]
    if limits:
        remarks.append(f"limits that mean nothing, read as none: {listed(limits)}")
    flaws = [flaw for item in (*robot.links.values(), *robot.joints) for flaw in item.flaws]
    if flaws:
        more = f"; and {len(flaws) - 1} more" if len(flaws) > 1 else ""
        remarks.append(f"not read, since the chain does not need it: {flaws[0]}{more}")
    return remarks


def _remarks_on_wide_links(chain: Chain, joints: str, lengths: float) -> list[str]:
    """Name the lumped links that would be wider than the arm."""
    # where the file has them: frames of Denavit and Hartenberg can be far away
    bodies = [member.body for member in chain.joints]
    reach = known_reach(joints, lengths, max(length(body.com) for body in bodies))
    masses, tensors = ([getattr(b, x) for _, b in chain.lumped] for x in ("mass", "inertia"))
    total = sum(body.mass for body in bodies)
    found = wide_bodies(masses, np.reshape(tensors, (-1, 3, 3)), reach, total)
    return [f"link {chain.lumped[k][0]!r}: {message}" for k, message in found.items()]
