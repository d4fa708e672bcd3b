"""A robot as a tree of links and joints of any kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any, NamedTuple

import numpy as np

from ...._validation import FloatArray, choice
from ...body import Body
from ...data import ENDLESS
from ...products import product
from .frames import exact_cos_sin

FIXED = "fixed"
MOVABLE = {"revolute": "R", "continuous": "R", "prismatic": "P"}


@dataclass(frozen=True, eq=False)
class Link:
    """A link.

    Attributes
    ----------
    name : str
        Its name in the file.
    body : Body, or None
        Its mass and inertia in the link frame; None where the file has none.
    material : bool
        Whether it has visual or collision geometry; without, it may be a mere frame.
    rounded : tuple of str
        Angles that were rounded.
    not_taken : tuple of str
        Forces at it that an arm cannot represent.
    auxiliary : bool
        Whether the file has no such link: it moves on a joint, and the link of the file is fixed to
        it.
    flaws : tuple of str
        Errors in its body, which a chain may not need.
    """

    name: str
    body: Body | None = None
    material: bool = False
    rounded: tuple[str, ...] = ()
    not_taken: tuple[str, ...] = ()
    auxiliary: bool = False
    flaws: tuple[str, ...] = ()


class Mimic(NamedTuple):
    """A joint that another one mimics, at a position of multiplier times its own plus offset."""

    joint: str
    multiplier: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True, eq=False)
class Joint:
    """A joint and its placement.

    Attributes
    ----------
    name, kind, parent, child : str
        Its name; "revolute", "fixed" or as the file has it; the links that it connects.
    placement : ndarray, shape (4, 4)
        Pose of the child's frame in the parent's, at joint position 0.
    axis : ndarray, shape (3,)
        Unit vector along the axis, in the child's frame.
    limits : tuple of float
        Lowest and highest position; infinite where there is none.
    velocity, effort : float
        Largest magnitude of velocity, and of torque or force; infinite where there is none.
    damping, friction : float
        Viscous and Coulomb friction, on the joint side.
    armature, reduction : float
        Rotor inertia, on the side of the motor, and its turns for one of the joint.
    mimics : Mimic, or None
        The joint that it mimics; None for an independent one.
    rounded : tuple of str
        Angles that were rounded.
    not_taken : tuple of str
        Forces at it that an arm cannot represent.
    no_limits : tuple of str
        Limits that mean nothing, read as none.
    flaws : tuple of str
        Errors in its other data, which a chain may not need.
    """

    name: str
    kind: str
    parent: str
    child: str
    placement: FloatArray
    axis: FloatArray = field(default_factory=lambda: np.array([0.0, 0.0, 1.0]))
    limits: tuple[float, float] = (-inf, inf)
    velocity: float = inf
    effort: float = inf
    damping: float = 0.0
    friction: float = 0.0
    armature: float = 0.0
    reduction: float = 1.0
    mimics: Mimic | None = None
    rounded: tuple[str, ...] = ()
    not_taken: tuple[str, ...] = ()
    no_limits: tuple[str, ...] = ()
    flaws: tuple[str, ...] = ()

    @property
    def fixed(self) -> bool:
        """Whether child and parent are one body."""
        return self.kind == FIXED

    def motion(self, q: float) -> FloatArray:
        """Return the pose of the child's frame at a position, in that at position 0."""
        pose = np.eye(4)
        x, y, z = self.axis
        if MOVABLE[self.kind] == "P":
            pose[:3, 3] = self.axis * q
            return pose
        c, s = exact_cos_sin(q)
        v = 1 - c
        pose[:3, :3] = [
            [x * x * v + c, x * y * v - z * s, x * z * v + y * s],
            [x * y * v + z * s, y * y * v + c, y * z * v - x * s],
            [x * z * v - y * s, y * z * v + x * s, z * z * v + c],
        ]
        return pose


class Robot:
    """A tree of links by name, and its joints.

    Raises
    ------
    ValueError
        For duplicate names, joints of unknown links, a link with two parent joints, or a cycle.
    """

    def __init__(self, name: str, links: Iterable[Link], joints: Iterable[Joint]) -> None:
        self.name = name
        self.links = _by_name("link", links)
        self.parent_joint: dict[str, Joint] = {}
        self.joints_of: dict[str, list[Joint]] = defaultdict(list)
        self.joints = list(_by_name("joint", joints).values())
        for joint in self.joints:
            self._connect(joint)
        self._require_tree()

    def _connect(self, joint: Joint) -> None:
        for role in ("parent", "child"):
            if getattr(joint, role) not in self.links:
                choice(f"joint {joint.name!r}: {role} link", getattr(joint, role), self.links)
        if joint.child in self.parent_joint:
            other = self.parent_joint[joint.child].name
            raise ValueError(
                f"link {joint.child!r}: has two parent joints, {other!r} and {joint.name!r}; "
                "expected a tree"
            )
        self.parent_joint[joint.child] = joint
        self.joints_of[joint.parent].append(joint)

    @cached_property
    def roots(self) -> list[str]:
        """Names of the links without a parent."""
        return [name for name in self.links if name not in self.parent_joint]

    @cached_property
    def leaves(self) -> list[str]:
        """Names of the links without children."""
        return [name for name in self.links if not self.joints_of.get(name)]

    def _require_tree(self) -> None:
        """Check for cycles: with one parent at most, links that no root reaches form one."""
        if not self.links:
            raise ValueError("links: expected at least one, got none")
        reached, pending = set(self.roots), list(self.roots)
        while pending:
            children = [joint.child for joint in self.joints_of.get(pending.pop(), ())]
            reached.update(children)
            pending += children
        circle = [name for name in self.links if name not in reached]
        if circle:
            raise ValueError(
                f"link {circle[0]!r}: is its own ancestor, by joint "
                f"{self.parent_joint[circle[0]].name!r} and others; expected a tree"
            )


def bounds(lower: float, upper: float) -> tuple[float, float]:
    """Return the limits of positions; files write large numbers where there is none."""
    return (lower if lower > -ENDLESS else -inf), (upper if upper < ENDLESS else inf)


def require_sound(item: Link | Joint) -> None:
    """Raise for a flaw of what a chain needs."""
    if item.flaws:
        raise ValueError(item.flaws[0])


def beyond(robot: Robot, joints: Iterable[Joint]) -> Iterator[Joint]:
    """Yield joints and all behind them, each one before those behind it."""
    pending = [*joints][::-1]
    while pending:
        joint = pending.pop()
        yield joint
        pending += reversed(robot.joints_of.get(joint.child, []))


def fixed_to(robot: Robot, link: str) -> list[str]:
    """Return the names of a link and of all links fixed to it."""
    names, pending = [], [link]
    while pending:
        names.append(pending.pop())
        joints = reversed(robot.joints_of.get(names[-1], []))
        pending += [joint.child for joint in joints if joint.fixed]
    return names


def rigid(robot: Robot, link: str, pose: FloatArray) -> Iterator[tuple[str, FloatArray]]:
    """Yield a link and all links fixed to it, with their poses, given that of the link."""
    pending = [(link, pose)]
    while pending:
        name, place = pending.pop()
        yield name, place
        joints = [joint for joint in reversed(robot.joints_of.get(name, [])) if joint.fixed]
        for joint in joints:
            require_sound(joint)
        pending += [(joint.child, product(place, joint.placement)) for joint in joints]


def _by_name(what: str, items: Iterable[Link | Joint]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for item in items:
        if item.name in found:
            raise ValueError(f"{what} {item.name!r}: duplicate name")
        found[item.name] = item
    return found
