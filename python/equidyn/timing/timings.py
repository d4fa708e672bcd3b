"""Result of timing formulations: saved, loaded, printed and plotted."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..dynamics.registry import families, kernel_name, numbers, of_quantity, order
from ..dynamics.registry import formulations as registry
from ..output.crossovers import Crossovers, crossovers_of
from ..output.files import is_csv, naming, read_csv, read_json, suffix_of, write_csv
from ..output.plain import from_plain, to_plain
from ..output.tables import Table
from ..output.tabular import SUFFIXES, Exported
from ..output.text import in_time, power_of_ten
from ..validation import count, require_turns, switch
from .files import from_csv, to_csv

if TYPE_CHECKING:
    import matplotlib.axes

_FORMAT = "equidyn timings 1"

# mark of a function timed in Python
_MARK = " (Python)"

# keys of the machine with instruction set and lanes of the timed code
_CODE = ("formulations", "production_kernel")

# relative difference below which two times are equal
_NOISE = 0.05


@dataclass(frozen=True)
class Timing:
    """Times of one formulation on an arm of n joints.

    Attributes
    ----------
    formulation : str
        Its name.
    n : int
        Number of joints.
    nanoseconds : tuple of float
        Time per evaluation in each turn.
    loop : float
        The part of it that the Python loop around a candidate takes; 0 for formulations, which are
        timed in C++.
    """

    formulation: str
    n: int
    nanoseconds: tuple[float, ...]
    loop: float = 0.0

    def __post_init__(self) -> None:
        count("n", self.n)
        require_turns("nanoseconds", self.nanoseconds)

    @property
    def minimum(self) -> float:
        """Least time per evaluation, ns: the cost of the code."""
        return min(self.nanoseconds)

    @property
    def median(self) -> float:
        """Median time per evaluation, ns: well above the minimum on a busy machine."""
        return float(np.median(self.nanoseconds))


@dataclass(frozen=True, repr=False)
class Timings(Exported):
    """Times per evaluation of several formulations against the number of joints.

    Attributes
    ----------
    records : tuple of Timing
        One for each formulation and n.
    machine : dict
        Processor, compiler, flags, versions and date of the measurement; instruction set and lanes
        of the ``formulations``, all alike, and of the ``production_kernel``.
    arms : str
        The arms, in words.
    quantity : str
        The computed quantity, as `equidyn.formulations` takes it.
    batch : int
        States in a call; 1: one at a time.
    """

    records: tuple[Timing, ...]
    machine: dict[str, str]
    arms: str
    quantity: str = "inverse_dynamics"
    batch: int = 1

    def __post_init__(self) -> None:
        registry(self.quantity)  # raises for an unknown quantity
        count("batch", self.batch)

    @property
    def formulations(self) -> tuple[str, ...]:
        """Names of the formulations, in the order of the records."""
        return tuple(dict.fromkeys(record.formulation for record in self.records))

    @property
    def sizes(self) -> tuple[int, ...]:
        """Numbers of joints that were timed."""
        return tuple(sorted({record.n for record in self.records}))

    def of(self, formulation: str) -> tuple[Timing, ...]:
        """Return the records of one formulation, by growing n.

        Raises
        ------
        ValueError
            If it was not timed.
        """
        found = sorted((r for r in self.records if r.formulation == formulation), key=lambda r: r.n)
        if not found:
            raise ValueError(
                f"formulation: {formulation!r} was not timed; "
                f"these were: {', '.join(self.formulations)}"
            )
        return tuple(found)

    def at(self, formulation: str, n: int) -> Timing:
        """Return the record of one formulation at one n.

        Raises
        ------
        ValueError
            If it was not timed there.
        """
        for record in self.of(formulation):
            if record.n == n:
                return record
        sizes = ", ".join(str(record.n) for record in self.of(formulation))
        raise ValueError(f"n: {formulation} was not timed at {n} (timed: {sizes})")

    def cheapest(self, n: int) -> Timing:
        """Return the record of the cheapest formulation at one n; production kernels do not count.

        Raises
        ------
        ValueError
            If none was timed there.
        """
        there = [record for record in self.records if record.n == n]
        found = [each for each in there if each.formulation != kernel_name(self.quantity)]
        if not found:
            raise ValueError(f"n: no formulation was timed at {n}")
        return min(found, key=lambda record: record.minimum)

    def fitted_range(self, formulation: str) -> tuple[int, int]:
        """Return the smallest and the largest n over which `exponent` fits by default.

        From n = 10 on for costs of order n, because their constant part is small there. The three
        largest n for higher orders, because lower powers of n still count at smaller n.
        """
        sizes = [record.n for record in self.of(formulation)]
        if self._order(formulation) in ("n", "-"):
            return min([n for n in sizes if n >= 10] or sizes), sizes[-1]
        return min(sizes[-3:]), sizes[-1]

    def exponent(
        self, formulation: str, n_min: int | None = None, n_max: int | None = None
    ) -> float:
        """Fit the power of n in the growth of the cost.

        Parameters
        ----------
        formulation : str
            One that was timed.
        n_min, n_max : int, optional
            Range of n, both ends included; `fitted_range` if neither is given.

        Returns
        -------
        float
            Slope of the least-squares line through log(minimum) against log(n); NaN with fewer than
            two n in the range.
        """
        if n_min is None and n_max is None:
            n_min, n_max = self.fitted_range(formulation)
        low, high = n_min or 1, n_max or self.sizes[-1]
        fitted = [record for record in self.of(formulation) if low <= record.n <= high]
        if len(fitted) < 2:
            return float("nan")
        log_n = np.log([record.n for record in fitted])
        log_time = np.log([record.minimum for record in fitted])
        return float(np.polyfit(log_n, log_time, 1)[0])

    def table(self, sizes: Iterable[int] | None = None) -> Table:
        """Return the minimum for every formulation, a column for each n.

        In a terminal as many n as fit are shown, spread over those that were timed.

        Parameters
        ----------
        sizes : iterable of int, optional
            The n to show; by default, all that were timed.
        """
        shown = self.sizes if sizes is None else tuple(sizes)
        known = {(record.formulation, record.n): record for record in self.records}
        return Table(
            title=f"{self._measure} against the number of joints: {self.arms}",
            columns=("formulation", *(f"n = {n}" for n in shown)),
            align="l" + "r" * len(shown),
            rows=tuple(
                (self._marked(name), *(_cell(known.get((name, n))) for n in shown))
                for name in self.formulations
            ),
            footnote=f"minimum over the repetitions; {self._clock}\n{self.conditions}",
            optional=tuple(f"n = {n}" for n in _closest_first(shown)),
        )

    def cost_table(self, *, ranked: bool = True) -> Table:
        """Return the times of the formulations at the smallest n.

        Parameters
        ----------
        ranked : bool, optional
            Whether the cheapest one comes first; otherwise they keep the order of the records.
        """
        n = self.sizes[0]
        records = [record for record in self.records if record.n == n]
        if switch("ranked", ranked):
            records.sort(key=lambda record: record.minimum)
        cheapest = self.cheapest(n).minimum
        return Table(
            title=f"{self._measure}: {self.arms}, n = {n}",
            columns=("formulation", "minimum", "median", "times the cheapest\nformulation"),
            align="lrrr",
            rows=tuple(
                (
                    self._marked(record.formulation),
                    in_time(record.minimum),
                    in_time(record.median),
                    f"{record.minimum / cheapest:.2f}",
                )
                for record in records
            ),
            footnote=f"minimum and median over the repetitions; {self._clock}\n{self.conditions}",
        )

    def growth_table(self) -> Table:
        """Return the fitted exponents."""
        rows = []
        for name in self.formulations:
            low, high = self.fitted_range(name)
            slope = self.exponent(name)
            exponent = "-" if np.isnan(slope) else f"{slope:.2f}"
            noise = max(record.median / record.minimum for record in self.of(name)) - 1.0
            fitted = (exponent, f"{low} to {high}", f"{noise:.0%}")
            rows.append((self._marked(name), self._order(name), *fitted))
        return Table(
            title="Growth with the number of joints n",
            columns=("formulation", "order", "exponent", "fitted over n", "median above minimum"),
            align="lcrrr",
            rows=tuple(rows),
            footnote="slope of log(minimum) against log(n), least squares; "
            "it differs from the order because lower powers of n still count at these n",
        )

    @property
    def conditions(self) -> str:
        """Conditions of compilation and run, in words."""
        known = [key for key in _CODE if key in self.machine]
        code = (f"{key.replace('_', ' ')}: {self.machine[key]}" for key in known)
        machine = (self.machine.get(key, "").strip() for key in ("compiler", "flags", "processor"))
        return "; ".join(filter(None, (self._calls, *code, *machine)))

    @property
    def _calls(self) -> str:
        return f"{self.batch:,} states in a call" if self.batch > 1 else "one state at a time"

    @property
    def _measure(self) -> str:
        """The measured quantity, in words."""
        batches = f" in batches of {self.batch:,}" if self.batch > 1 else ""
        return f"Time per evaluation{of_quantity(self.quantity)}{batches}"

    @property
    def _clock(self) -> str:
        """The clock, in words, with the cost of the loop around candidates."""
        clock = "CPU time in C++, single core"
        loops = [record.loop for record in self.records if record.loop]
        if not loops:
            return clock
        spent = f"loop and call take {in_time(min(loops))} of each time"
        return f"{clock};{_MARK}: called in a loop in Python; {spent}"

    def _marked(self, formulation: str) -> str:
        """Return the name of a formulation, with a mark if it is timed in Python."""
        return formulation + _MARK * any(record.loop for record in self.of(formulation))

    def _order(self, formulation: str) -> str:
        """Return the order of a formulation, or a dash for one that the registry lacks."""
        try:
            return order(formulation, self.quantity)
        except KeyError:
            return "-"

    def crossovers(self) -> Crossovers:
        """Return the crossovers: from these n on, one formulation stays faster than another.

        Times are compared only at those n at which both were measured.
        """
        return Crossovers.of(
            crossovers_of(self._minima(), _NOISE),
            f"minimum over the repetitions, {self._calls}: {self.arms}; "
            f"differences below {_NOISE:.0%} are noise",
        )

    def _minima(self) -> dict[str, dict[int, float]]:
        return {
            self._marked(name): {record.n: record.minimum for record in self.of(name)}
            for name in self.formulations
        }

    def plot(self, ax: matplotlib.axes.Axes | None = None) -> matplotlib.axes.Axes:
        """Draw time per evaluation against n, both logarithmic; for a single arm as points.

        Circles mark final crossovers. The shortest time of a single arm comes first.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Where to draw; a new figure without it.

        Returns
        -------
        matplotlib axes
        """
        from ..output.curves import draw_against_n, mark_points
        from ..output.plots import draw_note, draw_points

        curves, label = self._minima(), self._measure[0].lower() + self._measure[1:]
        if len(self.sizes) == 1:
            times = {name: min(of.values()) for name, of in curves.items()}
            points = dict(sorted(times.items(), key=lambda item: item[1]))
            groups = families(points, self.quantity)
            style: dict[str, Any] = {"groups": groups, "written": in_time, "ticks": power_of_ten}
            ax = draw_points(points, label, ax, **style)
        else:
            groups, places = families(curves, self.quantity), numbers(curves, self.quantity)
            ax = draw_against_n(curves, label, ax, power_of_ten, groups=groups, numbers=places)
            mark_points(ax, self.crossovers().points())
        draw_note(ax, self.conditions)
        return ax

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each formulation and n; a CSV file has one for each turn."""
        return [
            {
                "formulation": record.formulation,
                "n": record.n,
                "minimum_ns": record.minimum,
                "median_ns": record.median,
                "turns": len(record.nanoseconds),
            }
            for record in self.records
        ]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything to a file: .json, or .csv, a row a turn; or tables, .tex or .md.

        Raises
        ------
        ValueError
            For another suffix.
        """
        if suffix_of(path, *SUFFIXES) == ".csv":
            write_csv(path, *to_csv(self._content()))
        else:
            super().save(path)

    def _content(self) -> dict[str, Any]:
        # summary data first
        first = {"format": _FORMAT, "quantity": self.quantity, "batch": self.batch}
        content = {**first, "arms": self.arms, "machine": self.machine, **to_plain(self)}
        if self.quantity == "inverse_dynamics":
            del content["quantity"]  # absent from files of torques
        if self.batch == 1:
            del content["batch"]  # absent from files of single states
        for record in content["records"]:
            if not record["loop"]:
                del record["loop"]  # absent from files of formulations
        return content

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Timings:
        """Load a file written by `save`.

        Raises
        ------
        ValueError
            For another suffix or another kind of file.
        """
        in_csv = is_csv(path)
        with naming(path, f"not a file of timings ({_FORMAT!r})"):
            content = from_csv(*read_csv(path)) if in_csv else read_json(path)
            return from_plain(cls, content, _FORMAT)

    def _tables(self) -> tuple[Table, ...]:
        """Return the tables; growth needs several arms."""
        if len(self.sizes) == 1:
            return (self.cost_table(),)
        return self.table(), self.growth_table()


def _closest_first(sizes: Sequence[int]) -> Iterator[int]:
    """Yield the sizes between the first and the last, those with close neighbours first."""
    left = sorted(set(sizes))
    while len(left) > 2:
        ratios = [after / before for before, after in zip(left, left[2:], strict=False)]
        yield left.pop(1 + ratios.index(min(ratios)))


def _cell(record: Timing | None) -> str:
    return in_time(record.minimum) if record else ""
