"""Base class of trajectories: joint positions, velocities and accelerations over time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from ...output.tables import Table
from ...output.tabular import Tabular
from ...validation import FloatArray, count, float64_copy, require_finite

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MotionArrays = tuple[FloatArray, FloatArray, FloatArray]

# times of a motion that can be asked for at once
MOST_TIMES = 10**8

# plotted instants of a motion without pieces
_INSTANTS = 400


class Trajectory(Tabular):
    """Trajectory of the joints over time; call it with times.

    A subclass defines `n`, `title` and `motion_at`.

    Before the start and after the end the arm rests at the start and end position, unless the
    motion is periodic. At a jump of velocity or acceleration the later value holds; at the end, the
    earlier one.

    Attributes
    ----------
    start_time, duration : float
        Start time and duration, s.
    repeats : bool
        Whether the motion is periodic, over all times.
    """

    start_time: float = 0.0
    duration: float

    repeats: ClassVar[bool] = False

    @property
    @abstractmethod
    def n(self) -> int:
        """Number of joints."""

    @abstractmethod
    def title(self) -> str:
        """Return the name of the kind of motion."""

    @abstractmethod
    def motion_at(self, t: FloatArray) -> MotionArrays:
        """Return positions, velocities and accelerations at times from start to end, unchecked."""

    def instants(self) -> FloatArray:
        """Return ordered times that resolve the motion in tables and plots."""
        return np.linspace(self.start_time, self.end_time, _INSTANTS)

    @property
    def end_time(self) -> float:
        """End time, s."""
        return self.start_time + self.duration

    def __call__(self, t: ArrayLike) -> MotionArrays:
        """Return positions, velocities and accelerations.

        Parameters
        ----------
        t : array_like, shape (...)
            Times, s.

        Returns
        -------
        q, qd, qdd : ndarray, shape (..., n)
            rad, rad/s, rad/s², or m, m/s, m/s².

        Raises
        ------
        ValueError, TypeError
            If times are not finite real numbers.
        """
        t = float64_copy("t", t)
        require_finite("t", t)
        if self.repeats:
            return self.motion_at(t)
        within = np.clip(t, self.start_time, self.end_time)
        q, qd, qdd = self.motion_at(within)
        moving = (t == within)[..., np.newaxis]
        return q, np.where(moving, qd, 0.0), np.where(moving, qdd, 0.0)

    def times(self, samples: int) -> FloatArray:
        """Return evenly spaced times from start to end, both included."""
        return np.linspace(
            self.start_time, self.end_time, count("samples", samples, largest=MOST_TIMES)
        )

    def table(self) -> Table:
        """Return start, goal, range, and largest velocity and acceleration of each joint."""
        q, qd, qdd = self.motion_at(self.instants())
        extremes = [q.min(axis=0), q.max(axis=0), *(abs(x).max(axis=0) for x in (qd, qdd))]
        rows = np.stack([q[0], q[-1], *extremes])
        from_start = f", from {self.start_time:g} s on" if self.start_time else ""
        return Table(
            title=f"{self.title()} in {self.duration:g} s{from_start}",
            columns=("joint", "start", "goal", "lowest", "highest", "fastest qd", "largest qdd"),
            align="r" * 7,
            rows=tuple(
                (str(k), *(f"{value:.4g}" for value in row))
                for k, row in enumerate(rows.T, start=1)
            ),
            footnote="rad, m, s",
            optional=("lowest", "highest"),
        )

    def plot(self, axes: Sequence[Axes] | None = None) -> Sequence[Axes]:
        """Plot positions, velocities and accelerations of the joints.

        Parameters
        ----------
        axes : sequence of three matplotlib axes, optional
            Axes to draw on, one above the other; a new figure by default.

        Returns
        -------
        sequence of three matplotlib axes
        """
        from ...output.plots import draw_panels

        t = self.instants()
        joints = [f"joint {k}" for k in range(1, self.n + 1)]
        names = ("q, rad or m", "qd, rad/s or m/s", "qdd, rad/s² or m/s²")
        panels = {
            name: dict(zip(joints, values.T, strict=True))
            for name, values in zip(names, self.motion_at(t), strict=True)
        }
        return draw_panels(t, panels, "time, s", axes)
