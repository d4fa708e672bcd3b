"""Joints of a tree locked at a position: what they carry is fixed to the link that they are on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...._validation import choice, real_array
from ...products import product
from .robot import FIXED, MOVABLE, Joint, Robot


def positions(robot: Robot, locked: Any) -> dict[str, float]:
    """Return the positions of locked joints, and of those that mimic them.

    Raises
    ------
    ValueError, TypeError
        If they are not finite numbers by names of movable joints.
    """
    if locked is None:
        return {}
    if not isinstance(locked, Mapping):
        got = type(locked).__name__
        raise TypeError(f"locked: expected positions by names of joints, got {got}")
    known = {joint.name: joint for joint in robot.joints if not joint.fixed}
    given = dict[str, float]()
    for name, value in locked.items():
        kind = known[choice("locked", name, known)].kind
        if kind not in MOVABLE:
            raise ValueError(
                f"locked: expected joints of type {', '.join(MOVABLE)}, got {name!r}, which is "
                f"{kind}"
            )
        given[name] = float(real_array(f"locked: {name!r}", value, (), "rad or m"))
    return {**_followers(known, given), **given}


def at_zero(robot: Robot, joints: list[Joint], locked: dict[str, float]) -> dict[str, float]:
    """Return the positions of locked joints, of these ones at their zero, and of what mimics them.

    A joint that mimics another has its zero where that one has it. Those that mimic locked ones
    are locked with them.
    """
    known = {joint.name: joint for joint in robot.joints if not joint.fixed}
    leading = {name: 0.0 for name, joint in known.items() if not joint.mimics}
    following = _followers(known, {**leading, **locked})
    # what mimics nothing that is there, or itself, is at its own offset
    zeros = {x.name: following.get(x.name, x.mimics.offset if x.mimics else 0.0) for x in joints}
    return {**zeros, **_followers(known, locked), **locked}


def with_locked(robot: Robot, locked: Mapping[str, float]) -> Robot:
    """Return the tree with joints locked at positions."""
    if not locked:
        return robot
    return Robot(
        robot.name,
        robot.links.values(),
        [_fixed(x, locked[x.name]) if x.name in locked else x for x in robot.joints],
    )


def independent(robot: Robot) -> Robot:
    """Return the tree with joints none of which mimics another."""
    joints = [replace(joint, mimics=None) for joint in robot.joints]
    return Robot(robot.name, robot.links.values(), joints)


def _fixed(joint: Joint, q: float) -> Joint:
    return replace(
        joint, kind=FIXED, placement=product(joint.placement, joint.motion(q)), mimics=None
    )


def _followers(known: dict[str, Joint], locked: dict[str, float]) -> dict[str, float]:
    """Return the positions of joints that mimic locked ones, themselves or through others."""
    found = dict[str, float]()
    for name, joint in known.items():
        leader, scale, offset, passed = joint, 1.0, 0.0, {name}
        while leader.mimics and leader.name not in locked:
            offset += scale * leader.mimics.offset
            scale *= leader.mimics.multiplier
            # joints that mimic each other follow none
            if leader.mimics.joint not in known or leader.mimics.joint in passed:
                break
            leader = known[leader.mimics.joint]
            passed.add(leader.name)
        if leader.name in locked and leader is not joint:
            found[name] = scale * locked[leader.name] + offset
    return found
