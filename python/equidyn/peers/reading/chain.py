"""The chain of a URDF that other libraries read, and what they compute for it."""

from __future__ import annotations

from typing import ClassVar, NamedTuple, Protocol
from xml.etree import ElementTree

from ... import _core
from ...arm.formats.urdf.markup import parsed
from ...arm.formats.urdf.read import elements
from ...arm.formats.urdf.source import Source
from ...arm.formats.urdf.write import origin_of
from ...validation import FloatArray

# the operands of every answer
OPERANDS = ("q", "qd", "qdd", "tau")

# fields of the answers, by the names of tasks
READ = {
    "inverse dynamics": ("torque",),
    "mass matrix": ("mass_matrix",),
    "forward dynamics": ("acceleration",),
    "poses and Jacobians": ("pose", "jacobian"),
}


class Answers(NamedTuple):
    """Results in one state; Jacobian and pose are those of the tip."""

    torque: FloatArray
    mass_matrix: FloatArray
    acceleration: FloatArray
    jacobian: FloatArray
    pose: FloatArray


class Reading(Protocol):
    """Model of a chain in a library; READER is the function that read it."""

    READER: ClassVar[str]

    def answers(self, q: FloatArray, qd: FloatArray, qdd: FloatArray, tau: FloatArray) -> Answers:
        """Compute all results in one state."""


def alone(source: Source) -> str:
    """Return the URDF of the chain alone, from its base on, with the links fixed to its links.

    Visual and collision elements are left out, and links fixed to the base have no inertia: they
    never move, and some libraries refuse files for it. Locked joints are fixed.
    """
    ends = source.ends
    robot = _with_locked(source)
    hanging: dict[str, list[ElementTree.Element]] = {}
    for joint in robot.findall("joint"):
        if joint.get("type") == "fixed" or joint.get("name") in ends.joints:
            hanging.setdefault(_link(joint, "parent"), []).append(joint)
    links = {link.get("name"): link for link in robot.findall("link")}
    kept = ElementTree.Element("robot", name="chain")
    pending: list[tuple[str, bool]] = [(ends.base, False)]
    while pending:
        name, moves = pending.pop()
        link = ElementTree.SubElement(kept, "link", name=name)
        link.extend(links[name].findall("inertial") if moves else [])
        for joint in hanging.get(name, []):
            kept.append(joint)
            moving = moves or joint.get("type") != "fixed"
            pending.append((_link(joint, "child"), moving))
    return ElementTree.tostring(kept, encoding="unicode")


def _with_locked(source: Source) -> ElementTree.Element:
    """Return the robot with locked joints as fixed ones."""
    robot = parsed(source.text)
    places = _core.locked_placements(elements(source.text), list(source.locked.items()))
    for joint in robot.findall("joint"):
        name = joint.get("name", "")
        if name not in places:
            continue
        joint.set("type", "fixed")
        for mimic in joint.findall("mimic"):
            joint.remove(mimic)
        # a joint at its zero keeps the digits of the file
        if source.locked[name]:
            for origin in joint.findall("origin"):
                joint.remove(origin)
            ElementTree.SubElement(joint, "origin", origin_of(places[name]))
    return robot


def _link(joint: ElementTree.Element, side: str) -> str:
    """Return the name of the link before or beyond a joint."""
    return next(each.get("link", "") for each in joint if each.tag == side)
