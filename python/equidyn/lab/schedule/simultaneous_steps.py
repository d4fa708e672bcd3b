"""The simultaneous steps that Turney, Mudge & Lee print, beside those that the data allow."""

from __future__ import annotations

from ...show.tables import Table
from ..count.conventions import Conventions, general_arm
from ..count.polynomial import Polynomial
from .tasks import Tasks, is_task

_FORMULATION = "modified_newton_euler"

# numbers of joints through which the polynomials are laid
_SIZES = range(3, 8)

_NOTE = """\
As printed, multiplications and additions are two counts that do not wait for each other. A \
processor for each row of Table 4 does the operations of the row one by one, and all keep pace \
with the longest row: first omega_1, alpha_1, A_1, omega_2 and alpha_2 (42 and 41), then for each \
link a_i on the way out (18 and 15) and R f, R n and their sums on the way back (9 and 12).
As measured, a processor for each row does the links in order, and none waits for anything but its \
operands; n_i is one row here and four in Table 4. The last line is the critical path.
Full matrices, moving base, general revolute arm."""


def simultaneous_steps() -> Table:
    """Return Table 5 of Turney, Mudge & Lee 1980 beside what their equations allow.

    Returns
    -------
    Table
        Steps as polynomials in the number of links n: if multiplications alone, or additions alone,
        take a step, and if both do.
    """
    multiplications, additions = Polynomial.parse("27n + 42"), Polynomial.parse("27n + 41")
    rows = {
        "printed, Table 5": [multiplications, additions, multiplications + additions],
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


def _polynomials(by_row: bool) -> list[Polynomial]:
    """Return steps if multiplications, additions, or both take one."""
    measured = zip(*(_measured(n, by_row) for n in _SIZES), strict=True)
    return [Polynomial.through(_SIZES[0], steps) for steps in measured]


def _measured(n: int, by_row: bool) -> tuple[int, int, int]:
    trace = Conventions(rotations="full", base="moving").trace(general_arm(n), _FORMULATION)
    tasks = Tasks.as_written(trace)
    processor = trace.row[is_task(trace)].tolist() if by_row else None
    return (
        tasks.critical_path(tasks.is_multiplication, processor),
        tasks.critical_path(~tasks.is_multiplication, processor),
        tasks.critical_path(processor=processor),
    )
