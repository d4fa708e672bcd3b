"""Table of the methods of a quantity: their agreement and costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...counting import Conventions, OperationCounts, count_each
from ...dynamics import of_quantity
from ...output.missing import Missing, attempt
from ...output.tables import Table
from ...output.tabular import Tabular
from ...output.text import in_eps, in_time
from ...timing import Timings, time_formulations
from ...verification import Verification, verify

if TYPE_CHECKING:
    from ...arm import Arm


@dataclass(frozen=True, repr=False)
class NoMethods(Tabular):
    """A quantity that an arm does not have: where its mass matrix is singular, accelerations.

    Attributes
    ----------
    quantity : str
        The quantity.
    reason : str
        Reason why the arm has none.
    """

    quantity: str
    reason: str
    passed = True

    def table(self) -> Table:
        """Return a table without rows, and the reason below it."""
        return Table(_title(self.quantity), ("formulation",), "l", (), self.reason)


@dataclass(frozen=True, repr=False)
class MethodsOfQuantity(Tabular):
    """Verification, operation counts and timings of the methods of a quantity on one arm.

    Attributes
    ----------
    verification : Verification
        Verification of their agreement.
    counts : OperationCounts or Missing
        Operations of each.
    timings : Timings, Missing or None
        Times of each, where they were measured.
    """

    verification: Verification
    counts: OperationCounts | Missing
    timings: Timings | Missing | None

    @property
    def passed(self) -> bool:
        """Whether they agree."""
        return self.verification.passed

    def table(self) -> Table:
        """Return a row for each method."""
        quantity = self.verification.quantity
        columns = ["formulation", "worst\nresidual", "verdict"]
        columns += ["multipli-\ncations", "additions", "divisions", "time"]
        shown = len(columns) if self.timings is not None else len(columns) - 1
        rows = (
            (name, *self._found(name), *self._operations(name), self._time(name))
            for name in self.verification.subjects
        )
        return Table(
            title=_title(quantity),
            columns=tuple(columns[:shown]),
            align="lrcrrrr"[:shown],
            rows=tuple(row[:shown] for row in rows),
            footnote="\n".join(
                (f"residuals in eps times {self.verification.scale}", *self._remarks())
            ),
            optional=("divisions",),
        )

    def _found(self, formulation: str) -> tuple[str, str]:
        """Return the worst residual of a method, and whether it passed every check."""
        checks = [check for check in self.verification.checks if check.subject == formulation]
        verdict = "pass" if all(check.passed for check in checks) else "FAIL"
        return in_eps(max(check.residual for check in checks)), verdict

    def _operations(self, formulation: str) -> tuple[str, str, str]:
        """Return the operations of a method; dashes where they were not counted."""
        counts = () if isinstance(self.counts, Missing) else self.counts
        for item in counts:
            if item.formulation == formulation:
                return str(item.multiplications), str(item.additions), str(item.divisions)
        return "-", "-", "-"

    def _time(self, formulation: str) -> str:
        """Return the time of a method; a dash where it was not timed."""
        if not isinstance(self.timings, Timings) or formulation not in self.timings.formulations:
            return "-"
        return in_time(self.timings.at(formulation, self.verification.arm.n).minimum)

    def _remarks(self) -> Iterator[str]:
        """Yield the reasons why numbers are missing."""
        for part in (self.counts, self.timings):
            if isinstance(part, Missing):
                yield str(part)
        if not isinstance(self.counts, Missing):
            yield from self.counts.refusals


def _title(quantity: str) -> str:
    return f"Formulations{of_quantity(quantity)}"


def methods_of(
    quantity: str, arm: Arm, samples: int, turns: dict[str, Any], progress: bool
) -> MethodsOfQuantity | NoMethods:
    """Examine the methods of a quantity.

    Parameters
    ----------
    quantity : str
        The quantity.
    arm : Arm
        The arm.
    samples : int
        Random states, as for `equidyn.verify`.
    turns : dict
        Options of `equidyn.time_formulations`, its seed among them.
    progress : bool
        Show progress bars.
    """
    try:
        verification = verify(arm, samples, turns["seed"], quantity=quantity, progress=progress)
    except ValueError as error:
        return NoMethods(quantity, str(error))
    return MethodsOfQuantity(
        verification,
        attempt("Operations", lambda: count_each(arm, None, Conventions(), quantity)),
        attempt(
            "Times",
            lambda: time_formulations(arm=arm, quantity=quantity, progress=progress, **turns),
        ),
    )
