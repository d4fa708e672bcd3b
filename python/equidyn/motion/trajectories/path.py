"""Trajectories along a path with a time law."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from ... import _core
from ...validation import FloatArray
from .polynomial import PolynomialTrajectory
from .trajectory import MotionArrays, Trajectory


class Path(Protocol):
    """Geometric path of the joints, without time."""

    @property
    def n(self) -> int:
        """Number of joints."""

    @property
    def breaks(self) -> FloatArray:
        """Path parameters, from 0 to 1, between which the path is smooth, shape (m + 1,)."""

    def along(self, s: FloatArray) -> MotionArrays:
        """Return positions (..., n) and their first two derivatives at path parameters s."""


@dataclass(frozen=True, eq=False, repr=False)
class PathTrajectory(Trajectory):
    """A motion along a path: ``q(t) = path(s(t))``, where s runs from 0 to 1.

    Attributes
    ----------
    kind : str
        Name of the kind of motion.
    path : Path
        The geometric path.
    law : PolynomialTrajectory
        Time law s(t), as the motion of one joint.
    start_time, duration : float
        Start time and duration, s.
    """

    kind: str
    path: Path
    law: PolynomialTrajectory
    start_time: float = field(init=False)
    duration: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "start_time", self.law.start_time)
        object.__setattr__(self, "duration", self.law.duration)

    @property
    def n(self) -> int:
        """Number of joints."""
        return self.path.n

    @property
    def end_time(self) -> float:
        """End time, s."""
        return self.law.end_time

    def title(self) -> str:
        """Return the name of the kind of motion."""
        return self.kind

    @property
    def _arrays(self) -> dict[str, FloatArray]:
        """The arrays by name, as the core reads them; none of a path that is not polynomial."""
        if type(self.path) is not PolynomialTrajectory:
            return {}
        law = {f"law_{name}": array for name, array in self.law._arrays.items()}
        return {**self.path._arrays, **law}

    def motion_at(self, t: FloatArray) -> MotionArrays:
        """Return positions, velocities and accelerations at times from start to end, unchecked."""
        if arrays := self._arrays:
            return _core.polynomial_motion(arrays, t)
        s, rate, acceleration = self.law.motion_at(t)
        q, slope, curvature = self.path.along(np.clip(s[..., 0], 0.0, 1.0))
        return q, slope * rate, curvature * rate**2 + slope * acceleration

    def instants(self) -> FloatArray:
        """Return ordered times that resolve the motion in tables and plots."""
        return self.law.instants()
