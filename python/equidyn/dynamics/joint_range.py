"""Range of joint positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._validation import FloatArray

if TYPE_CHECKING:
    from ..arm import Arm


def joint_range(arm: Arm) -> tuple[FloatArray, FloatArray]:
    """Return the lowest and highest positions of the joints, (n,) each.

    The limits of the arm; where a joint has none, half a turn or one metre either way.
    """
    free = np.where(arm.revolute, np.pi, 1.0)
    if arm.limits is None:
        return -free, free
    bounded = np.isfinite(arm.limits).all(axis=1)
    lowest, highest = np.where(bounded, arm.limits.T, (-free, free))
    return lowest, highest
