"""Piecewise polynomial trajectories."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ... import _core
from ...validation import FloatArray, float64_copy, require, require_finite, text
from .trajectory import MotionArrays, Trajectory

# plotted instants in each piece, and in all pieces together
_IN_A_PIECE, _IN_ALL = 60, 6000

# relative rounding error of an end position that is a sum
_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False, repr=False)
class PolynomialTrajectory(Trajectory):
    """Piecewise polynomial trajectory.

    In piece i ``q(t) = sum over k of coefficients[k, i] u^k``, where u runs from 0 to 1 while t
    runs from ``breaks[i]`` to ``breaks[i + 1]``.

    Attributes
    ----------
    kind : str
        Name of the kind of motion.
    breaks : ndarray, shape (m + 1,)
        Start times of the pieces, and end time of the last one, s.
    coefficients : ndarray, shape (degree + 1, m, n)
        Coefficients by power, piece and joint, rad or m.
    goal : ndarray, shape (n,), optional
        Exact end position, rad or m; the coefficients give it up to rounding.
    start_time, duration : float
        Start time and duration, s.

    Raises
    ------
    ValueError, TypeError
        If the breaks do not increase, or arrays do not fit together.

    Examples
    --------
    Constant acceleration from rest at 1 rad:

    >>> fall = PolynomialTrajectory("fall", [0.0, 2.0], [[[1.0]], [[0.0]], [[4.0]]])
    >>> fall(1.0)
    (array([2.]), array([2.]), array([2.]))
    """

    kind: str
    breaks: FloatArray
    coefficients: FloatArray
    goal: FloatArray | None = None
    start_time: float = field(init=False)
    duration: float = field(init=False)

    def __post_init__(self) -> None:
        text("kind", self.kind)
        breaks = float64_copy("breaks", self.breaks)
        coefficients = float64_copy("coefficients", self.coefficients)
        if breaks.ndim != 1 or breaks.size < 2:
            raise ValueError(f"breaks: expected two times or more, got shape {breaks.shape}")
        pieces = breaks.size - 1
        if coefficients.ndim != 3 or coefficients.shape[1] != pieces or not len(coefficients):
            raise ValueError(
                f"coefficients: shape must be (degree + 1, {pieces}, n), got {coefficients.shape}"
            )
        require_finite("breaks", breaks)
        require_finite("coefficients", coefficients)
        require("breaks", np.diff(breaks) >= 0, "must not decrease", breaks[1:], "piece")
        object.__setattr__(self, "breaks", breaks)
        object.__setattr__(self, "coefficients", coefficients)
        object.__setattr__(self, "start_time", float(breaks[0]))
        object.__setattr__(self, "duration", float(breaks[-1] - breaks[0]))
        if self.goal is not None:
            object.__setattr__(self, "goal", self._checked(self.goal))

    def _checked(self, goal: FloatArray) -> FloatArray:
        """Return the goal, checked against the coefficients."""
        goal, last = float64_copy("goal", goal), self.coefficients[:, -1]
        if goal.shape != (self.n,):
            raise ValueError(f"goal: shape must be ({self.n},), got shape {goal.shape}")
        require_finite("goal", goal)
        with np.errstate(over="ignore", invalid="ignore"):
            off, size = np.abs(goal - last.sum(axis=0)), np.abs(last).sum(axis=0)
        require("goal", off <= _ROUNDING * size, "must be where the last piece ends", goal, "joint")
        return goal

    @property
    def n(self) -> int:
        """Number of joints."""
        return int(self.coefficients.shape[-1])

    @property
    def end_time(self) -> float:
        """End time, s."""
        return float(self.breaks[-1])

    @property
    def _arrays(self) -> dict[str, FloatArray]:
        """The arrays by name, as the core reads them."""
        arrays = {"breaks": self.breaks, "coefficients": self.coefficients}
        return arrays if self.goal is None else {**arrays, "goal": self.goal}

    def title(self) -> str:
        """Return the name of the kind of motion."""
        return self.kind

    def motion_at(self, t: FloatArray) -> MotionArrays:
        """Return positions, velocities and accelerations at times from start to end, unchecked."""
        return _core.polynomial_motion(self._arrays, t)

    def along(self, s: FloatArray) -> MotionArrays:
        """Return positions and their derivatives with the trajectory taken as a path."""
        return self.motion_at(s)

    def instants(self) -> FloatArray:
        """Return times throughout each piece, one just before its end included."""
        in_a_piece = max(3, min(_IN_A_PIECE, _IN_ALL // (len(self.breaks) - 1)))
        u = np.linspace(0.0, 1.0, in_a_piece)[:-1, np.newaxis]
        start, end = self.breaks[:-1], self.breaks[1:]
        times = np.vstack([start + u * (end - start), np.nextafter(end, start)])
        return np.append(times.T.ravel(), end[-1])
