"""Forces and moments that joints exert on links: what works, what constrains, what dissipates.

J. Angeles, Fundamentals of Robotic Mechanical Systems, sections 7.4.2 and 7.5; numbers are his.

  book         here            meaning
  f^P, n^P     joint wrench    by link i-1 on link i, along and across the axis     (7.36), (7.37)
  w^A          active          by the drives                                        (7.48)
  w^D          dissipative     by friction                                          (7.48)
  w^C          constraint      K^t lambda, which holds the links together           (7.53)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .._validation import FloatArray, finite_result
from .joint_geometry import JointGeometry, moved

if TYPE_CHECKING:
    from ..arm import Arm


class LinkWrenches(NamedTuple):
    """What each joint does to the links that it joins, and what each link gets of it.

    Each wrench has six components, force (N), then moment (N m), in the axes of the link's frame;
    entry ``[..., i, :]`` belongs to joint ``i + 1`` or to link ``i + 1``. Wrenches of joints are
    exerted on the link by the one before, with the moment about the point of the joint's axis that
    `LinkMotion.moment` has. Wrenches on links are the sum over both joints of the link, with the
    moment about its mass centre.

    Attributes
    ----------
    working : ndarray, shape (..., n, 6)
        Of a joint, the part that works on it: a moment about the axis of a revolute joint, a force
        along that of a prismatic one, (7.36) and (7.37). Drive and friction exert it.
    nonworking : ndarray, shape (..., n, 6)
        Of a joint, the rest, which its bearings take: across the axis. It is what lambda of (7.53)
        stands for.
    active : ndarray, shape (..., n, 6)
        On a link, by its drives, w^A of (7.48); less what the inertia of their rotors takes.
    dissipative : ndarray, shape (..., n, 6)
        On a link, by the friction of its joints, w^D; zero where it was not asked for.
    constraint : ndarray, shape (..., n, 6)
        On a link, by the bearings of its joints, w^C = K^t lambda. On the velocities that the
        joints give the links its power is zero, summed over all of them, (7.51).
    base : ndarray, shape (..., 6)
        By the base on the arm, about the origin of the base frame, in its axes. The base itself
        gets the negative, and so the environment exerts this wrench on a base without mass; on
        another one, what moves it comes on top. That is the wrench that must be known where a base
        is not at rest: the motion that it has under this wrench is the `BaseMotion` given.

    Notes
    -----
    For every link the active, dissipative and constraint wrenches add up to the rate of its
    momentum less gravity, (7.48): with ``I w' + w x I w`` and ``m`` times `com_acceleration`, and,
    for the last one, the wrench at the tip.
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
    # what is too large for its moments to be numbers is told by name
    with np.errstate(over="ignore", invalid="ignore"):
        torque = geometry.along(joint_wrenches)
        working = geometry.about_axes(torque)
        lost = friction_torque(arm, qd) if friction else np.zeros(torque.shape)
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


def friction_torque(arm: Arm, qd: FloatArray) -> FloatArray:
    """Return what friction takes at the joints, G² B qd and |G| Tc by the sign of qd."""
    ratio = np.ones(qd.shape[-1]) if arm.gear_ratio is None else arm.gear_ratio
    torque = np.zeros(qd.shape)
    if arm.viscous is not None:
        torque += ratio**2 * arm.viscous * qd
    if arm.coulomb is not None:
        forwards, backwards = np.abs(ratio) * arm.coulomb.T
        torque += np.where(qd > 0, forwards, np.where(qd < 0, backwards, 0.0))
    return torque
