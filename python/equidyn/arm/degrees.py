"""Data of an arm whose angles are given in degrees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .._validation import float64_copy
from .data import MAGNITUDES, joint_letters


def in_radians(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of `Arm.from_dh` with all angles in radians.

    Limits of revolute joints are angles, rows of an array, and those of prismatic ones are not.
    """
    turning = np.array([letter == "R" for letter in joint_letters(given["joints"])])
    found = dict(given)
    for name in ("alpha", "theta", "limits", *MAGNITUDES):
        if given[name] is None:
            continue
        values = float64_copy(name, given[name])
        if name in ("alpha", "theta"):
            found[name] = np.deg2rad(values)
        elif len(values.shape) and len(values) == len(turning):
            rows = turning.reshape(-1, *(1,) * (values.ndim - 1))
            found[name] = np.where(rows, np.deg2rad(values), values)
    return found
