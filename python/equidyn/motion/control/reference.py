"""Reference of a controller: a trajectory, or a position to hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...validation import FloatArray, float64_copy, real_array, require_finite
from ..trajectories.path import PathTrajectory
from ..trajectories.polynomial import PolynomialTrajectory

_NAMES = ("q", "qd", "qdd")

_POLYNOMIAL = (PolynomialTrajectory, PathTrajectory)


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
    def arrays(self) -> dict[str, FloatArray]:
        """Arrays of a polynomial motion or of a position, as the core reads them; else none."""
        motion = self._motion
        if motion is None:
            return {"breaks": np.zeros(2), "coefficients": self._rest[np.newaxis, np.newaxis]}
        # a subclass may move in another way
        if isinstance(motion, _POLYNOMIAL) and type(motion) in _POLYNOMIAL and motion.n == self._n:
            return motion._arrays
        return {}

    @property
    def polynomials(self) -> tuple[FloatArray, FloatArray] | None:
        """Breaks and coefficients of a `PolynomialTrajectory` or of a position; otherwise None."""
        arrays = {} if type(self._motion) is PathTrajectory else self.arrays
        return (arrays["breaks"], arrays["coefficients"]) if arrays else None

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
