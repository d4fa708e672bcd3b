"""A serial chain of bodies, each on one joint about or along its z axis, for export."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...validation import FloatArray
from .tree.frames import screw, x_displacement

if TYPE_CHECKING:
    from ..arm import Arm


@dataclass(frozen=True)
class SerialLink:
    """A link and its joint.

    Attributes
    ----------
    placement : ndarray, shape (4, 4)
        Pose of the link frame in the frame of the link before it, of the first one in the world,
        at joint position 0. The joint rotates the frame about its z axis, or translates it along
        that axis.
    prismatic : bool
        Whether the joint is prismatic.
    mass : float
        kg.
    com : ndarray, shape (3,)
        Centre of mass in the link frame, m.
    inertia : ndarray, shape (3, 3)
        About the centre of mass, in link-frame axes, kg m².
    """

    placement: FloatArray
    prismatic: bool
    mass: float
    com: FloatArray
    inertia: FloatArray


@dataclass(frozen=True)
class SerialChain:
    """A serial chain of links from the world.

    Attributes
    ----------
    links : tuple of SerialLink
        From the base to the tip.
    gravity : ndarray, shape (3,)
        Gravity vector in the world frame.
    """

    links: tuple[SerialLink, ...]
    gravity: FloatArray


def serial_chain(arm: Arm) -> SerialChain:
    """Return an arm of the modified convention, with frames on the joints, as a serial chain."""
    links = zip(_placements(arm), ~arm.revolute, arm.mass, arm.com, arm.inertia, strict=True)
    return SerialChain(
        tuple(SerialLink(T, bool(prismatic), float(m), c, J) for T, prismatic, m, c, J in links),
        arm.gravity,
    )


def _placements(arm: Arm) -> list[FloatArray]:
    """T(a, a_y, 0) Rx(alpha) Rz(theta) Tz(d); rotation about and translation along z commute."""
    rows = zip(arm.a, arm.a_y, arm.alpha, arm.d, arm.theta, strict=True)
    poses = [
        x_displacement(alpha, a, a_y) @ screw(theta, d, axis=2) for a, a_y, alpha, d, theta in rows
    ]
    return [arm.base @ poses[0], *poses[1:]]
