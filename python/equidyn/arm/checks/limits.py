"""Joint positions beyond the limits of an arm."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ...validation import shown, vectors
from .findings import Finding

if TYPE_CHECKING:
    from ..arm import Arm


def find_beyond_limits(arm: Arm, q: ArrayLike) -> list[Finding]:
    """Find the joint positions (..., n) that are below the lower or above the upper limit.

    Raises
    ------
    ValueError, TypeError
        If the arm has no limits, or q is not made of n finite positions.
    """
    positions = vectors("q", q, arm.n)
    if arm.limits is None:
        raise ValueError("q: the arm has no limits; give them to Arm.from_dh or arm.with_limits")
    lower, upper = arm.limits.T
    excess = np.maximum(lower - positions, positions - upper)
    findings = []
    for index in map(tuple, np.argwhere(excess > 0).tolist()):
        *state, joint = index
        limits = arm.limits[joint]
        unit = "rad" if arm.revolute[joint] else "m"
        place = f" in state {', '.join(map(str, state))}" if state else ""
        findings.append(
            Finding(
                joint + 1,
                "beyond limit",
                "note",
                f"q = {shown(positions[index])} {unit}{place} leaves the limits {shown(limits)} "
                f"by {shown(excess[index])} {unit}",
                tuple(state),
            )
        )
    return findings
