"""Scales of the parameters of an arm, to compare those of different units."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..arm.arm import Arm
from ..arm.parameters.base_parameters import BaseParameters
from ..validation import FloatArray


def parameter_scales(arm: Arm, units: Sequence[str]) -> FloatArray:
    """Return the scale of parameters of these units, from the mean mass and largest length.

    Friction has scale 1: it is independent of all other parameters.
    """
    mass = float(arm.mass.mean()) or 1.0
    length = float(np.abs([arm.a, arm.a_y, arm.d]).max()) or 1.0
    sizes = {"kg": mass, "kg m": mass * length, "kg m²": mass * length**2}
    return np.array([sizes.get(unit, 1.0) for unit in units])


def least_change(base: BaseParameters, scales: FloatArray, change: FloatArray) -> FloatArray:
    """Return the least change of the parameters (p,) with this change of the base parameters."""
    B = base.structural.matrix
    spread = (scales**2)[:, np.newaxis] * B.T
    return np.asarray(spread @ np.linalg.solve(B @ spread, change))
