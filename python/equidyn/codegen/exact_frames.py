"""Conversion of an arm to the link frames of a formulation, with rounding errors set to 0.

A centre of mass on an axis is 1e-17 m off it after a rotation by a right angle. Generated code
should not multiply by such numbers.
"""

from __future__ import annotations

import numpy as np

from ..arm.arm import Arm
from ..validation import FloatArray

# rounding error relative to the largest operand
_ROUNDING = 1e-15


def in_exact_frames(arm: Arm, convention: str) -> Arm:
    """Return an arm in the frames of a convention, with rounding errors set to 0."""
    return exact(arm.to_convention(convention))


def exact(arm: Arm) -> Arm:
    """Return an arm with rounding errors set to 0."""
    length = max(float(np.abs(values).max()) for values in (arm.a, arm.a_y, arm.d, arm.com))
    moments = np.abs(arm.inertia).max(axis=(1, 2), keepdims=True)
    return arm._with(
        com=_zeros_restored(arm.com, length),
        inertia=_zeros_restored(arm.inertia, moments),
        base=exact_pose(arm.base),
        tool=exact_pose(arm.tool),
    )


def exact_pose(pose: FloatArray) -> FloatArray:
    """Return a pose (4, 4) with entries near 0 and ±1 made exact."""
    exact = _zeros_restored(pose, float(np.abs(pose).max()))
    signs = np.sign(exact[:3, :3])
    aligned = np.abs(exact[:3, :3] - signs) <= _ROUNDING
    exact[:3, :3][aligned] = signs[aligned]
    return exact


def _zeros_restored(values: FloatArray, size: FloatArray | float) -> FloatArray:
    restored: FloatArray = values.copy()
    restored[np.abs(values) <= _ROUNDING * size] = 0.0
    return restored
