"""Wrenches of joints on links: working, nonworking; active, dissipative, constraint.

J. Angeles, Fundamentals of Robotic Mechanical Systems, sections 7.4.2 and 7.5; numbers are his.

  book         here            meaning
  f^P, n^P     joint wrench    by link i-1 on link i, along and across the axis     (7.36), (7.37)
  w^A          active          by the motors                                        (7.48)
  w^D          dissipative     by friction                                          (7.48)
  w^C          constraint      K^t lambda, by the joint constraints                 (7.53)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..validation import FloatArray, finite_result
from .joint_geometry import JointGeometry, moved

if TYPE_CHECKING:
    from ..arm import Arm


class LinkWrenches(NamedTuple):
    """Wrenches of the joints of an arm, and of the joints on each link.

    Each wrench has six components, force (N), then moment (N m), in the axes of the link's frame;
    entry ``[..., i, :]`` belongs to joint ``i + 1`` or to link ``i + 1``. Wrenches of joints are
    exerted on the link by the one before, with the moment about the same point on the joint's axis
    as `LinkMotion.moment`. Wrenches on links are the sum over both joints of the link, with the
    moment about its centre of mass.

    Attributes
    ----------
    working : ndarray, shape (..., n, 6)
        Of a joint, the part that works on it: a moment about the axis of a revolute joint, a force
        along that of a prismatic one, (7.36) and (7.37). Drive and friction exert it.
    nonworking : ndarray, shape (..., n, 6)
        Of a joint, the rest, across the axis, exerted by its constraints: lambda of (7.53).
    active : ndarray, shape (..., n, 6)
        On a link, by its motors, w^A of (7.48); without the torques that accelerate their rotors.
    dissipative : ndarray, shape (..., n, 6)
        On a link, by the friction of its joints, w^D; zero if not requested.
    constraint : ndarray, shape (..., n, 6)
        On a link, by the constraints of its joints, w^C = K^t lambda. Its total power at velocities
        that the joints allow is zero, (7.51).
    base : ndarray, shape (..., 6)
        By the base on the arm, about the origin of the base frame, in its axes. The arm exerts the
        negative on the base, so the environment exerts this wrench on a massless base, and more on
        one with mass. It is the ``base_wrench`` under which a free base has the `BaseMotion` given.

    Notes
    -----
    For every link the active, dissipative and constraint wrenches add up to the time derivative of
    its momentum minus gravity, (7.48): ``m`` times `com_acceleration`, and ``I w' + w x I w``; for
    the last one, plus the wrench at the tip.
    """

    working: FloatArray
    nonworking: FloatArray
    active: FloatArray
    dissipative: FloatArray
    constraint: FloatArray
    base: FloatArray


def link_wrenches(
    arm: Arm,
    q: FloatArray,
    qd: FloatArray,
    joint_wrenches: FloatArray,
    geometry: JointGeometry,
    friction: bool,
) -> LinkWrenches:
    """Split joint wrenches (..., n, 6) of the states q, qd (..., n)."""
    friction, _ = arm._drives(friction, False)
    # overflows are reported by name below
    with np.errstate(over="ignore", invalid="ignore"):
        torque = geometry.along(joint_wrenches)
        working = geometry.about_axes(torque)
        lost = arm._friction_torque(qd) if friction else np.zeros(torque.shape)
        seen, points = geometry.seen_from_before(joint_wrenches)
        nonworking = joint_wrenches - working
        wrenches = LinkWrenches(
            working=working,
            nonworking=nonworking,
            active=geometry.on_links(geometry.about_axes(torque + lost)),
            dissipative=geometry.on_links(geometry.about_axes(-lost)),
            constraint=geometry.on_links(nonworking),
            base=moved(seen[..., 0, :], points[..., 0, :]),
        )
    for name, values in wrenches._asdict().items():
        finite_result(f"wrenches: {name}", values)
    return wrenches
