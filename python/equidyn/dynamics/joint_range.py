"""Where joints may stand."""

from __future__ import annotations

import numpy as np

from .._validation import FloatArray


def joint_range(joints: str, limits: FloatArray | None) -> tuple[FloatArray, FloatArray]:
    """Return the lowest and highest positions of the joints, (n,) each.

    The limits of the arm; where a joint has none, half a turn or one metre either way.
    """
    free = np.array([np.pi if kind == "R" else 1.0 for kind in joints])
    if limits is None:
        return -free, free
    bounded = np.isfinite(limits).all(axis=1)
    lowest, highest = np.where(bounded, limits.T, (-free, free))
    return lowest, highest
