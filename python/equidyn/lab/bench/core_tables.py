"""The tables of the C++ layer of a benchmark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...show.numbers import in_time
from ...show.tables import Table
from .cells import factor, heading
from .core_figures import CoreFigures
from .joint_costs import BATCH
from .kernel_contestant import instruction_set_of
from .rows import CPP, Row


def kernels(rows: Sequence[Row], figures: CoreFigures) -> Table:
    """Return the times of the kernels, and which part of the machine's peak they reach."""
    inside = [row for row in rows if row.layer == CPP]
    return Table(
        title="Kernels inside C++, on one thread",
        columns=(
            "task",
            "batch",
            "instruction set",
            "time",
            "against\nthe set before",
            "operations",
            "GFlop/s",
            "of the\npeak",
        ),
        align="lrlrrrrr",
        rows=tuple(
            (
                row.task,
                heading(row.batch),
                instruction_set_of(row.line),
                in_time(row.minimum_ns),
                factor(row.times_faster_than(before)) if before else "",
                *_work(row, figures),
            )
            for row, before in _with_the_set_before(inside)
        ),
        footnote="time: minimum per evaluation, and GFlop/s by it; times faster than the "
        "instruction set before, and part of the peak: medians of the ratios in each round",
    )


def peaks(figures: CoreFigures) -> Table:
    """Return what the machine can do at best."""
    return Table(
        title="Peak of the machine: multiply-adds in registers, two operations each",
        columns=("instruction set", "threads", "GFlop/s", "median", "against\none thread"),
        align="lrrrr",
        rows=tuple(
            (
                peak.instruction_set,
                str(peak.threads),
                f"{peak.highest:.1f}",
                f"{peak.median:.1f}",
                factor(figures.scaling(peak.threads) or 1.0) if peak.threads > 1 else "",
            )
            for peak in figures.peaks
        ),
        footnote="one thread by its processor time, several by the clock on the wall",
    )


def joint_costs(figures: CoreFigures) -> Table:
    """Return what a joint costs on a short arm and on a long one."""
    costs = figures.joint_costs
    return Table(
        title=f"Cost of a joint inside C++: inverse dynamics, right-angle arms, batches of {BATCH}",
        columns=("joints", "instruction set", "time", "for a joint", "against\nthe short arm"),
        align="rlrrr",
        rows=tuple(
            (
                str(cost.n),
                cost.instruction_set,
                in_time(cost.minimum_ns),
                in_time(cost.minimum_ns / cost.n),
                factor(cost.times_dearer_than(costs[0])) if cost.n != costs[0].n else "",
            )
            for cost in costs
        ),
        footnote="times: minimum of the rounds; ratio: median of the ratios in each round",
    )


def _with_the_set_before(rows: Sequence[Row]) -> Iterator[tuple[Row, Row | None]]:
    """Yield each row with that of the next plainer instruction set, by task and batch."""
    for key in dict.fromkeys((row.task, row.batch) for row in rows):
        before = None
        for row in rows:
            if (row.task, row.batch) == key:
                yield row, before
                before = row


def _work(row: Row, figures: CoreFigures) -> tuple[str, str, str]:
    """Return operations, operations in a nanosecond and part of the peak, where they are known."""
    operations, peak = figures.operations.get(row.task), figures.peak(instruction_set_of(row.line))
    if operations is None or peak is None:
        return "", "", ""
    part = peak.share(operations, row.nanoseconds)
    return f"{operations:,}", f"{operations / row.minimum_ns:.1f}", f"{part:.0%}"
