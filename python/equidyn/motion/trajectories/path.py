"""Trajectories that follow a path by a law of time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from ..._validation import FloatArray
from .polynomial import PolynomialTrajectory
from .trajectory import MotionArrays, Trajectory


class Path(Protocol):
    """Where joints pass one after the other, whenever that is."""

    @property
    def n(self) -> int:
        """Number of joints."""

    @property
    def breaks(self) -> FloatArray:
        """Parts of the way, from 0 to 1, between which it is smooth, shape (m + 1,)."""

    def along(self, s: FloatArray) -> MotionArrays:
        """Return positions (..., n), and their first two derivatives, at parts s of the way."""


@dataclass(frozen=True, eq=False, repr=False)
class PathTrajectory(Trajectory):
    """A motion along a path: ``q(t) = path(s(t))``, where s runs from 0 to 1.

    Attributes
    ----------
    kind : str
        What kind of motion it is, for people.
    path : Path
        Where it passes.
    law : PolynomialTrajectory
        How s runs over time, as the motion of one joint.
    start_time, duration : float
        When it starts and how long it lasts, s.
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
        """When it ends, s."""
        return self.law.end_time

    def title(self) -> str:
        """Say what kind of motion it is."""
        return self.kind

    def motion_at(self, t: FloatArray) -> MotionArrays:
        """Return positions, velocities and accelerations at times from start to end, unchecked."""
        s, rate, acceleration = self.law.motion_at(t)
        q, slope, curvature = self.path.along(np.clip(s[..., 0], 0.0, 1.0))
        return q, slope * rate, curvature * rate**2 + slope * acceleration

    def instants(self) -> FloatArray:
        """Return times, in order, between which nothing happens that a table or picture shows."""
        return self.law.instants()
