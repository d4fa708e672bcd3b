"""All joint positions, within the limits of an arm, that bring its tool to one pose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..validation import BoolArray, FloatArray, real_array
from .joint_range import joint_range

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ..arm import Arm
    from .inverse_kinematics import InverseKinematics, Search

# random starts, distance of solutions that count as one (rad or m), and the largest residual that
# keeps them within it
_STARTS, _SAME, _NEAR = 1000, 1e-4, 1e-7


def all_solutions(
    arm: Arm, search: Search, pose: ArrayLike, start: ArrayLike | None
) -> InverseKinematics:
    """Return the distinct solutions from many starts, the nearest to the first start first."""
    desired = search.checked(pose)
    if desired.ndim != 2:
        raise ValueError(
            f"pose: expected a single pose with solutions='all', got shape {desired.shape}"
        )
    components = int(np.count_nonzero(search.weight))
    if arm.n > components:
        raise ValueError(
            f"solutions: expected 'one', since {arm.n} joints reach {components} components of a "
            "pose in infinitely many ways, got 'all'"
        )
    lower, upper = joint_range(arm)
    first = (lower + upper) / 2
    if start is not None:
        first = real_array("start", start, (arm.n,), "a number a joint")
    starts = np.random.default_rng(search.seed).uniform(lower, upper, (_STARTS, arm.n))
    starts[0] = first
    found = search.within(min(search.tolerance, _NEAR)).reach(desired, starts)
    converged = found.converged | (found.residual <= search.tolerance)
    q = _turned_towards(arm, found.q, first)
    kept = _distinct(arm, q, converged, np.linalg.norm(q - first, axis=1))
    return type(found)(q[kept], converged[kept], found.residual[kept], found.iterations[kept])


def _turned_towards(arm: Arm, q: FloatArray, first: FloatArray) -> FloatArray:
    """Turn revolute joints by whole turns towards the first start, within the limits."""
    near: FloatArray = np.where(
        arm.revolute, q - 2 * np.pi * np.round((q - first) / (2 * np.pi)), q
    )
    if arm.limits is None:
        return near
    lower, upper = arm.limits.T
    return np.where((near >= lower) & (near <= upper), near, q)


def _distinct(arm: Arm, q: FloatArray, converged: BoolArray, distance: FloatArray) -> list[int]:
    """Return the indices of solutions that differ by more than whole turns."""
    left = np.argsort(distance, kind="stable")
    left = left[converged[left]]
    kept: list[int] = []
    while left.size:
        kept.append(int(left[0]))
        apart = q[left] - q[left[0]]
        apart = np.where(arm.revolute, apart - 2 * np.pi * np.round(apart / (2 * np.pi)), apart)
        left = left[np.abs(apart).max(axis=1) > _SAME]
    return kept
