"""The tables of a benchmark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...output.tables import Table
from ...output.text import in_time
from ...peers import LIBRARY, ON_JAX, THROUGH_JAX
from .goals import GOALS
from .rows import CPP, JOINT_BATCH, CoreFigures, Line, Row, by_line, label

# columns of the goals' table that a narrow terminal leaves out
_OWN_TIME, _OTHER_TIME, _OF_PEAKS = "time", "time of\nthe other", "ratio of\nthe peaks"


def times(task: str, rows: Sequence[Row], arm: str) -> Table:
    """Return the minima of one task, a line for each contestant, a column for each batch."""
    batches = _batches(rows)
    return Table(
        title=f"Time per evaluation, {task}: {arm}",
        columns=("contestant", *map(_heading, batches), "median above\nminimum", "disagreement"),
        align="l" + "r" * (len(batches) + 2),
        rows=tuple(
            (
                label(line, by_batch.values()),
                *(in_time(by_batch[b].minimum_ns) if b in by_batch else "" for b in batches),
                f"{max(row.median_ns / row.minimum_ns for row in by_batch.values()) - 1:.0%}",
                _disagreement(max(row.disagreement for row in by_batch.values())),
            )
            for line, by_batch in by_line(rows).items()
        ),
        footnote="minimum of the rounds; disagreement from equidyn as a part of the largest value",
    )


def ratios(rows: Sequence[Row]) -> Table:
    """Return the speed-ups of equidyn over the others, and by more threads."""
    batches = _batches(rows)
    lines = [
        (task, *compared)
        for task in dict.fromkeys(row.task for row in rows)
        for compared in _compared([row for row in rows if row.task == task], batches)
    ]
    return Table(
        title="How many times faster equidyn is",
        columns=("task", "equidyn", "against", *map(_heading, batches)),
        align="lll" + "r" * len(batches),
        rows=tuple(
            (*names, *(_factor(ratios[b]) if b in ratios else "" for b in batches))
            for *names, ratios in lines
        ),
        footnote="\n".join(("medians of the ratios in each round", *_below_one(lines))),
    )


def goals(rows: Sequence[Row], core: CoreFigures) -> Table:
    """Return the ratios of the goals."""
    return Table(
        title="The ratios that the goals are about",
        columns=(
            "task",
            "batch",
            "equidyn",
            _OWN_TIME,
            "against",
            _OTHER_TIME,
            "ratio",
            _OF_PEAKS,
        ),
        align="lrlrlrrr",
        rows=tuple(
            (
                goal.task,
                f"{own.batch:,}",
                own.contestant.removeprefix(f"{LIBRARY} "),
                _minimum_and_median(own),
                other.contestant,
                _minimum_and_median(other),
                _factor(own.times_faster_than(other)),
                _scaling(own, core),
            )
            for goal in GOALS
            for own, other in goal.pairs(rows)
        ),
        footnote="times: minimum / median of the rounds; ratio: median of the ratios in each "
        "round; ratio of the peaks: of the machine's own multiply-adds on as many threads",
        optional=(_OTHER_TIME, _OWN_TIME, _OF_PEAKS),
    )


def kernels(rows: Sequence[Row], figures: CoreFigures) -> Table:
    """Return the times of the kernels, and their fractions of the machine's peak."""
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
                _heading(row.batch),
                row.line.instruction_set,
                in_time(row.minimum_ns),
                _factor(row.times_faster_than(before)) if before else "",
                *_work(row, figures),
            )
            for row, before in _with_the_set_before(inside)
        ),
        footnote="time: minimum per evaluation, and GFlop/s by it; times faster than the "
        "instruction set before, and part of the peak: medians of the ratios in each round",
    )


def peaks(figures: CoreFigures) -> Table:
    """Return the peaks of the machine."""
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
                _factor(figures.scaling(peak.threads) or 1.0) if peak.threads > 1 else "",
            )
            for peak in figures.peaks
        ),
        footnote="one thread by its processor time, several by the clock on the wall",
    )


def joint_costs(figures: CoreFigures) -> Table:
    """Return the cost of a joint on a short arm and on a long one."""
    costs, arms = figures.joint_costs, f"right-angle arms, batches of {JOINT_BATCH}"
    return Table(
        title=f"Cost of a joint inside C++: inverse dynamics, {arms}",
        columns=("joints", "instruction set", "time", "for a joint", "against\nthe short arm"),
        align="rlrrr",
        rows=tuple(
            (
                str(cost.n),
                cost.instruction_set,
                in_time(cost.minimum_ns),
                in_time(cost.minimum_ns / cost.n),
                _factor(cost.times_dearer_than(costs[0])) if cost.n != costs[0].n else "",
            )
            for cost in costs
        ),
        footnote="times: minimum of the rounds; ratio: median of the ratios in each round",
    )


def _scaling(row: Row, core: CoreFigures) -> str:
    """Return the ratio of the peaks on as many threads and on one, if it was measured."""
    ratio = core.scaling(row.threads) if row.threads > 1 else None
    return _factor(ratio) if ratio else ""


def _below_one(lines: Iterable[tuple[str, str, str, dict[int, float]]]) -> list[str]:
    """Return a line for each comparison in which equidyn is slower, or one that there is none."""
    slower = []
    for task, own, other, ratios in lines:
        # three digits, as in the table
        below = [_heading(batch) for batch, ratio in ratios.items() if round(ratio, 3) < 1]
        if below:
            slower.append(f"below 1: {task}, {own} against {other}: {'; '.join(below)}")
    return slower or ["below 1: none"]


def _compared(
    rows: Sequence[Row], batches: Sequence[int]
) -> Iterator[tuple[str, str, dict[int, float]]]:
    """Yield equidyn, the contestant compared with it, and the ratios by batch."""
    lines = by_line(rows)
    for own, other in _pairs(list(lines)):
        one, two = lines[own], lines[other]
        both = [batch for batch in batches if batch in one and batch in two]
        if both:
            name = label(other, [two[batch] for batch in both])
            ratios = {batch: one[batch].times_faster_than(two[batch]) for batch in both}
            yield str(own).removeprefix(f"{LIBRARY} "), name, ratios


def _pairs(lines: Sequence[Line]) -> Iterator[tuple[Line, Line]]:
    """Yield equidyn with each other library on as many threads, and with itself on one.

    Through JAX it is compared with those on JAX, which are called in the same way.
    """
    for own in (line for line in lines if line.library == LIBRARY):
        for other in lines:
            alike = own.call != THROUGH_JAX or other.library in ON_JAX
            same_threads = other.library != LIBRARY and own.threads == other.threads and alike
            one_thread = own.threads > 1 and other == own._replace(threads=1)
            if own.layer == other.layer and (same_threads or one_thread):
                yield own, other


def _batches(rows: Sequence[Row]) -> list[int]:
    return sorted({row.batch for row in rows})


def _with_the_set_before(rows: Sequence[Row]) -> Iterator[tuple[Row, Row | None]]:
    """Yield each row with that of the next plainer instruction set, by task and batch."""
    for key in dict.fromkeys((row.task, row.batch) for row in rows):
        before = None
        for row in rows:
            if (row.task, row.batch) == key:
                yield row, before
                before = row


def _work(row: Row, figures: CoreFigures) -> tuple[str, str, str]:
    """Return operations, operations in a nanosecond and fraction of the peak, where known."""
    operations, peak = figures.operations.get(row.task), figures.peak(row.line.instruction_set)
    if operations is None or peak is None:
        return "", "", ""
    part = peak.share(operations, row)
    return f"{operations:,}", f"{operations / row.minimum_ns:.1f}", f"{part:.0%}"


def _heading(batch: int) -> str:
    """Format the size of a batch."""
    return "single" if batch == 1 else f"{batch:,}"


def _minimum_and_median(row: Row) -> str:
    """Format the times of a row."""
    return f"{in_time(row.minimum_ns)} / {in_time(row.median_ns)}"


def _factor(ratio: float) -> str:
    """Format a ratio."""
    return f"x{ratio:#.3g}".rstrip(".") if ratio < 999.5 else f"x{ratio:.0f}"


def _disagreement(number: float) -> str:
    """Format a disagreement."""
    return f"{number:.0e}" if number else "0"
