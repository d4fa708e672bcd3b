"""What a library that reads a URDF itself computes of one chain of it."""

from typing import NamedTuple, Protocol
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Ends(NamedTuple):
    """A chain: the links at its ends, and the names of its movable joints."""

    base: str
    tip: str
    joints: tuple[str, ...]


class Answers(NamedTuple):
    """What is computed in one state; Jacobian and pose are those of the tip."""

    torque: Array
    mass_matrix: Array
    acceleration: Array
    jacobian: Array
    pose: Array


class Reading(Protocol):
    """A chain as a library has it."""

    def answers(self, q: Array, qd: Array, qdd: Array, tau: Array) -> Answers:
        """Compute everything in one state."""


def alone(text: str, ends: Ends) -> str:
    """Return the URDF of the chain alone, from its base on, with all that is fixed to its links.

    Nothing is there to be seen or touched, and what is fixed to the base is without inertia: it
    never moves, and others refuse files for it.
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
