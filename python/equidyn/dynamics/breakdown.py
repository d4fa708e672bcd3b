"""Breakdown of the joint torques of a motion into terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..output.tables import Table
from ..output.tabular import Tabular
from ..output.text import unit_of, without_noise
from ..validation import FloatArray, float64_copy, require_finite

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, repr=False, eq=False)
class Breakdown(Tabular):
    """Joint torques by term; each array has shape (..., n), N m or N.

    Attributes
    ----------
    inertial : ndarray
        Inertial torques, M qdd.
    centrifugal : ndarray
        Torques by squares of velocities, the sum of C^i_jj qd_j².
    coriolis : ndarray
        Torques by products of two velocities, the sum of C^i_jk qd_j qd_k with j != k.
    gravity : ndarray
        Torques that hold the arm at rest, against gravity.
    friction, motors : ndarray
        Torques by friction and rotor inertia; zero if not requested.
    tip : ndarray
        Torques by the tip wrench; zero without one.
    base : ndarray
        Torques by the motion of the base; zero without one.
    joints : str
        R or P for each joint, of unit N m or N.
    """

    inertial: FloatArray
    centrifugal: FloatArray
    coriolis: FloatArray
    gravity: FloatArray
    friction: FloatArray
    motors: FloatArray
    tip: FloatArray
    base: FloatArray
    joints: str

    @property
    def terms(self) -> dict[str, FloatArray]:
        """Return the terms by name."""
        names = (field.name for field in fields(self) if field.name != "joints")
        return {name: getattr(self, name) for name in names}

    @property
    def total(self) -> FloatArray:
        """Sum of the terms: the torques of `Arm.inverse_dynamics`."""
        total: FloatArray = sum(self.terms.values(), np.zeros(()))
        return total

    def table(self) -> Table:
        """Return a table of the terms, for many states of their root mean squares."""
        terms = {**self.terms, "total": self.total}
        rows = without_noise(np.stack([self._of_joints(each) for each in terms.values()]))
        states = self.total[..., 0].size
        joints = self.total.shape[-1]
        of_many = f", root mean square of {states} states" if states != 1 else ""
        return Table(
            title=f"torques of {joints} joints, {self._unit(self.joints)}{of_many}",
            columns=("term", *(f"joint {k + 1}" for k in range(joints))),
            align="l" + "r" * joints,
            rows=tuple(
                (name, *(f"{torque:.4g}" for torque in row))
                for name, row in zip(terms, rows, strict=True)
                if name == "total" or row.any()
            ),
        )

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the terms of every joint as bars, for many states their root mean squares.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Axes to draw in; by default a new figure.

        Returns
        -------
        matplotlib axes
        """
        from ..output.plots import draw_grouped_bars

        bars = {name: self._of_joints(each) for name, each in self.terms.items() if each.any()}
        joints = [f"joint {k + 1}" for k in range(self.total.shape[-1])]
        return draw_grouped_bars(bars, joints, f"torque, {self._unit(self.joints)}", ax)

    def plot_over(self, t: ArrayLike, axes: Sequence[Axes] | None = None) -> Sequence[Axes]:
        """Draw the terms, and their sum, over the time of a motion: a panel for each joint.

        Parameters
        ----------
        t : array_like, shape (k,)
            Times of the states, s, where the terms have shape (k, n).
        axes : sequence of n matplotlib axes, optional
            Axes to draw in, one above the other; by default a new figure.

        Returns
        -------
        sequence of n matplotlib axes

        Raises
        ------
        ValueError, TypeError
            If there are not as many times as states.
        """
        from ..output.plots import draw_panels

        states, joints = self.total.shape[:-1], range(self.total.shape[-1])
        times = float64_copy("t", t)
        if times.ndim != 1 or times.shape != states:
            raise ValueError(f"t: expected one time for each state, {states}, got {times.shape}")
        require_finite("t", times)
        terms = {name: each for name, each in self.terms.items() if each.any()}
        panels = {
            f"joint {j + 1}, {self._unit(self.joints[j])}": {
                name: each[:, j] for name, each in {**terms, "total": self.total}.items()
            }
            for j in joints
        }
        return draw_panels(times, panels, "time, s", axes)

    @staticmethod
    def _unit(joints: str) -> str:
        return unit_of(joints, "N m", "N")

    @staticmethod
    def _of_joints(torques: FloatArray) -> FloatArray:
        """Return one number per joint."""
        rows: FloatArray = torques.reshape(-1, torques.shape[-1])
        if len(rows) == 1:
            return np.asarray(rows[0])
        mean: FloatArray = np.sqrt((rows**2).mean(axis=0))
        return mean
