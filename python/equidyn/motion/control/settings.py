"""Checks of controller settings: gains, torque limits, encoder resolution, sampling."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...validation import (
    ROUNDING,
    FloatArray,
    float64_copy,
    frozen,
    positive,
    real_array,
    require,
    require_finite,
    shown,
)
from .closed_loop import eigenvalues, is_definite, is_semidefinite, is_symmetric


def gain_matrix(name: str, value: Any, n: int, *, semidefinite: bool = False) -> FloatArray:
    """Return gains as a matrix (n, n), symmetric and positive definite, or semidefinite."""
    given = float64_copy(name, value)
    if given.shape not in ((), (n,), (n, n)):
        raise ValueError(
            f"{name}: expected one number, one for each joint, ({n},), or a matrix, ({n}, {n}), "
            f"got shape {given.shape}"
        )
    require_finite(name, given)
    if given.ndim < 2:
        diagonal, item = np.broadcast_to(given, n), "joint" if given.ndim else ""
        holds, expected = diagonal > 0, "must be positive (positive definite)"
        if semidefinite:
            holds, expected = diagonal >= 0, "must not be negative (positive semidefinite)"
        require(name, holds, expected, diagonal, item)
        return frozen(np.diag(diagonal))
    if not is_symmetric(given):
        with np.errstate(over="ignore"):
            skewness = np.abs(given - given.T).max()
        raise ValueError(f"{name}: must be symmetric, got entries that differ by {shown(skewness)}")
    definite, expected = is_definite(given), "definite (all eigenvalues positive)"
    if semidefinite:
        definite, expected = is_semidefinite(given), "semidefinite (no eigenvalue negative)"
    if not definite:
        smallest = min(part[0] for part in eigenvalues(given))
        raise ValueError(
            f"{name}: must be positive {expected}, got an eigenvalue of {shown(smallest)}"
        )
    return given


def is_diagonal(matrix: FloatArray) -> bool:
    """Return whether all entries off the diagonal are zero."""
    return bool(np.count_nonzero(matrix) == np.count_nonzero(np.diag(matrix)))


def torque_limits(value: Any, n: int) -> FloatArray | None:
    """Return least and largest torques (n, 2)."""
    if value is None:
        return None
    given = float64_copy("limits", value)
    if given.shape not in ((), (n,), (n, 2)):
        raise ValueError(
            f"limits: expected one number, one for each joint, ({n},), or pairs of the least and "
            f"the largest torque, ({n}, 2), got shape {given.shape}"
        )
    require_finite("limits", given)
    if given.ndim < 2:
        sizes = np.broadcast_to(given, n)
        require("limits", sizes > 0, "must be positive", sizes, "joint" if given.ndim else "")
        return frozen(np.stack([-sizes, sizes], axis=-1))
    expected = "least torque must be below the largest"
    require("limits", given[:, 0] < given[:, 1], expected, given, "joint")
    return given


def resolutions(value: Any, n: int) -> FloatArray | None:
    """Return the position of one count of each encoder (n,)."""
    if value is None:
        return None
    given = float64_copy("resolution", value)
    if not given.ndim:
        given = np.full(n, positive("resolution", value))
    given = real_array("resolution", given, (n,), "one a joint")
    require("resolution", given > 0, "must be positive", given, "joint")
    return given


def sampling(period: Any, delay: Any) -> tuple[float | None, float]:
    """Return the sampling period, None for continuous control, and the delay."""
    late = float(real_array("delay", delay, (), "one number"))
    every = None if period is None else positive("period", period)
    if late < 0:
        raise ValueError(f"delay: must not be negative, got {shown(late)}")
    if late and every is None:
        raise ValueError("delay: only a sampled controller, with a period, has a delay")
    if every is not None and late > every * (1 + ROUNDING):
        raise ValueError(
            f"delay: must be at most the period, {shown(every)} s, got {shown(late)} s"
        )
    return every, late
