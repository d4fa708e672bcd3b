"""An arm as most libraries take it: bodies, each on one joint about or along its z axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ....arm.states import Array

if TYPE_CHECKING:
    from ....arm.arm import Arm


@dataclass(frozen=True)
class Link:
    """One link, and the joint on which it moves.

    Attributes
    ----------
    placement : ndarray, shape (4, 4)
        Pose of the link frame in the frame of the link before it, where the joint stands at 0. The
        joint turns the frame about its z axis, or slides it along that axis.
    prismatic : bool
        Whether it slides.
    mass : float
        kg.
    com : ndarray, shape (3,)
        Centre of mass in the link frame, m.
    inertia : ndarray, shape (3, 3)
        About the centre of mass, in link-frame axes, kg m².
    """

    placement: Array
    prismatic: bool
    mass: float
    com: Array
    inertia: Array


@dataclass(frozen=True)
class SerialChain:
    """Links on a base that is the world.

    Attributes
    ----------
    links : tuple of Link
        From the base to the tip.
    gravity : ndarray, shape (3,)
        Acceleration of free fall in the base frame.
    """

    links: tuple[Link, ...]
    gravity: Array


def serial_chain(arm: Arm) -> SerialChain:
    """Return an arm with its frames on the joints: those of the modified convention."""
    arm = arm.to_convention("modified")
    links = zip(_placements(arm), arm.joints, arm.mass, arm.com, arm.inertia, strict=True)
    return SerialChain(
        tuple(Link(T, kind == "P", float(m), com, inertia) for T, kind, m, com, inertia in links),
        arm.base[:3, :3].T @ arm.gravity,
    )


def _placements(arm: Arm) -> list[Array]:
    """Rx(alpha) Tx(a) Rz(theta) Tz(d); turns about z and slides along it may change places."""
    placements = []
    for a, alpha, d, theta in zip(arm.a, arm.alpha, arm.d, arm.theta, strict=True):
        ca, sa, ct, st = np.cos(alpha), np.sin(alpha), np.cos(theta), np.sin(theta)
        along_x = [[1, 0, 0, a], [0, ca, -sa, 0], [0, sa, ca, 0], [0, 0, 0, 1]]
        along_z = [[ct, -st, 0, 0], [st, ct, 0, 0], [0, 0, 1, d], [0, 0, 0, 1]]
        placements.append(np.array(along_x) @ np.array(along_z))
    return placements
