"""Printed tables of operation counts, and the reasons why measured counts differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ....counting import Conventions, Polynomial
from ....graph import Operations

# multiplications and additions
Pair = tuple[Polynomial, Polynomial]


@dataclass(frozen=True)
class PrintedRow:
    """A row of a printed table.

    Attributes
    ----------
    label : str
        Computed quantity, or author of the algorithm.
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
class Reason:
    """Reason why a measured count differs from the printed one, with the difference.

    Attributes
    ----------
    text : str
        The operations that only one of them counts.
    multiplications, additions : Polynomial
        Measured count minus published count.
    """

    text: str
    multiplications: Polynomial
    additions: Polynomial

    def at(self, n: int) -> Reason:
        """Return the reason for n joints only."""
        return Reason(self.text, self.multiplications.constant_at(n), self.additions.constant_at(n))

    def __str__(self) -> str:
        amounts = ((self.multiplications, "M"), (self.additions, "A"))
        written = [f"{_signed(amount)} {kind}" for amount, kind in amounts if amount.coefficients]
        return f"{self.text}: {', '.join(written)}"


@dataclass(frozen=True)
class PrintedEntry:
    """Printed rows that correspond together to steps of a formulation.

    Attributes
    ----------
    rows : tuple of PrintedRow
        Several where the formulation does not separate them; none where the table leaves a step
        out.
    formulation : str or None
        The measured formulation; None where there is nothing to measure.
    steps : tuple of str
        Its steps; all of them if empty.
    reasons : tuple of Reason
        Reasons of the difference between measured and printed count; tests add them up.
    note : str
        Remark where nothing is compared.
    conventions : Conventions or None
        Counting rules of the measurement; those of the table if None.
    measure : callable or None
        Measures multiplications and additions that are no sum of steps.
    label : str
        The measured quantity, where it is neither a printed row nor a step.
    """

    rows: tuple[PrintedRow, ...]
    formulation: str | None = None
    steps: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    note: str = ""
    conventions: Conventions | None = None
    measure: Callable[[], Pair] | None = None
    label: str = ""

    @property
    def reason(self) -> str:
        """Reason why the measured count differs, or is missing, and rules unlike the table's."""
        rules = f"measured: {self.conventions}" if self.conventions else ""
        return "; ".join(filter(None, (*map(str, self.reasons), self.note, rules)))


@dataclass(frozen=True)
class PrintedTable:
    """A printed table of operation counts.

    Attributes
    ----------
    source : str
        The publication.
    place : str
        The place in it, as in "Table 7.1".
    conventions : Conventions
        Counting rules of the measured counts beside it.
    entries : tuple of PrintedEntry
        Its rows.
    total : PrintedRow or None
        Its last row.
    n : int or None
        The number of joints, where the table is for a single one.
    remark : str
        Remark on the whole table.
    """

    source: str
    place: str
    conventions: Conventions
    entries: tuple[PrintedEntry, ...]
    total: PrintedRow | None = None
    n: int | None = None
    remark: str = ""

    @property
    def name(self) -> str:
        """Source and place, as in "Angeles, Table 7.1"."""
        return f"{self.source}, {self.place}"


def row(label: str, multiplications: str, additions: str) -> PrintedRow:
    """Return a printed row, its polynomials given as strings."""
    return PrintedRow(label, Polynomial.parse(multiplications), Polynomial.parse(additions))


def together(text: str, *tables: PrintedTable) -> Reason:
    """Return all reasons of all entries of some tables as one."""
    reasons = [reason for table in tables for entry in table.entries for reason in entry.reasons]
    nothing = Polynomial(())
    return Reason(
        text,
        sum((reason.multiplications for reason in reasons), nothing),
        sum((reason.additions for reason in reasons), nothing),
    )


def why(text: str, multiplications: str = "0", additions: str = "0") -> Reason:
    """Return a reason, its difference to the printed count given as strings."""
    return Reason(text, Polynomial.parse(multiplications), Polynomial.parse(additions))


class Breakdown:
    """Builder of the entries of a table that breaks one formulation down into steps."""

    def __init__(self, formulation: str) -> None:
        self.formulation = formulation

    def __call__(
        self, row: PrintedRow, steps: str | tuple[str, ...], *reasons: Reason
    ) -> PrintedEntry:
        """Return the entry of a printed row that corresponds to one or more steps."""
        several = steps if isinstance(steps, tuple) else (steps,)
        return PrintedEntry((row,), self.formulation, several, reasons)

    def left_out(self, step: str, reason: Reason) -> PrintedEntry:
        """Return the entry of a step that the table does not have."""
        return PrintedEntry((), self.formulation, (step,), (reason,))


# how reasons begin of papers that could not be read: what fits, and what remains and is bounded
SUPPOSED = "supposed: "
NOT_EXPLAINED = "not explained"

# rules of the papers: full matrices, nothing left out, and a base in arbitrary motion, or
# (Lagrange) at rest
FULL = Conventions("full", "moving", dead_code=True)
FULL_AT_REST = Conventions("full", "at rest", dead_code=True)

NO_ENTRIES = why("the entries of the rotations are not tabulated", "4n")
NO_PROJECTION = why("the projection on the joint axis is not tabulated", "2n", "n")
RATE_PRODUCTS = why("the products qd w_x and qd w_y are not in the printed count", "2n")
TRANSFORMS = (
    why("a cos and a sin in each transform are not in the printed count", "2n"),
    why("products of two constants of the links are made off-line", "-3n + 3"),
)
NO_CONTROLLER = why("the controller is no part of the arm", "-2n", "-4n")


def _signed(amount: Polynomial) -> str:
    """Format a difference, as in "+2n" or "(-3n + 3)"."""
    text = str(amount)
    if len([coefficient for coefficient in amount.coefficients if coefficient]) > 1:
        return f"({text})"
    return text if text.startswith("-") else f"+{text}"
