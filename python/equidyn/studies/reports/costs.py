"""Costs of the formulations on the arm of a report, as bars in its tables."""

from __future__ import annotations

from ...counting import OperationCounts
from ...dynamics import families
from ...output.bars import Bars
from ...timing import Timings


def bars_of_times(timings: Timings) -> Bars:
    """Return the bars of a table of times on one arm."""
    times = {record.formulation: record.minimum for record in timings.records}
    return Bars({"minimum": tuple(times.values())}, families(times, timings.quantity))


def bars_of_counts(counts: OperationCounts) -> Bars:
    """Return the bars of a table of operations, those of its two large columns."""
    of_kinds = {
        "multiplications": tuple(float(each.multiplications) for each in counts),
        "additions": tuple(float(each.additions) for each in counts),
    }
    names = [each.formulation for each in counts]
    return Bars(of_kinds, families(names, counts.records[0].quantity))
