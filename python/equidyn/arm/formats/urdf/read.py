"""Reader of URDF into a tree of links. Meshes are not opened."""

from __future__ import annotations

from math import inf
from xml.etree.ElementTree import Element

import numpy as np

from ...._validation import FloatArray
from ...body import Body
from ...products import length
from ..tree import Joint, Link, Robot
from ..tree.frames import exact_cos_sin
from .angles import is_told, meant_angle
from .markup import attribute, child, number, numbers, parsed, words

_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical")

# larger limits mean none
UNLIMITED = 1e9


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
        [_joint(element, exact) for element in root.findall("joint")],
    )


def _link(element: Element, exact: bool) -> Link:
    name = attribute("link", element, "name")
    material = any(element.find(tag) is not None for tag in ("visual", "collision"))
    inertial = element.find("inertial")
    if inertial is None:
        return Link(name, None, material)
    place = f"link {name!r}"
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
    return Link(name, body if mass or moments.any() else None, material, rounded)


def _joint(element: Element, exact: bool) -> Joint:
    name = attribute("joint", element, "name")
    place = f"joint {name!r}"
    kind = attribute(place, element, "type")
    if kind not in _TYPES:
        raise ValueError(
            f"{place}: <joint type>: expected one of {', '.join(_TYPES)}, got {kind!r}"
        )
    dynamics = element.find("dynamics")
    damping, friction = (
        0.0 if dynamics is None else number(place, dynamics, key, "0")
        for key in ("damping", "friction")
    )
    for key, value in (("damping", damping), ("friction", friction)):
        if value < 0:
            raise ValueError(f"{place}: <dynamics {key}>: must not be negative, got {value:.6g}")
    mimic = element.find("mimic")
    pose, rounded = _origin(place, element, exact)
    return Joint(
        name,
        kind,
        attribute(place, child(place, element, "parent"), "link"),
        attribute(place, child(place, element, "child"), "link"),
        pose,
        _axis(place, element),
        _limits(place, element, kind),
        _magnitude(place, element, "velocity"),
        _magnitude(place, element, "effort"),
        damping,
        friction,
        mimics="" if mimic is None else attribute(place, mimic, "joint"),
        rounded=rounded,
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
        # files write it for fixed joints
        if element.get("type") in ("revolute", "continuous", "prismatic"):
            raise ValueError(f"{place}: <axis xyz>: expected a direction, got '0 0 0'")
        return vector
    # scaled first, since squares may overflow
    vector /= largest
    direction: FloatArray = vector / length(vector)
    return direction


def _limits(place: str, element: Element, kind: str) -> tuple[float, float]:
    limit = element.find("limit")
    if limit is None or kind not in ("revolute", "prismatic"):
        return -inf, inf
    if limit.get("lower") is None and limit.get("upper") is None:
        return -inf, inf
    lower, upper = (number(place, limit, key, "0") for key in ("lower", "upper"))
    if lower > upper:
        raise ValueError(
            f"{place}: <limit lower>: must not exceed upper, got {lower:.6g} and {upper:.6g}"
        )
    return (lower if lower > -UNLIMITED else -inf), (upper if upper < UNLIMITED else inf)


def _magnitude(place: str, element: Element, name: str) -> float:
    """Return the largest velocity or effort; files write 0 where they know none."""
    limit = element.find("limit")
    largest = 0.0 if limit is None else number(place, limit, name, "0")
    if largest < 0:
        raise ValueError(f"{place}: <limit {name}>: must not be negative, got {largest:.6g}")
    return largest if 0 < largest < UNLIMITED else inf
