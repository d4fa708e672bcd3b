"""An arm as it is before it is placed in a world."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...arm.arm import Arm


def in_base_frame(arm: Arm) -> Arm:
    """Return the arm in a world that is its base frame, and without limits.

    The torques are the same. Limits are contacts to simulators, and take part in their dynamics.
    """
    gravity = arm.base[:3, :3].T @ arm.gravity
    return arm.with_base(None).with_gravity(gravity).with_limits(None)
