"""The result of measuring rounding errors: records, what tells formulations apart, tables."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..._validation import choice
from ...show.files import write_records
from ...show.numbers import in_eps
from ...show.tables import Table
from .sweeps import SWEEPS
from .verdict import ALIKE, Curve, Group, bounded, groups, power_of

if TYPE_CHECKING:
    import matplotlib.axes
    import rich.console

_FORMAT = "equidyn rounding errors 1"

# of sixteen, whose loss is noticed
_DIGITS = 3

# eps, below which no error is drawn
_SMALLEST = 0.1


@dataclass(frozen=True)
class RoundingRecord:
    """The rounding error of one formulation at one place of a series.

    Attributes
    ----------
    sweep : str
        The series.
    formulation : str
        Its name.
    x : int
        What grows in the series: number of joints, lengths of the arm, turns.
    error : float
        Largest error in any joint and state, in units of eps times the largest torque.
    unsure : float
        How far off the torques in extended precision may be, in the same unit.
    """

    sweep: str
    formulation: str
    x: int
    error: float
    unsure: float


@dataclass(frozen=True, repr=False)
class RoundingErrors:
    """Rounding errors of formulations, in series of arms and states.

    Prints as tables in a terminal and in a notebook.

    Attributes
    ----------
    records : tuple of RoundingRecord
        One for each series, formulation and x.
    arm : str
        Name of the arm that was made worse.
    samples, seed : int
        Number of random states of each arm, and their seed.
    """

    records: tuple[RoundingRecord, ...]
    arm: str
    samples: int
    seed: int

    @property
    def sweeps(self) -> tuple[str, ...]:
        """Names of the series."""
        return tuple(dict.fromkeys(record.sweep for record in self.records))

    @property
    def formulations(self) -> tuple[str, ...]:
        """Names of the formulations."""
        return tuple(dict.fromkeys(record.formulation for record in self.records))

    def of(self, sweep: str, formulation: str) -> tuple[RoundingRecord, ...]:
        """Return the records of one formulation in one series, by growing x.

        Raises
        ------
        ValueError
            If it was not measured there.
        """
        records = self._in(sweep)
        names = dict.fromkeys(record.formulation for record in records)
        chosen = choice("formulation", formulation, names)
        return tuple(record for record in records if record.formulation == chosen)

    def exponent(self, sweep: str, formulation: str) -> float:
        """Fit the power of x by which the errors of a formulation grow.

        Slope of the least-squares line through log(error) against log(x), over the second half of
        the series; not a number for fewer than two x there.
        """
        records = self.of(sweep, formulation)
        return power_of([r.x for r in records], [r.error for r in records])

    def worst(self, sweep: str) -> str:
        """Return the formulation whose error is the largest at the end of a series."""
        curves = self._curves(sweep)
        return max(curves, key=lambda name: curves[name].digits)

    def first(self, sweep: str) -> tuple[str, float] | None:
        """Return which formulation is the first to lose three digits, and at which x.

        Between two x the error is taken to grow by a power of x. None where no one loses as many.
        """
        found = {name: self._crossing(sweep, name) for name in self._curves(sweep)}
        places = {name: x for name, x in found.items() if x is not None}
        return min(places.items(), key=lambda item: item[1]) if places else None

    def groups(self, sweep: str) -> tuple[Group, ...]:
        """Return what tells the formulations apart at the end of a series, the worst first."""
        return groups(self._curves(sweep), SWEEPS[choice("sweep", sweep, SWEEPS)].shared)

    def table(self) -> Table:
        """Return the errors at the end of every series."""
        last = {(r.sweep, r.formulation): r for r in self.records}
        ends = {sweep: max(r.x for r in self._in(sweep)) for sweep in self.sweeps}
        return Table(
            title=f"Rounding errors where they are largest: {self.arm}",
            columns=("formulation", *(f"{sweep}\n{_number(x)}" for sweep, x in ends.items())),
            align="l" + "r" * len(ends),
            rows=tuple(
                (name, *(_cell(last.get((sweep, name))) for sweep in ends))
                for name in self.formulations
            ),
            footnote="largest in any joint of "
            f"{self.samples} random states, in units of eps = 2.2e-16 times the largest torque. "
            + "; ".join(f"{name}: {SWEEPS[name].variable}" for name in ends),
        )

    def first_table(self) -> Table:
        """Return who loses digits first in every series."""
        rows = []
        for sweep in self.sweeps:
            first, worst = self.first(sweep), self.worst(sweep)
            lost = self._curves(sweep)[worst].digits
            name, x = (first[0], _number(first[1])) if first else ("none", "-")
            if self.groups(sweep)[0].name == ALIKE:
                name, worst = (ALIKE if first else name), ALIKE
            rows.append((sweep, name, x, worst, f"{lost:.1f} of 16"))
        return Table(
            title="Which formulation loses digits first",
            columns=("series", "first to lose three", "at", "loses most", "digits"),
            align="llrlr",
            rows=tuple(rows),
            footnote="; ".join(f"{name}: {SWEEPS[name].statement}" for name in self.sweeps),
        )

    def reasons_table(self) -> Table:
        """Return what tells formulations apart, and why."""
        rows = []
        for sweep in self.sweeps:
            for k, group in enumerate(self.groups(sweep)):
                grows = "-" if np.isnan(group.power) else f"x^{round(group.power, 1) + 0.0:.1f}"
                who = (group.name, str(len(group.formulations)))
                what = (*who, f"{group.digits:.1f}", grows, group.reason)
                rows.append(("" if k else sweep, *what))
        return Table(
            title="What tells them apart, and why",
            columns=("series", "by their equations", "of", "digits", "grow as", "why"),
            align="llrrrl",
            rows=tuple(rows),
            footnote="what tells apart is found from the errors at the end of a series; a reason "
            "is given where they grow by the power that it predicts. of: how many; digits lost, "
            "and power of x: median",
        )

    def plot(
        self, ax: matplotlib.axes.Axes | None = None, *, sweep: str | None = None
    ) -> matplotlib.axes.Axes:
        """Draw the errors in a series, both axes logarithmic, coloured by what tells them apart.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Where to draw; a new figure without it.
        sweep : str, optional
            Which series; by default the one in which formulations differ most.

        Returns
        -------
        matplotlib axes
        """
        from ...show.drawing import draw_against_n

        shown = self._widest() if sweep is None else choice("sweep", sweep, self.sweeps)
        families = {f: group.name for group in self.groups(shown) for f in group.formulations}
        curves = {
            # an error of nothing has no logarithm
            name: {r.x: max(r.error, _SMALLEST) for r in self.of(shown, name)}
            for name in families
        }
        variable = ("n" if shown == "joints" else "x", SWEEPS[shown].variable)
        quantity = "error in eps times the largest torque"
        return draw_against_n(curves, quantity, ax, families=families, variable=variable)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything to a file: .json, or .csv with one row for each record.

        Raises
        ------
        ValueError
            For another suffix.
        """
        about = {"format": _FORMAT, "arm": self.arm, "samples": self.samples, "seed": self.seed}
        write_records(path, about, [asdict(record) for record in self.records])

    def __str__(self) -> str:
        return "\n\n".join(map(str, self._tables()))

    __repr__ = __str__

    def __rich__(self) -> rich.console.Group:
        """Return the tables as `rich` draws them."""
        from rich.console import Group
        from rich.text import Text

        first, *others = (table.__rich__() for table in self._tables())
        return Group(first, *(item for other in others for item in (Text(), other)))

    def _repr_html_(self) -> str:
        return "".join(table._repr_html_() for table in self._tables())

    def _tables(self) -> tuple[Table, ...]:
        return self.table(), self.first_table(), self.reasons_table()

    def _in(self, sweep: str) -> list[RoundingRecord]:
        chosen = choice("sweep", sweep, self.sweeps)
        return [record for record in self.records if record.sweep == chosen]

    def _curves(self, sweep: str) -> dict[str, Curve]:
        """Return what was measured of each formulation in a series."""
        by_name: dict[str, list[RoundingRecord]] = {}
        for record in self._in(sweep):
            by_name.setdefault(record.formulation, []).append(record)
        return {
            name: Curve(
                float(np.log10(bounded(records[-1].error))),
                power_of([r.x for r in records], [r.error for r in records]),
            )
            for name, records in by_name.items()
        }

    def _crossing(self, sweep: str, formulation: str) -> float | None:
        records = self.of(sweep, formulation)
        digits = [float(np.log10(bounded(r.error))) for r in records]
        beyond = next((k for k, lost in enumerate(digits) if lost > _DIGITS), None)
        if beyond is None:
            return None
        around = slice(max(beyond - 1, 0), beyond + 1)
        x = np.log([r.x for r in records])
        return float(np.exp(np.interp(_DIGITS, digits[around], x[around])))

    def _widest(self) -> str:
        """Return the series at whose end the digits lost differ most."""

        def spread(sweep: str) -> float:
            digits = [curve.digits for curve in self._curves(sweep).values()]
            return max(digits) - min(digits)

        return max(self.sweeps, key=spread)


def _cell(record: RoundingRecord | None) -> str:
    return in_eps(record.error) if record else ""


def _number(x: float) -> str:
    return f"{x:.0f}" if x < 1e4 else f"{x:.0e}".replace("e+0", "e")
