"""Results that a library computes for one chain of a URDF."""

from typing import NamedTuple, Protocol
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Ends(NamedTuple):
    """Ends of a chain: its first and last link, and the names of its movable joints."""

    base: str
    tip: str
    joints: tuple[str, ...]


class Answers(NamedTuple):
    """Results in one state; Jacobian and pose are those of the tip."""

    torque: Array
    mass_matrix: Array
    acceleration: Array
    jacobian: Array
    pose: Array


class Reading(Protocol):
    """Model of a chain in a library."""

    def answers(self, q: Array, qd: Array, qdd: Array, tau: Array) -> Answers:
        """Compute all results in one state."""


def alone(text: str, ends: Ends) -> str:
    """Return the URDF of the chain alone, from its base on, with the links fixed to its links.

    Visual and collision elements are left out, and links fixed to the base have no inertia: they
    never move, and some libraries refuse files for it.
    """
    robot = ElementTree.fromstring(text)
    hanging: dict[str, list[ElementTree.Element]] = {}
    for joint in robot.findall("joint"):
        if joint.get("type") == "fixed" or joint.get("name") in ends.joints:
            hanging.setdefault(joint.find("parent").get("link"), []).append(joint)
    links = {link.get("name"): link for link in robot.findall("link")}
    kept = ElementTree.Element("robot", name="chain")
    pending = [(ends.base, False)]
    while pending:
        name, moves = pending.pop()
        link = ElementTree.SubElement(kept, "link", name=name)
        link.extend(links[name].findall("inertial") if moves else [])
        for joint in hanging.get(name, []):
            kept.append(joint)
            moving = moves or joint.get("type") != "fixed"
            pending.append((joint.find("child").get("link"), moving))
    return ElementTree.tostring(kept, encoding="unicode")
