"""Range of joint positions."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import numpy as np

from .. import _core
from ..validation import FloatArray, count

if TYPE_CHECKING:
    from ..arm import Arm


# most configurations drawn at once
_MOST = 10**8


def joint_range(arm: Arm) -> tuple[FloatArray, FloatArray]:
    """Return the lowest and highest positions of the joints, (n,) each.

    The limits of the arm; where a joint has none, half a turn or one metre either way, from zero
    and from its other limit.
    """
    return _core.joint_range(arm, arm.limits)


def random_positions(
    arm: Arm, rng: np.random.Generator | int, size: int | tuple[int, ...] | None
) -> FloatArray:
    """Draw joint positions within the range of the joints, one or an array of this size."""
    if not isinstance(rng, np.random.Generator):
        rng = np.random.default_rng(count("rng", rng, smallest=0))
    shape = () if size is None else size if isinstance(size, tuple) else (size,)
    rows = tuple(count("size", extent, smallest=0, largest=_MOST) for extent in shape)
    if prod(rows) > _MOST:
        raise ValueError(f"size: must be at most {_MOST} configurations, got {rows}")
    lower, upper = joint_range(arm)
    found: FloatArray = lower + (upper - lower) * rng.random((*rows, arm.n))
    return found
