"""What a printed table of operation counts is."""

from __future__ import annotations

from dataclasses import dataclass

from ....graph.operations import Operations
from ..conventions import Conventions
from ..polynomial import Polynomial


@dataclass(frozen=True)
class PrintedRow:
    """A row of a printed table.

    Attributes
    ----------
    label : str
        What is computed, or whose algorithm it is.
    multiplications, additions : Polynomial
        As printed.
    """

    label: str
    multiplications: Polynomial
    additions: Polynomial

    def at(self, n: int) -> Operations:
        """Return the operations that are printed for n joints."""
        return Operations(int(self.multiplications(n)), int(self.additions(n)))


@dataclass(frozen=True)
class PrintedEntry:
    """Printed rows that correspond together to steps of a formulation.

    Attributes
    ----------
    rows : tuple of PrintedRow
        Several where the formulation does not tell them apart; none where the table leaves a step
        out.
    formulation : str or None
        What is measured beside them; None where there is nothing to measure.
    steps : tuple of str
        Its steps; all of them if there is none.
    reason : str
        Why the measured count differs, or is missing. Polynomials quoted here are checked by tests.
    conventions : Conventions or None
        By which rules it is measured; those of the table if None.
    """

    rows: tuple[PrintedRow, ...]
    formulation: str | None
    steps: tuple[str, ...] = ()
    reason: str = ""
    conventions: Conventions | None = None


@dataclass(frozen=True)
class PrintedTable:
    """A printed table of operation counts.

    Attributes
    ----------
    source : str
        The publication.
    number : str
        The number of the table.
    conventions : Conventions
        By which rules the counts are made that stand beside it.
    entries : tuple of PrintedEntry
        Its rows.
    total : PrintedRow or None
        Its last row.
    n : int or None
        The number of joints, where the table is for one alone.
    remark : str
        What is to be said of the whole.
    """

    source: str
    number: str
    conventions: Conventions
    entries: tuple[PrintedEntry, ...]
    total: PrintedRow | None = None
    n: int | None = None
    remark: str = ""

    @property
    def name(self) -> str:
        """Source and number, as in "Angeles, Table 7.1"."""
        return f"{self.source}, Table {self.number}"


def row(label: str, multiplications: str, additions: str) -> PrintedRow:
    """Return a printed row, its polynomials given as text."""
    return PrintedRow(label, Polynomial.parse(multiplications), Polynomial.parse(additions))


class Breakdown:
    """Writes the entries of a table that breaks one formulation down into steps."""

    def __init__(self, formulation: str) -> None:
        self.formulation = formulation

    def __call__(
        self, rows: PrintedRow | list[PrintedRow], step: str | tuple[str, ...], why: str = ""
    ) -> PrintedEntry:
        """Return the entry of printed rows that correspond to steps, one or more of either."""
        several = tuple(rows) if isinstance(rows, list) else (rows,)
        steps = (step,) if isinstance(step, str) else step
        return PrintedEntry(several, self.formulation, steps, why)

    def left_out(self, step: str, why: str) -> PrintedEntry:
        """Return the entry of a step that the table does not have."""
        return PrintedEntry((), self.formulation, (step,), why)


# what the papers count: full matrices, nothing left out, and a base of whose motion nothing is
# known, or (Lagrange) one that rests
FULL = Conventions("full", "moving", dead_code=True)
FULL_AT_REST = Conventions("full", "at rest", dead_code=True)

NO_ENTRIES = "the entries of the rotations are not tabulated"
NO_PROJECTION = "the projection on the joint axis is not tabulated"
RATE_PRODUCTS = "the products qd w_x and qd w_y, 2n, are not in the printed count"
TRANSFORMS = (
    "a cos and a sin in each transform, 2n, are not in the printed count; 3n - 3 products of two "
    "constants of the links are made off-line"
)
