"""Simultaneous steps of parallel processors: Table 5 of Turney, Mudge & Lee, and measured."""

from __future__ import annotations

from ....counting import Conventions, Polynomial, general_arm
from ....graph import Tasks, is_task
from ....output.tables import Table
from ..printed_counts.tables import Pair, PrintedEntry, PrintedTable, row, why
from .operation_counts import SOURCE

_FORMULATION = "modified_newton_euler"
_CONVENTIONS = Conventions(rotations="full", base="moving")

# numbers of joints by which the polynomials are interpolated
_SIZES = range(3, 8)

_TOTAL = row("printed, Table 5", "27n + 42", "27n + 41")

_NOTE = """\
As printed, multiplications and additions are two counts that do not wait for each other. A \
processor for each row of Table 4 does the operations of the row one by one, and all keep pace \
with the longest row: first omega_1, alpha_1, A_1, omega_2 and alpha_2 (42 and 41), then for each \
link a_i on the way out (18 and 15) and R f, R n and their sums on the way back (9 and 12).
As measured, a processor for each row does the links in order, and none waits for anything but its \
operands; the order within an equation is the compiler's, and another one may save a step or lose \
one. The last line is the critical path.
Full matrices, moving base, general revolute arm."""


def simultaneous_steps() -> Table:
    """Return Table 5 of Turney, Mudge & Lee 1980 beside the steps that their equations allow.

    Returns
    -------
    Table
        Steps as polynomials in the number of links n: if multiplications alone, or additions alone,
        take a step, and if both do.
    """
    multiplications, additions = _TOTAL.multiplications, _TOTAL.additions
    rows = {
        _TOTAL.label: [multiplications, additions, multiplications + additions],
        "a processor for each row": _polynomials(by_row=True),
        "a processor for each operation": _polynomials(by_row=False),
    }
    return Table(
        title="Simultaneous steps of the modified Newton-Euler equations",
        columns=("", "multiplications", "additions", "both"),
        align="lrrr",
        rows=tuple((name, *map(str, polynomials)) for name, polynomials in rows.items()),
        footnote=_NOTE,
    )


def _with_a_processor_for_each_row() -> Pair:
    multiplications, additions, _ = _polynomials(by_row=True)
    return multiplications, additions


TABLE = PrintedTable(
    SOURCE,
    "Table 5",
    _CONVENTIONS,
    entries=(
        PrintedEntry(
            (
                row("omega_1", "9", "7"),
                row("alpha_1", "9", "9"),
                row("A_1", "6", "9"),
                row("omega_2", "9", "7"),
                row("alpha_2", "9", "9"),
                row("each link, outward", "18n", "15n"),
                row("each link, inward", "9n", "12n"),
            ),
            _FORMULATION,
            label="a processor for each row",
            reasons=(
                why("the first two links need not be waited for", "-42", "-41"),
                why("the sums to n_i have a processor of their own, beside R n", "0", "-3n - 1"),
            ),
            measure=_with_a_processor_for_each_row,
        ),
    ),
    total=_TOTAL,
    remark="Steps, not operations: `parallel_steps` counts those of any formulation.",
)


def _polynomials(by_row: bool) -> list[Polynomial]:
    """Return steps if multiplications, additions, or both take one."""
    measured = zip(*(_measured(n, by_row) for n in _SIZES), strict=True)
    return [Polynomial.through(_SIZES[0], steps) for steps in measured]


def _measured(n: int, by_row: bool) -> tuple[int, int, int]:
    trace = _CONVENTIONS.trace(general_arm(n), _FORMULATION)
    tasks = Tasks.as_written(trace)
    processor = trace.row[is_task(trace)].tolist() if by_row else None
    return (
        tasks.critical_path(tasks.is_multiplication, processor),
        tasks.critical_path(~tasks.is_multiplication, processor),
        tasks.critical_path(processor=processor),
    )
