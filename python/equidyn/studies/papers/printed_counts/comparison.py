"""Published operation counts beside those measured from the code that runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ....counting import (
    RULES,
    SIZES_DRAWN,
    Conventions,
    OperationPolynomial,
    Polynomial,
    operation_polynomial,
)
from ....output.tables import Table
from ....output.tabular import Exported, Tabular

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .tables import Pair, PrintedEntry, PrintedRow, PrintedTable


@dataclass(frozen=True)
class ComparedEntry:
    """Published rows, together, and the measured count beside them.

    Attributes
    ----------
    entry : PrintedEntry
        The printed rows.
    printed, measured : tuple of two Polynomial, or None
        Multiplications and additions; None where there are none.
    """

    entry: PrintedEntry
    printed: Pair | None
    measured: Pair | None

    @property
    def agrees(self) -> bool:
        """Whether the measured count is the published one."""
        return self.printed == self.measured


@dataclass(frozen=True, repr=False)
class ComparedTable(Tabular):
    """A published table with the measured counts beside it.

    Attributes
    ----------
    printed : PrintedTable
        The table.
    entries : tuple of ComparedEntry
        Its rows.
    measured_total : tuple of two Polynomial, or None
        All measured multiplications and additions; None if the table has no total.
    """

    printed: PrintedTable
    entries: tuple[ComparedEntry, ...]
    measured_total: Pair | None

    def table(self) -> Table:
        """Return published and measured counts side by side."""
        rows = [cells for compared in self.entries for cells in _cells(compared)]
        if self.printed.total:
            printed = (self.printed.total.multiplications, self.printed.total.additions)
            rows.append(("total", *_texts(printed), *_texts(self.measured_total), ""))
        n = self.printed.n
        conventions = f"measured: {self.printed.conventions}; {RULES}, sines and cosines"
        # nothing to compare without published numbers
        nothing = not self.printed.total and all(each.printed is None for each in self.entries)
        last = "remark" if nothing else "why they differ"
        columns = ("", "M published", "A published", "M measured", "A measured", last)
        shown = (0, 3, 4, 5) if nothing else range(len(columns))
        return Table(
            title=f"{self.printed.name}, {'' if nothing else 'published and '}measured"
            + (f", n = {n}" if n else ""),
            columns=tuple(columns[k] for k in shown),
            align="".join("lRRRRl"[k] for k in shown),
            rows=tuple(tuple(row[k] for k in shown) for row in rows),
            footnote="\n".join(filter(None, (self.printed.remark, conventions))),
        )

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw multiplications and additions, together, against n, both logarithmic.

        Curves with marks are measured, thin ones without marks published.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Where to draw; a new figure without it.

        Returns
        -------
        matplotlib axes

        Raises
        ------
        ValueError
            If the counts of the table are of one n.
        """
        from ....output.curves import draw_against_n

        if self.printed.n is not None:
            name = f"{self.printed.name}, of n = {self.printed.n}"
            raise ValueError(f"plot: expected a table for any n, got {name}")
        curves = {
            _name(each): _curve(pair)
            for each in self.entries
            if (pair := each.measured or each.printed)
        }
        ax = draw_against_n(
            curves, "multiplications and additions; thin, without marks: published", ax
        )
        colours = {line.get_label(): line.get_color() for line in ax.get_lines()}
        for each in self.entries:
            if each.printed:
                points = _curve(each.printed)
                colour = colours[_name(each)]
                ax.plot(list(points), list(points.values()), "-", color=colour, linewidth=0.8)
        return ax


class PublishedCounts(Exported, tuple[ComparedTable, ...]):
    """Published tables with measured counts, displayed one below the other."""

    def _tables(self) -> tuple[Table, ...]:
        return tuple(compared.table() for compared in self)

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each entry of each table; polynomials as strings."""
        records = []
        for table in self:
            for compared in table.entries:
                printed, measured = _texts(compared.printed), _texts(compared.measured)
                records.append(
                    {
                        "table": table.printed.name,
                        "row": " + ".join(row.label for row in compared.entry.rows),
                        "multiplications_printed": printed[0],
                        "additions_printed": printed[1],
                        "formulation": compared.entry.formulation or "",
                        "steps": " + ".join(compared.entry.steps),
                        "multiplications_measured": measured[0],
                        "additions_measured": measured[1],
                        "reason": compared.entry.reason,
                    }
                )
        return records


def compare(tables: Iterable[PrintedTable]) -> PublishedCounts:
    """Return published tables with the measured counts beside them."""
    return PublishedCounts(map(_compared, tables))


def _compared(table: PrintedTable) -> ComparedTable:
    entries = tuple(_compared_entry(entry, table) for entry in table.entries)
    measured = [compared.measured for compared in entries if compared.measured]
    return ComparedTable(table, entries, _sum(measured) if table.total else None)


def _compared_entry(entry: PrintedEntry, table: PrintedTable) -> ComparedEntry:
    printed = _sum([(row.multiplications, row.additions) for row in entry.rows])
    return ComparedEntry(
        entry=entry,
        printed=printed if entry.rows else None,
        measured=_measured(entry, table) if entry.formulation else None,
    )


def _measured(entry: PrintedEntry, table: PrintedTable) -> Pair:
    """Return the operations of the steps of an entry; of all steps if it names none."""
    if entry.measure:
        return entry.measure()
    found = _polynomial(str(entry.formulation), entry.conventions or table.conventions)
    steps = entry.steps or tuple(found.steps)
    multiplications, additions = _sum([found.steps[name][:2] for name in steps])
    if table.n is None:
        return multiplications, additions
    return multiplications.constant_at(table.n), additions.constant_at(table.n)


@lru_cache
def _polynomial(formulation: str, conventions: Conventions) -> OperationPolynomial:
    found: OperationPolynomial = operation_polynomial(formulation, **vars(conventions))
    return found


def _sum(pairs: list[Pair]) -> Pair:
    columns = ([pair[k] for pair in pairs] for k in (0, 1))
    multiplications, additions = (sum(column, Polynomial(())) for column in columns)
    return multiplications, additions


def _cells(compared: ComparedEntry) -> Iterator[tuple[str, ...]]:
    """Format an entry: its rows one by one, and their sum, if there are several, below."""
    rows = compared.entry.rows
    measured, reason = _texts(compared.measured), compared.entry.reason
    if len(rows) == 1:
        yield rows[0].label, *_row_texts(rows[0]), *measured, reason
        return
    for row in rows:
        yield row.label, *_row_texts(row), "", "", ""
    steps = ", ".join(compared.entry.steps) or str(compared.entry.formulation)
    what = compared.entry.label or steps
    yield f"= {what}" if rows else what, *_texts(compared.printed), *measured, reason


def _name(compared: ComparedEntry) -> str:
    """Return the label of the first row of an entry, or its formulation."""
    rows = compared.entry.rows
    return rows[0].label if rows else str(compared.entry.formulation)


def _curve(pair: Pair) -> dict[int, float]:
    """Return the operations, if any, at the numbers of joints of a plot."""
    both = pair[0] + pair[1]
    return {n: float(both(n)) for n in SIZES_DRAWN if both(n) > 0}


def _row_texts(row: PrintedRow) -> tuple[str, str]:
    return _texts((row.multiplications, row.additions))


def _texts(pair: Pair | None) -> tuple[str, str]:
    return ("", "") if pair is None else (str(pair[0]), str(pair[1]))
