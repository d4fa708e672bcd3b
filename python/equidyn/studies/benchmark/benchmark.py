"""Result of a benchmark: saved, loaded, printed and plotted."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from typing import TYPE_CHECKING, Any

from ...output.files import naming, read_json
from ...output.plain import from_plain, to_plain
from ...output.tables import Table
from ...output.tabular import Displayed, Exported
from ...validation import choice
from . import tables
from .rows import CPP, LAYERS, CoreFigures, Row
from .settings import Settings

if TYPE_CHECKING:
    import matplotlib.axes
    import rich.console

_FORMAT = "equidyn benchmark 2"

# the settings of files that were written before there were any
_UNKNOWN = Settings()

# facts of the machine that are printed with the times
_CONDITIONS = ("processor", "compiler", "flags", "instruction_set", "date")


@dataclass(frozen=True, repr=False)
class Summary(Displayed):
    """The main tables of a benchmark.

    Attributes
    ----------
    tables : tuple of Table
        The tables.
    """

    tables: tuple[Table, ...]

    def _tables(self) -> tuple[Table, ...]:
        return self.tables


@dataclass(frozen=True, repr=False)
class Benchmark(Exported):
    """Times per evaluation of equidyn and other libraries on one arm.

    Attributes
    ----------
    rows : tuple of Row
        One for each task, contestant, batch and number of threads.
    arm : str
        The arm.
    machine : dict
        Processor, compiler, flags, versions and date of the measurement; its processors, the core
        of single threads and its governor; and the load of the machine in the minute before.
    versions : dict
        Version of each of the other libraries.
    notes : tuple of str
        Missing libraries, and refused calls.
    core : CoreFigures
        Reference figures of the times inside C++: operations, peaks and cost of a joint.
    settings : Settings
        What it was asked for, and the digest of the robot: its `command` repeats it.
    """

    rows: tuple[Row, ...]
    arm: str
    machine: dict[str, str]
    versions: dict[str, str]
    notes: tuple[str, ...] = ()
    core: CoreFigures = field(default_factory=CoreFigures)
    settings: Settings = _UNKNOWN

    def __post_init__(self) -> None:
        turns = [(row.layer, row.nanoseconds) for row in self.rows]
        turns += [(CPP, peak.gflops) for peak in self.core.peaks]
        turns += [(CPP, cost.nanoseconds) for cost in self.core.joint_costs]
        for layer in LAYERS:
            rounds = {len(values) for name, values in turns if name == layer}
            if len(rounds) > 1:
                raise ValueError(
                    f"rows: expected the same rounds of everyone in {layer}, "
                    f"got {' and '.join(map(str, sorted(rounds)))}"
                )

    @property
    def tasks(self) -> tuple[str, ...]:
        """The tasks, in the order of the rows."""
        return tuple(dict.fromkeys(row.task for row in self.rows))

    def of(self, task: str) -> tuple[Row, ...]:
        """Return the rows of one task.

        Raises
        ------
        ValueError
            If it was not timed.
        """
        choice("task", task, self.tasks)
        return tuple(row for row in self.rows if row.task == task)

    def with_rows(self, rows: Iterable[Row]) -> Benchmark:
        """Return this benchmark with more rows, such as those of another layer.

        Raises
        ------
        ValueError
            If others of their layer have taken part in another number of rounds.
        """
        return replace(self, rows=(*self.rows, *rows))

    def table(self, task: str) -> Table:
        """Return the minima of one task, a line for each contestant, a column for each batch.

        Raises
        ------
        ValueError
            If it was not timed.
        """
        return tables.times(task, self.of(task), self.arm)

    def ratio_table(self) -> Table:
        """Return the speed-ups of equidyn over each of the others, and by more threads."""
        return tables.ratios(self.rows)

    def goals_table(self) -> Table:
        """Return the ratios of the goals of equidyn's speed, as far as measured."""
        return tables.goals(self.rows, self.core)

    def kernel_table(self) -> Table:
        """Return the times inside C++, and their fractions of the machine's peak."""
        return tables.kernels(self.rows, self.core)

    def peak_table(self) -> Table:
        """Return the machine's peak of multiply-adds."""
        return tables.peaks(self.core)

    def joint_table(self) -> Table:
        """Return the cost of a joint inside C++ on a short arm and on a long one."""
        return tables.joint_costs(self.core)

    def plot(
        self, task: str = "inverse dynamics", ax: matplotlib.axes.Axes | None = None
    ) -> matplotlib.axes.Axes:
        """Draw time per evaluation against batch, both logarithmic.

        Parameters
        ----------
        task : str
            The task.
        ax : matplotlib axes, optional
            Where to draw; a new figure without it.

        Returns
        -------
        matplotlib axes

        Raises
        ------
        ValueError
            If the task was not timed.
        """
        from .plot import draw_times

        return draw_times(self.of(task), ax)

    def plot_size(self, task: str = "inverse dynamics") -> tuple[float, float]:
        """Return width and height of `plot`, in inches, at which the labels fit."""
        from .plot import size

        return size(self.of(task))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        plain = to_plain(self)
        rows = [
            {**record, "minimum_ns": row.minimum_ns, "median_ns": row.median_ns}
            for record, row in zip(plain["rows"], self.rows, strict=True)
        ]
        if self.settings == _UNKNOWN:
            del plain["settings"]
        summary = ("arm", "settings", "machine", "versions", "notes")
        first = {name: plain[name] for name in summary if name in plain}
        return {"format": _FORMAT, **first, **plain, "rows": rows}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Benchmark:
        """Return the benchmark of the data of `to_dict`.

        Raises
        ------
        ValueError
            If these are other data.
        """
        return from_plain(cls, data, _FORMAT)

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each task, contestant, batch and number of threads."""
        return [
            {
                "task": row.task,
                "layer": row.layer,
                "library": row.library,
                "call": row.call,
                "batch": row.batch,
                "threads": row.threads,
                "minimum_ns": row.minimum_ns,
                "median_ns": row.median_ns,
                "rounds": len(row.nanoseconds),
                "looped": row.looped,
                "disagreement": row.disagreement,
            }
            for row in self.rows
        ]

    def _about(self) -> dict[str, Any]:
        return {"arm": self.arm, **self.machine, **self.versions}

    def _content(self) -> dict[str, Any]:
        return self.to_dict()

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Benchmark:
        """Load a file written by `save`.

        Raises
        ------
        ValueError
            If the file holds something else.
        """
        with naming(path, f"not a file of a benchmark ({_FORMAT!r})"):
            return cls.from_dict(read_json(path))

    def summary(self) -> Summary:
        """Return the times of the first task, the main ratios, the notes and the machine."""
        main = [self.table(task) for task in self.tasks[:1]]
        goals = self.goals_table()
        *first, last = [*main, *([goals] if goals.rows else [])] or self._tables()
        footnote = "\n".join(filter(None, (last.footnote, *self._lines())))
        return Summary((*first, replace(last, footnote=footnote)))

    def _tables(self) -> list[Table]:
        further = (
            self.kernel_table(),
            self.peak_table(),
            self.joint_table(),
            self.ratio_table(),
            self.goals_table(),
        )
        return [*map(self.table, self.tasks), *(table for table in further if table.rows)]

    def _lines(self) -> list[str]:
        """Return the lines below the tables: notes, and the machine."""
        notes = [f"note: {note}" for note in self.notes]
        conditions = [self.machine[key].strip() for key in _CONDITIONS if self.machine.get(key)]
        versions = [f"{library} {version}" for library, version in self.versions.items()]
        return [*notes, ", ".join([*conditions, *versions])]

    def __str__(self) -> str:
        return "\n\n".join([*map(str, self._tables()), "\n".join(self._lines())])

    __repr__ = __str__

    def __rich__(self) -> rich.console.Group:
        """Return the tables as `rich` draws them."""
        from rich.console import Group
        from rich.text import Text

        parts = [part for table in self._tables() for part in (table.__rich__(), Text())]
        return Group(*parts, *(Text(line, style="dim") for line in self._lines()))

    def _repr_html_(self) -> str:
        lines = "".join(f"<p><small>{escape(line)}</small></p>\n" for line in self._lines())
        return "".join(table._repr_html_() for table in self._tables()) + lines
