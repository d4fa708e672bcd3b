"""Inverse kinematics as users of a local search write it: from one start after another."""

from __future__ import annotations

from collections.abc import Callable
from math import tau
from typing import TYPE_CHECKING, Any

import numpy as np

from ..dynamics.joint_range import joint_range
from ..validation import FloatArray

if TYPE_CHECKING:
    from ..arm.arm import Arm

# defaults of ik_LM of Robotics Toolbox
_STARTS, STEPS = 100, 30


def from_many_starts(
    arm: Arm,
    target: Callable[[FloatArray], Any],
    search: Callable[[FloatArray, Any], FloatArray | None],
) -> Callable[[FloatArray], FloatArray]:
    """Return a function of a pose that finds joint positions within the limits.

    Parameters
    ----------
    arm : Arm
        The arm; the middle of its limits is the first start, and the answer where all searches end
        without one.
    target : callable
        Makes the library's own target of a pose.
    search : callable
        Returns the positions that are found from a start, or None.
    """
    lower, upper = joint_range(arm)
    middle, turn = (lower + upper) / 2, np.where(arm.revolute, tau, 0.0)
    random = np.random.default_rng(0).uniform(lower, upper, (_STARTS - 1, arm.n))
    starts = [middle, *random]

    def solved(pose: FloatArray) -> FloatArray:
        desired = target(pose)
        for start in starts:
            q = search(start, desired)
            if q is None:
                continue
            q = q - turn * np.round((q - middle) / tau)
            if (lower <= q).all() and (q <= upper).all():
                return q
        return middle

    return solved
