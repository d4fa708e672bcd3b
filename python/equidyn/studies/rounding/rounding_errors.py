"""Result of measuring rounding errors: records, groups of formulations, tables."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...dynamics import numbers
from ...output.tables import Table
from ...output.tabular import Exported
from ...validation import choice
from .mistake import Mistake
from .record import RoundingRecord
from .sweeps import SWEEPS
from .tables import LARGEST, NONE, Race, errors_table, first_table, reasons_table
from .verdict import ALIKE, Curve, Group, bounded, groups, power_of

if TYPE_CHECKING:
    import matplotlib.axes

_FORMAT = "equidyn rounding errors 1"

# number of lost digits, of sixteen, that counts as a loss
_DIGITS = 3

# lower limit of drawn errors, eps
_SMALLEST = 0.1


@dataclass(frozen=True, repr=False)
class RoundingErrors(Exported):
    """Rounding errors of formulations, in series of arms and states.

    Prints as tables in a terminal and in a notebook.

    Attributes
    ----------
    records : tuple of RoundingRecord
        One for each series, formulation and x.
    arm : str
        Name of the arm of the series.
    samples, seed : int
        Number of random states of each arm, and their seed.
    quantity : str
        The computed quantity.
    mistakes : tuple of Mistake
        Formulations and candidates that are wrong from the first x of a series on. They have no
        part in what is said about that series.
    """

    records: tuple[RoundingRecord, ...]
    arm: str
    samples: int
    seed: int
    quantity: str = "inverse_dynamics"
    mistakes: tuple[Mistake, ...] = ()

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
        the series; NaN for fewer than two x there.
        """
        records = self.of(sweep, formulation)
        return power_of([r.x for r in records], [r.error for r in records])

    def worst(self, sweep: str) -> str:
        """Return the formulation with the largest error at the end of a series."""
        curves = self._curves(sweep)
        return max(curves, key=lambda name: curves[name].digits)

    def first(self, sweep: str) -> tuple[str, float] | None:
        """Return the first formulation to lose three digits, and the x where it does.

        Between two x the error is taken to grow by a power of x. None where none loses as many.
        """
        found = {name: self._crossing(sweep, name) for name in self._curves(sweep)}
        places = {name: x for name, x in found.items() if x is not None}
        return min(places.items(), key=lambda item: item[1]) if places else None

    def groups(self, sweep: str) -> tuple[Group, ...]:
        """Return the groups of formulations by their errors at the end of a series, worst first."""
        shared = SWEEPS[choice("sweep", sweep, SWEEPS)].shared
        if not self._curves(sweep):
            return ()
        return groups(self._curves(sweep), shared, self.quantity)

    def table(self) -> Table:
        """Return the errors at the end of every series."""
        return errors_table(self.records, self.arm, self.samples, self.quantity, self.mistakes)

    def first_table(self) -> Table:
        """Return the formulations that lose digits first in every series."""
        return first_table([self._race(sweep) for sweep in self._compared])

    def reasons_table(self) -> Table:
        """Return the groups of formulations, and the causes of their errors."""
        return reasons_table({sweep: self.groups(sweep) for sweep in self._compared})

    def plot(
        self, ax: matplotlib.axes.Axes | None = None, *, sweep: str | None = None
    ) -> matplotlib.axes.Axes:
        """Draw the errors in a series, both axes logarithmic, coloured by group.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Where to draw; a new figure without it.
        sweep : str, optional
            The series; by default the one in which formulations differ most.

        Returns
        -------
        matplotlib axes
        """
        from ...output.curves import draw_against_n

        shown = self._widest() if sweep is None else choice("sweep", sweep, self.sweeps)
        group_of = {f: group.name for group in self.groups(shown) for f in group.formulations}
        group_of |= dict.fromkeys(sorted(self._wrong(shown)), "wrong")
        curves = {
            # zero has no logarithm
            name: {r.x: max(r.error, _SMALLEST) for r in self.of(shown, name)}
            for name in group_of
        }
        variable = ("n" if shown == "joints" else "x", SWEEPS[shown].variable)
        quantity = f"error in eps times the {LARGEST[self.quantity]}"
        places = numbers(curves, self.quantity)
        return draw_against_n(
            curves, quantity, ax, groups=group_of, numbers=places, variable=variable
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each series, formulation and x."""
        return [asdict(record) for record in self.records]

    def _about(self) -> dict[str, Any]:
        about = {"format": _FORMAT, "arm": self.arm, "samples": self.samples, "seed": self.seed}
        if self.quantity != "inverse_dynamics":
            about["quantity"] = self.quantity
        return about

    def _tables(self) -> tuple[Table, ...]:
        if not self._compared:
            return (self.table(),)
        return self.table(), self.first_table(), self.reasons_table()

    @property
    def _compared(self) -> tuple[str, ...]:
        """The series in which some formulation is right."""
        return tuple(sweep for sweep in self.sweeps if self._curves(sweep))

    def _wrong(self, sweep: str) -> set[str]:
        """Return the formulations that are wrong in a series."""
        return {mistake.formulation for mistake in self.mistakes if mistake.sweep == sweep}

    def _in(self, sweep: str) -> list[RoundingRecord]:
        chosen = choice("sweep", sweep, self.sweeps)
        return [record for record in self.records if record.sweep == chosen]

    def _curves(self, sweep: str) -> dict[str, Curve]:
        """Return the error curve of each formulation that is not wrong in a series."""
        by_name: dict[str, list[RoundingRecord]] = {}
        for record in self._in(sweep):
            if record.formulation in self._wrong(sweep):
                continue
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

    def _race(self, sweep: str) -> Race:
        """Return the formulations that lose digits first in a series, and most."""
        first, worst = self.first(sweep), self.worst(sweep)
        name, x = first or (NONE, None)
        if self.groups(sweep)[0].name == ALIKE:
            name, worst = (ALIKE if first else NONE), ALIKE
        lost = max(curve.digits for curve in self._curves(sweep).values())
        return Race(sweep, name, x, worst, lost)

    def _widest(self) -> str:
        """Return the series with the largest differences of lost digits at its end."""

        def spread(sweep: str) -> float:
            digits = [curve.digits for curve in self._curves(sweep).values()]
            return max(digits, default=0.0) - min(digits, default=0.0)

        return max(self.sweeps, key=spread)
