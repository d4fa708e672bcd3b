"""Periodic trajectories: Fourier series of joint positions."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from ..motion.trajectories import Trajectory
from ..motion.trajectories.trajectory import MOST_TIMES, MotionArrays
from ..output.files import write_json
from ..output.tables import Table
from ..validation import FloatArray, count

# plotted instants in each period of the highest harmonic
_INSTANTS = 40


@dataclass(frozen=True, eq=False, repr=False)
class FourierTrajectory(Trajectory):
    """Periodic trajectory: every joint follows a Fourier series, from rest to rest.

    ``q(t) = centre + sum over k of sine[k] sin(k w t) + cosine[k] cos(k w t)``, with w = 2 pi /
    duration and k = 1, 2, ...

    Attributes
    ----------
    duration : float
        Period, s.
    centre : ndarray, shape (n,)
        Mean positions, rad or m.
    sine, cosine : ndarray, shape (n, harmonics)
        Fourier coefficients, rad or m.
    condition_number : float
        Condition number of the regressor of the base parameters along the motion, its columns
        scaled to length 1.

    Examples
    --------
    >>> import equidyn
    >>> arm = equidyn.robots.planar_2r()
    >>> trajectory = equidyn.exciting_trajectory(arm, duration=4.0, seed=1)
    >>> q, qd, qdd = trajectory(trajectory.times(100))
    >>> q.shape
    (100, 2)
    """

    duration: float
    centre: FloatArray
    sine: FloatArray
    cosine: FloatArray
    condition_number: float

    repeats: ClassVar[bool] = True

    @property
    def n(self) -> int:
        """Number of joints."""
        return int(self.centre.size)

    def title(self) -> str:
        """Return the name of the kind of motion."""
        return f"Fourier trajectory: {self.sine.shape[1]} harmonics"

    def motion_at(self, t: FloatArray) -> MotionArrays:
        """Return positions, velocities and accelerations at any times, unchecked."""
        rate = np.arange(1.0, self.sine.shape[1] + 1) * (2 * np.pi / self.duration)
        phase: FloatArray = t[..., np.newaxis] * rate
        sin, cos = np.sin(phase), np.cos(phase)
        a, b = self.sine.T, self.cosine.T
        q: FloatArray = self.centre + sin @ a + cos @ b
        qd: FloatArray = (cos * rate) @ a - (sin * rate) @ b
        qdd: FloatArray = -(sin * rate**2) @ a - (cos * rate**2) @ b
        return q, qd, qdd

    def times(self, samples: int) -> FloatArray:
        """Return evenly spaced times over one period, its end excluded."""
        return np.linspace(
            0.0, self.duration, count("samples", samples, largest=MOST_TIMES), endpoint=False
        )

    def instants(self) -> FloatArray:
        """Return ordered times throughout one period."""
        return np.linspace(0.0, self.duration, _INSTANTS * self.sine.shape[1] + 1)

    def table(self) -> Table:
        """Return range, and largest velocity and acceleration of each joint."""
        table = super().table()
        condition = f"condition number {self.condition_number:.3g}"
        return replace(table, footnote=f"{condition}; {table.footnote}")

    def to_dict(self) -> dict[str, Any]:
        """Return the series as plain data for JSON."""
        return {
            "duration": self.duration,
            "centre": self.centre.tolist(),
            "sine": self.sine.tolist(),
            "cosine": self.cosine.tolist(),
            "condition_number": self.condition_number,
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write `to_dict()` as JSON."""
        write_json(path, self.to_dict())
