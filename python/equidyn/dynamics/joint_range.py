"""Range of joint positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _core
from .._validation import FloatArray

if TYPE_CHECKING:
    from ..arm import Arm


def joint_range(arm: Arm) -> tuple[FloatArray, FloatArray]:
    """Return the lowest and highest positions of the joints, (n,) each.

    The limits of the arm; where a joint has none, half a turn or one metre either way.
    """
    return _core.joint_range(arm, arm.limits)
