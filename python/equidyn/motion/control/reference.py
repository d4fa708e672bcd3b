"""Reference of a controller: a trajectory, or a position to hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...validation import FloatArray, float64_copy, real_array, require_finite
from ..trajectories.polynomial import PolynomialTrajectory

_NAMES = ("q", "qd", "qdd")


class Reference:
    """Reference positions, velocities and accelerations (..., n) at times (...), s."""

    def __init__(self, trajectory: Any, n: int) -> None:
        self._n = n
        self._motion: Callable[[FloatArray], Any] | None = None
        if callable(trajectory):
            self._motion = trajectory
        elif isinstance(trajectory, str):
            raise TypeError(
                f"trajectory: expected a trajectory, or a position of shape ({n},), got str"
            )
        else:
            self._rest = real_array("trajectory", trajectory, (n,), "a position to hold")

    @property
    def holds(self) -> bool:
        """Whether it is a position to hold."""
        return self._motion is None

    @property
    def polynomials(self) -> tuple[FloatArray, FloatArray] | None:
        """Breaks and coefficients of a `PolynomialTrajectory` or of a position; otherwise None."""
        if self._motion is None:
            return np.zeros(2), self._rest[np.newaxis, np.newaxis]
        if type(self._motion) is not PolynomialTrajectory or self._motion.n != self._n:
            return None
        return self._motion.breaks, np.ascontiguousarray(self._motion.coefficients)

    def __call__(self, times: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the reference at times."""
        shape = (*times.shape, self._n)
        if self._motion is None:
            still = np.zeros(shape)
            return np.broadcast_to(self._rest, shape), still, still
        given = self._motion(times)
        if not isinstance(given, (tuple, list)) or len(given) != len(_NAMES):
            raise TypeError(
                f"trajectory: expected one that gives q, qd, qdd, got {type(given).__name__}"
            )
        q, qd, qdd = (
            _checked(f"trajectory, {name}", part, shape)
            for name, part in zip(_NAMES, given, strict=True)
        )
        return q, qd, qdd


def _checked(name: str, value: Any, shape: tuple[int, ...]) -> FloatArray:
    array = float64_copy(name, value)
    if array.shape != shape:
        raise ValueError(f"{name}: expected shape {shape} (times, joints), got {array.shape}")
    require_finite(name, array)
    return array
