"""Arms with their base frame as the world frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..arm.arm import Arm


def in_base_frame(arm: Arm) -> Arm:
    """Return the arm with its base frame as the world frame, without limits and names of its own.

    The torques are the same. Simulators treat limits as contacts, which enter their dynamics.
    """
    gravity = arm.base[:3, :3].T @ arm.gravity
    return unnamed(arm.with_base(None).with_gravity(gravity).with_limits(None))


def unnamed(arm: Arm) -> Arm:
    """Return the arm with only the usual names of links and tool, by which libraries find them."""
    return arm._with(link_names=None, tool_name=None, frames=())
