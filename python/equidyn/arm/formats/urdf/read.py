"""Reader of URDF into a tree of links. Meshes are not opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from math import inf, nan
from typing import TypeVar
from xml.etree.ElementTree import Element

import numpy as np

from ...._validation import FloatArray
from ...body import Body
from ...products import length
from ..tree import Joint, Link, Robot
from ..tree.frames import exact_cos_sin
from ..tree.robot import MOVABLE, Mimic, bounds
from .angles import is_told, meant_angle
from .markup import attribute, child, cut, number, numbers, parsed, words
from .transmissions import Motor, motors

_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical")

# larger limits of speed and effort mean none
UNLIMITED = 1e9

_Datum = TypeVar("_Datum")


def read_urdf(text: str | bytes, exact: bool) -> Robot:
    """Return the tree in a URDF.

    Parameters
    ----------
    text : str or bytes
        The XML.
    exact : bool
        Whether not to round angles to multiples of pi/4.

    Raises
    ------
    ValueError
        If it is no URDF; the message names element and attribute.
    """
    root = parsed(text)
    if root.tag != "robot":
        raise ValueError(f"not a URDF: expected <robot>, got <{root.tag}>")
    return Robot(
        root.get("name", ""),
        [_link(element, exact) for element in root.findall("link")],
        _driven([_joint(element, exact) for element in root.findall("joint")], motors(root)),
    )


def _driven(joints: list[Joint], found: Mapping[str, Motor]) -> list[Joint]:
    """Return the joints with their motors."""
    return [
        replace(joint, armature=motor.inertia, reduction=motor.reduction, not_taken=motor.not_taken)
        if joint.kind in MOVABLE and (motor := found.get(joint.name))
        else joint
        for joint in joints
    ]


def _link(element: Element, exact: bool) -> Link:
    name = attribute("link", element, "name")
    material = any(element.find(tag) is not None for tag in ("visual", "collision"))
    inertial = element.find("inertial")
    if inertial is None:
        return Link(name, None, material)
    flaws: list[str] = []
    none: tuple[Body | None, tuple[str, ...]] = None, ()
    body, rounded = _taken(flaws, lambda: _body(f"link {name!r}", inertial, exact), none)
    return Link(name, body, material, rounded, flaws=tuple(flaws))


def _body(place: str, inertial: Element, exact: bool) -> tuple[Body | None, tuple[str, ...]]:
    """Return the body in the link frame, if there is any, and the angles that were rounded."""
    mass = number(place, child(place, inertial, "mass"), "value")
    if mass < 0:
        raise ValueError(f"{place}: <mass value>: must not be negative, got {mass:.6g}")
    tensor = child(place, inertial, "inertia")
    xx, xy, xz, yy, yz, zz = (
        number(place, tensor, key) for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    )
    pose, rounded = _origin(place, inertial, exact)
    moments = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    body = Body(mass, np.zeros(3), moments).moved(pose)
    return body if mass or moments.any() else None, rounded


def _taken(flaws: list[str], read: Callable[[], _Datum], otherwise: _Datum) -> _Datum:
    """Return a datum; where it has an error, note that for the chains that need the datum."""
    try:
        return read()
    except ValueError as error:
        flaws.append(str(error))
        return otherwise


def _joint(element: Element, exact: bool) -> Joint:
    name = attribute("joint", element, "name")
    place = f"joint {name!r}"
    kind = attribute(place, element, "type")
    if kind not in _TYPES:
        raise ValueError(
            f"{place}: <joint type>: expected one of {', '.join(_TYPES)}, got {kind!r}"
        )
    parent, child_link = (
        attribute(place, child(place, element, tag), "link") for tag in ("parent", "child")
    )
    flaws: list[str] = []
    none: tuple[FloatArray, tuple[str, ...]] = np.eye(4), ()
    pose, rounded = _taken(flaws, lambda: _origin(place, element, exact), none)
    joint = Joint(name, kind, parent, child_link, pose, rounded=rounded)
    if kind not in MOVABLE:  # files write axes, limits and the like, which mean nothing
        return replace(joint, flaws=tuple(flaws))
    damping, friction = (
        _taken(flaws, partial(_friction, place, element, key), 0.0)
        for key in ("damping", "friction")
    )
    no_limits: list[str] = []
    return replace(
        joint,
        axis=_taken(flaws, lambda: _axis(place, element), joint.axis),
        limits=_limits(element, kind, no_limits),
        velocity=_magnitude(element, "velocity", no_limits),
        effort=_magnitude(element, "effort", no_limits),
        damping=damping,
        friction=friction,
        mimics=_taken(flaws, lambda: _mimicked(place, element), None),
        no_limits=tuple(no_limits),
        flaws=tuple(flaws),
    )


def _friction(place: str, element: Element, name: str) -> float:
    dynamics = element.find("dynamics")
    value = 0.0 if dynamics is None else number(place, dynamics, name, "0")
    if value < 0:
        raise ValueError(f"{place}: <dynamics {name}>: must not be negative, got {value:.6g}")
    return value


def _mimicked(place: str, element: Element) -> Mimic | None:
    mimic = element.find("mimic")
    if mimic is None:
        return None
    joint = attribute(place, mimic, "joint")
    return Mimic(
        joint, number(place, mimic, "multiplier", "1"), number(place, mimic, "offset", "0")
    )


def _origin(place: str, element: Element, exact: bool) -> tuple[FloatArray, tuple[str, ...]]:
    """Return the pose of <origin>, and the angles that were rounded.

    Rotations about the fixed axes x, y, z, then the translation.
    """
    pose = np.eye(4)
    origin = element.find("origin")
    if origin is None:
        return pose, ()
    written = words(place, origin, "rpy", 3, "0 0 0")
    angles = [float(word) if exact else meant_angle(word) for word in written]
    rounded = () if exact else tuple(f"{word} ({place})" for word in written if is_told(word))
    (cr, sr), (cp, sp), (cy, sy) = map(exact_cos_sin, angles)
    pose[:3, :3] = [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ]
    pose[:3, 3] = numbers(place, origin, "xyz", 3, "0 0 0")
    return pose, rounded


def _axis(place: str, element: Element) -> FloatArray:
    axis = element.find("axis")
    vector = np.array([1.0, 0.0, 0.0] if axis is None else numbers(place, axis, "xyz", 3))
    largest = np.abs(vector).max()
    if largest == 0:
        raise ValueError(f"{place}: <axis xyz>: expected a direction, got '0 0 0'")
    # scaled first, since squares may overflow
    vector /= largest
    direction: FloatArray = vector / length(vector)
    return direction


def _limits(element: Element, kind: str, no_limits: list[str]) -> tuple[float, float]:
    limit = element.find("limit")
    if limit is None or kind == "continuous":
        return -inf, inf
    if limit.get("lower") is None and limit.get("upper") is None:
        return -inf, inf
    lower, upper = (_limit(limit, key, no_limits) for key in ("lower", "upper"))
    if lower > upper:
        no_limits.append(f"lower {lower:.6g}, upper {upper:.6g}")
    if not lower <= upper:
        return -inf, inf
    return bounds(lower, upper)


def _magnitude(element: Element, name: str, no_limits: list[str]) -> float:
    """Return the largest velocity or effort; files write 0 or -1 where they know none."""
    limit = element.find("limit")
    largest = 0.0 if limit is None else _limit(limit, name, no_limits)
    if largest < 0:
        no_limits.append(f"{name} {largest:.6g}")
    return largest if 0 < largest < UNLIMITED else inf


def _limit(limit: Element, name: str, no_limits: list[str]) -> float:
    """Return the number in an attribute, 0 where there is none; NaN for what is no number."""
    try:
        return number("", limit, name, "0")
    except ValueError:
        no_limits.append(f"{name} {cut(limit.get(name, ''))!r}")
        return nan
