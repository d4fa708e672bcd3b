"""Result of the identification of a payload: a body, its uncertainty, and undetermined parts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..arm.arm import Arm
from ..arm.body import steiner
from ..arm.parameters.parameters import PER_LINK, entries_of, labels, tensors_of
from ..output.plain import finite_or_none
from ..output.tables import Table
from ..output.tabular import Exported, Tabular
from ..output.text import visible
from ..validation import BoolArray, FloatArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# names and units of the parameters about the origin of the tool frame
NAMES = tuple(name.replace("1", "") for name in labels("R", False, False)[0])
UNITS = labels("R", False, False)[1]

# quantities of the body, with units
_QUANTITIES = {
    "mass": "kg",
    **{f"com {axis}": "m" for axis in "xyz"},
    **{f"inertia {axes}": "kg m²" for axes in ("xx", "xy", "yy", "xz", "yz", "zz")},
}

# part of a direction below which it is rounding
_NEGLIGIBLE = 1e-6


@dataclass(frozen=True, eq=False, repr=False)
class PayloadIdentification(Tabular, Exported):
    """Payload of an arm, the result of `equidyn.identify_payload`.

    Attributes
    ----------
    given : Arm
        The arm without load.
    parameters : ndarray, shape (10,)
        Mass, first moment and inertia tensor (xx, xy, yy, xz, yz, zz) of the load about the origin
        of the tool frame, in its axes: of a body that can exist.
    covariance, information : ndarray, shape (10, 10) and (k, 10)
        Covariance of the estimated parameters, without undetermined combinations; the square root
        of its inverse, a row for each of k determined combinations.
    scales : ndarray, shape (10,)
        Sizes of the parameters, from mass and length of the arm, to compare them.
    noise : ndarray, shape (n,)
        Standard deviation of the torques of each joint.
    condition_number : float
        Condition number of the weighted regressor, its columns scaled to length 1; infinite if it
        is rank-deficient.
    observable : int
        Number of combinations, of ten, that motions of this arm can determine.
    samples : int
        Number of samples.
    """

    given: Arm
    parameters: FloatArray
    covariance: FloatArray
    information: FloatArray
    scales: FloatArray
    noise: FloatArray
    condition_number: float
    observable: int
    samples: int

    @property
    def mass(self) -> float:
        """Mass, kg."""
        return float(self.parameters[0])

    @property
    def com(self) -> FloatArray:
        """Centre of mass in the tool frame, m, shape (3,)."""
        return np.asarray(self.parameters[1:4] / (self.mass or 1.0))

    @property
    def inertia(self) -> FloatArray:
        """Inertia tensor about the centre of mass, in tool-frame axes, kg m², shape (3, 3)."""
        return tensors_of(self.parameters[4:]) - steiner(self.mass, self.com)

    @property
    def rank(self) -> int:
        """Number of combinations, of ten, that the data determine."""
        return len(self.information)

    @property
    def arm(self) -> Arm:
        """The arm with the load, as by `Arm.with_payload`."""
        return self.given.with_payload(self.mass, self.com, self.inertia)

    @cached_property
    def directions(self) -> tuple[str, ...]:
        """Changes of the load that no torque of the data shows, as sums of parameters.

        Of the mass m, the first moment "m*cx", and the tensor "Ixx" about the origin of the tool.
        """
        return tuple(_written(row, self.scales) for row in _reduced(self._hidden))

    @cached_property
    def standard_deviations(self) -> dict[str, float]:
        """Standard deviations by quantity, "mass", "com x", "inertia xy"; infinite if undetermined.

        Of the centre of mass and of the tensor about it to first order.
        """
        slopes = self._slopes
        squares = np.einsum("ij,jk,ik->i", slopes, self.covariance, slopes)
        spread = np.where(self._determined, np.sqrt(np.maximum(squares, 0.0)), np.inf)
        return dict(zip(_QUANTITIES, spread.tolist(), strict=True))

    @property
    def not_identifiable(self) -> tuple[str, ...]:
        """The quantities of the load that the data do not determine."""
        pairs = zip(_QUANTITIES, self._determined, strict=True)
        return tuple(name for name, determined in pairs if not determined)

    @cached_property
    def _hidden(self) -> FloatArray:
        """Orthonormal undetermined directions (10 - k, 10), in units of the scales."""
        shown = self.information * self.scales
        rows = shown / np.maximum(np.linalg.norm(shown, axis=1, keepdims=True), 1e-300)
        return np.asarray(np.linalg.svd(rows, full_matrices=True)[2][self.rank :])

    @property
    def _determined(self) -> BoolArray:
        """Mask of the quantities with no slope in an undetermined direction."""
        slopes = self._slopes * self.scales
        parts = np.abs(slopes @ self._hidden.T).max(axis=1, initial=0.0)
        determined = np.asarray(parts <= _NEGLIGIBLE * np.linalg.norm(slopes, axis=1))
        determined[1:4] &= self.mass > 0  # without mass there is no centre
        return determined

    @property
    def _slopes(self) -> FloatArray:
        """Derivatives (10, 10) of mass, centre of mass and tensor about it by the parameters."""
        mass, com = self.mass or np.inf, self.com
        slopes = np.zeros((PER_LINK, PER_LINK))
        slopes[0, 0] = 1.0
        slopes[1:4, 0], slopes[1:4, 1:4] = -com / mass, np.eye(3) / mass
        slopes[4:, 4:] = np.eye(6)
        slopes[4:, 0] = entries_of(steiner(1.0, com))
        for k, axis in enumerate(np.eye(3)):
            across = np.outer(com, axis)
            slopes[4:, 1 + k] = entries_of(across + across.T - 2 * com[k] * np.eye(3))
        return slopes

    @property
    def _values(self) -> list[float]:
        """The quantities of the body in their order."""
        return [self.mass, *self.com.tolist(), *entries_of(self.inertia).tolist()]

    def table(self) -> Table:
        """Return a table of the body, a row for each quantity."""
        rows = [
            (name, f"{value:.5g}", "?" if np.isinf(sigma) else f"{sigma:.2g}", unit)
            for (name, unit), value, sigma in zip(
                _QUANTITIES.items(), self._values, self.standard_deviations.values(), strict=True
            )
        ]
        return Table(
            title=f"load of {visible(self.given.name) or 'the arm'} at {self.given.tool_name!r}, "
            f"identified from {self.samples} samples",
            columns=("load", "value", "±", "unit"),
            align="lrrl",
            rows=tuple(rows),
            footnote="\n".join(self._notes()),
        )

    def _notes(self) -> list[str]:
        """Return remarks on the data."""
        noise = ", ".join(f"{sigma:.3g}" for sigma in self.noise)
        notes = ["centre of mass and tensor about it, in axes of the tool frame"]
        notes.append(f"condition number {self.condition_number:.3g}; noise of the torques {noise}")
        if self.directions:
            notes.append(
                f"the data determine {self.rank} of 10 combinations, of {self.observable} that "
                f"this arm can; no torque shows a change of: {', '.join(self.directions)}"
            )
        return notes

    def _about(self) -> dict[str, Any]:
        return {
            "arm": self.given.name,
            "tool": self.given.tool_name,
            "samples": self.samples,
            "condition_number": finite_or_none(self.condition_number),
            "rank": self.rank,
            "observable": self.observable,
            "not_shown": "; ".join(self.directions),
        }

    def to_records(self) -> list[dict[str, Any]]:
        """Return a record for each quantity; the deviation of an undetermined one is None."""
        return [
            {"quantity": name, "value": value, "deviation": finite_or_none(sigma), "unit": unit}
            for (name, unit), value, sigma in zip(
                _QUANTITIES.items(), self._values, self.standard_deviations.values(), strict=True
            )
        ]

    def plot(self, ax: Axes | None = None) -> Axes:
        """Plot the uncertainty of each quantity, in percent of the mass, length and tensor.

        Lengths compare with the distance of the centre of mass from the tool, tensors with their
        largest entry; undetermined quantities have a word instead of a point. The axis is
        logarithmic, with a line at 100 %.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Axes to draw on; a new figure by default.

        Returns
        -------
        matplotlib axes
        """
        from ..output.plots import draw_points

        sizes = [self.mass, *[np.linalg.norm(self.com)] * 3, *[np.abs(self.inertia).max()] * 6]
        parts = {
            name: float(100 * sigma / size) if size else np.nan
            for (name, sigma), size in zip(self.standard_deviations.items(), sizes, strict=True)
        }
        return draw_points(parts, "standard deviation in %", ax, limit=100.0)


def _reduced(rows: FloatArray) -> FloatArray:
    """Return the reduced row echelon form of a basis (k, 10), pivots by size."""
    reduced, free = rows.copy(), np.ones(PER_LINK, bool)
    for k in range(len(reduced)):
        part = np.where(free, np.abs(reduced[k:]), 0.0)
        row, column = np.unravel_index(int(part.argmax()), part.shape)
        reduced[[k, k + row]] = reduced[[k + row, k]]
        reduced[k] /= reduced[k, column]
        others: NDArray[np.intp] = np.delete(np.arange(len(reduced)), k)
        reduced[others] -= np.outer(reduced[others, column], reduced[k])
        free[column] = False
    return np.asarray(reduced)


def _written(row: FloatArray, scales: FloatArray) -> str:
    """Write a direction as a sum of parameters, the largest part with the factor 1."""
    change = row * scales
    first = int(np.abs(row).argmax())
    text = NAMES[first]
    for k in np.flatnonzero(np.abs(row) > _NEGLIGIBLE * abs(row[first])):
        if k != first:
            factor = change[k] / change[first]
            text += f" {'-' if factor < 0 else '+'} {f'{abs(factor):.4g}*'.removeprefix('1*')}"
            text += NAMES[k]
    return text
