"""Cost of the controllers of (4.1) and (4.4), by the printed totals and by the code that runs."""

from __future__ import annotations

from dataclasses import dataclass

from .....counting import OperationCounts, Polynomial, controller_table, estimate_time
from .....graph import Operations
from .....output.tables import Table
from ...printed_counts.comparison import ComparedTable, PublishedCounts
from ...reproduction.reproduction import Comparison

JOINTS = 6

# of the controller itself, for each joint: products and sums of qdd + Kv e' + Kp e
_OWN = (2, 4)


@dataclass(frozen=True)
class ControllerCosts:
    """Operations of the controllers.

    Attributes
    ----------
    published : PublishedCounts
        Tables 1 and 2, beside measured counts.
    today : OperationCounts
        Operations of six joints, by the cheapest counting rules.
    """

    published: PublishedCounts
    today: OperationCounts

    @property
    def printed(self) -> tuple[Operations, Operations]:
        """The printed totals of (4.1) and (4.4) for six joints."""
        lagrange, newton_euler = (table.printed.total for table in self.published)
        assert lagrange is not None
        assert newton_euler is not None
        return lagrange.at(JOINTS), newton_euler.at(JOINTS)

    @property
    def found(self) -> tuple[Operations, Operations]:
        """Measured totals of (4.1) and (4.4) for six joints."""
        lagrange, newton_euler = map(_with_controller, self.published)
        return lagrange, newton_euler

    def comparisons(self) -> tuple[Comparison, ...]:
        """Return the totals, their ratio, and the time of a PDP-11/45."""
        rows = []
        pairs = zip(("(4.1)", "(4.4)"), self.published, self.printed, self.found, strict=True)
        for form, table, printed, found in pairs:
            agrees = explained(table)
            for kind in ("multiplications", "additions"):
                print_, count = getattr(printed, kind), getattr(found, kind)
                apart = f"{100 * (count / print_ - 1):+.1f} %"
                reason = "explained" if count != print_ else ""
                row = Comparison(f"{form}: {kind}", str(print_), str(count), apart, agrees, reason)
                rows.append(row)
        (lagrange, newton_euler), printed_time = self.found, estimate_time(self.printed[1])
        ratios = (lagrange[k] / newton_euler[k] for k in (0, 1))
        rows.append(
            Comparison(
                "(4.1) by (4.4)",
                "about 100 times",
                " and ".join(f"{ratio:.0f}" for ratio in ratios),
            )
        )
        return (
            *rows,
            Comparison(
                "(4.4) on a PDP-11/45",
                "about 3 ms",
                f"{1e3 * printed_time:.2f} ms",
                agrees=round(1e3 * printed_time) == 3,
            ),
            Comparison(
                "(4.1) on a PDP-11/45", "", f"{1e3 * estimate_time(self.printed[0]):.0f} ms"
            ),
        )

    def table(self) -> Table:
        """Return the costs of the controllers by the cheapest counting rules."""
        return controller_table(self.today)


def explained(table: ComparedTable) -> bool:
    """Return whether the printed total and all reasons add up to the measured total."""
    total, measured = table.printed.total, table.measured_total
    assert total is not None
    assert measured is not None
    reasons = [reason for compared in table.entries for reason in compared.entry.reasons]
    nothing = Polynomial(())
    expected = (
        total.multiplications + sum((reason.multiplications for reason in reasons), nothing),
        total.additions + sum((reason.additions for reason in reasons), nothing),
    )
    return expected == measured


def _with_controller(table: ComparedTable) -> Operations:
    assert table.measured_total is not None
    multiplications, additions = (int(total(JOINTS)) for total in table.measured_total)
    return Operations(multiplications + _OWN[0] * JOINTS, additions + _OWN[1] * JOINTS)
