"""Arms with their base frame as the world frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..arm.arm import Arm


def in_base_frame(arm: Arm) -> Arm:
    """Return the rigid arm with its base frame as the world frame, without names of its own.

    The torques are the same.
    """
    gravity = arm.base[:3, :3].T @ arm.gravity
    return unnamed(rigid(arm.with_base(None).with_gravity(gravity)))


def rigid(arm: Arm) -> Arm:
    """Return the arm without limits, friction and motors, which simulators compute with."""
    return arm.with_limits(None).with_friction().with_motors()


def unnamed(arm: Arm) -> Arm:
    """Return the arm with only the usual names of links and tool, by which libraries find them."""
    return arm._with(link_names=None, tool_name=None, frames=())
