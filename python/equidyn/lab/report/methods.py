"""The methods of a quantity in one table: whether they agree, and what each costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

from ...dynamics.formulations import of_quantity
from ...dynamics.names import QuantityName
from ...show.numbers import in_eps, in_time
from ...show.tables import Table
from ...show.tabular import Tabular
from ..count.conventions import Conventions
from ..count.counting import OperationCounts, count_each
from ..time.result import Timings
from ..time.timing import time_formulations
from ..verify.result import Verification
from ..verify.verify import verify

if TYPE_CHECKING:
    from ...arm.arm import Arm


@dataclass(frozen=True, repr=False)
class NoMethods(Tabular):
    """A quantity that an arm does not have: where its mass matrix is singular, accelerations.

    Attributes
    ----------
    quantity : str
        The quantity.
    reason : str
        Why the arm has none.
    """

    quantity: str
    reason: str
    passed = True

    def table(self) -> Table:
        """Return a table without rows, and the reason below it."""
        return Table(_title(self.quantity), ("formulation",), "l", (), self.reason)


@dataclass(frozen=True, repr=False)
class MethodsOfQuantity(Tabular):
    """What was found out about the methods of a quantity on one arm.

    Attributes
    ----------
    verification : Verification
        Whether they agree.
    counts : OperationCounts
        How many operations each takes.
    timings : Timings
        What each costs.
    """

    verification: Verification
    counts: OperationCounts
    timings: Timings

    @property
    def passed(self) -> bool:
        """Whether they agree."""
        return self.verification.passed

    def table(self) -> Table:
        """Return a row for each method."""
        quantity = self.verification.quantity
        n = self.verification.arm.n
        return Table(
            title=_title(quantity),
            columns=(
                "formulation",
                "worst\nresidual",
                "verdict",
                "multipli-\ncations",
                "additions",
                "divisions",
                "time",
            ),
            align="lrcrrrr",
            rows=tuple(
                (
                    name,
                    *self._found(name),
                    *self._operations(name),
                    in_time(self.timings.at(name, n).minimum),
                )
                for name in self.verification.subjects
            ),
            footnote="\n".join(
                (f"residuals in eps times {self.verification.scale}", *self.counts.refusals)
            ),
        )

    def _found(self, formulation: str) -> tuple[str, str]:
        """Return the worst residual of a method, and whether it passed every check."""
        checks = [check for check in self.verification.checks if check.subject == formulation]
        verdict = "pass" if all(check.passed for check in checks) else "FAIL"
        return in_eps(max(check.residual for check in checks)), verdict

    def _operations(self, formulation: str) -> tuple[str, str, str]:
        """Return its numbers of operations; dashes where they are too many to be counted."""
        for item in self.counts:
            if item.formulation == formulation:
                return str(item.multiplications), str(item.additions), str(item.divisions)
        return "-", "-", "-"


def _title(quantity: str) -> str:
    return f"Formulations{of_quantity(quantity)}"


def other_quantities(
    arm: Arm, samples: int, turns: dict[str, Any], keep: Callable[[Any], Any]
) -> tuple[MethodsOfQuantity | NoMethods, ...]:
    """Examine the methods of every quantity but the torques.

    Parameters
    ----------
    arm : Arm
        The arm.
    samples : int
        Random states, as for `equidyn.verify`.
    turns : dict
        Options of `equidyn.time_formulations`, its seed among them.
    keep : callable
        Is shown what was found, as soon as it is, and returns it.
    """
    return tuple(
        keep(_methods_of(quantity, arm, samples, turns)) for quantity in get_args(QuantityName)[1:]
    )


def _methods_of(
    quantity: str, arm: Arm, samples: int, turns: dict[str, Any]
) -> MethodsOfQuantity | NoMethods:
    try:
        verification = verify(arm, samples, turns["seed"], quantity=quantity)
    except ValueError as error:
        return NoMethods(quantity, str(error))
    counts = count_each(arm, None, Conventions(), quantity)
    timings = time_formulations(arm=arm, quantity=quantity, **turns)
    return MethodsOfQuantity(verification, counts, timings)
