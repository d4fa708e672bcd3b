"""Motions of joints over time: what a trajectory is, and Fourier series."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from .._validation import FloatArray, count, float64_copy, require_finite
from ..show.files import write_json
from ..show.tables import Table
from ..show.tabular import Tabular

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Motion = tuple[FloatArray, FloatArray, FloatArray]


class Trajectory(Protocol):
    """Any object with a duration in seconds that is called with times."""

    @property
    def duration(self) -> float:
        """How long it lasts, s."""

    def __call__(self, times: ArrayLike) -> Motion:
        """Return positions, velocities, accelerations (..., n) at times (...)."""


@dataclass(frozen=True, eq=False, repr=False)
class FourierTrajectory(Tabular):
    """A periodic motion: every joint follows a Fourier series, from rest to rest.

    ``q(t) = centre + sum over k of sine[k] sin(k w t) + cosine[k] cos(k w t)``, with w = 2 pi /
    duration and k = 1, 2, ...

    Attributes
    ----------
    duration : float
        Of one period, s.
    centre : ndarray, shape (n,)
        rad or m.
    sine, cosine : ndarray, shape (n, harmonics)
        rad or m.
    condition_number : float
        Of the regressor of the base parameters along the motion, its columns scaled to length 1.

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

    def __call__(self, times: ArrayLike) -> Motion:
        """Return positions, velocities and accelerations.

        Parameters
        ----------
        times : array_like, shape (...)
            s; the motion repeats itself.

        Returns
        -------
        q, qd, qdd : ndarray, shape (..., n)

        Raises
        ------
        ValueError, TypeError
            If times are not finite real numbers.
        """
        t = float64_copy("times", times)
        require_finite("times", t)
        rate = np.arange(1.0, self.sine.shape[1] + 1) * (2 * np.pi / self.duration)
        phase: FloatArray = t[..., np.newaxis] * rate
        sin, cos = np.sin(phase), np.cos(phase)
        a, b = self.sine.T, self.cosine.T
        q: FloatArray = self.centre + sin @ a + cos @ b
        qd: FloatArray = (cos * rate) @ a - (sin * rate) @ b
        qdd: FloatArray = -(sin * rate**2) @ a - (cos * rate**2) @ b
        return q, qd, qdd

    def times(self, samples: int) -> FloatArray:
        """Return so many times, evenly spaced over one period, the end left out."""
        return np.linspace(0.0, self.duration, count("samples", samples), endpoint=False)

    def table(self) -> Table:
        """Return where each joint moves, and how fast."""
        q, qd, qdd = self(self.times(40 * self.sine.shape[1]))
        rows = np.stack([q.min(axis=0), q.max(axis=0), *(abs(x).max(axis=0) for x in (qd, qdd))])
        return Table(
            title=f"Fourier trajectory: {self.sine.shape[1]} harmonics in {self.duration:g} s",
            columns=("joint", "lowest q", "highest q", "fastest qd", "largest qdd"),
            align="rrrrr",
            rows=tuple(
                (str(k), *(f"{value:.3g}" for value in row))
                for k, row in enumerate(rows.T, start=1)
            ),
            footnote=f"condition number {self.condition_number:.3g}; rad, m, s",
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the series as plain data, ready for JSON."""
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

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the positions of the joints over one period.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Where to draw; a new figure without it.

        Returns
        -------
        matplotlib axes
        """
        from ..show.lines import draw_lines

        t = self.times(400)
        joints = {f"joint {k}": q for k, q in enumerate(self(t)[0].T, start=1)}
        return draw_lines(t, joints, ("time in s", "position in rad or m"), ax)
