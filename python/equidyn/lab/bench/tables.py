"""The tables of a benchmark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...show.numbers import in_time
from ...show.tables import Table
from .cells import factor, heading, minimum_and_median, share
from .comparisons import GOALS
from .core_figures import CoreFigures
from .own_calls import LIBRARY
from .rows import Line, Row, by_line, label


def times(task: str, rows: Sequence[Row], arm: str) -> Table:
    """Return the minima of one task, a line for each contestant, a column for each batch."""
    batches = _batches(rows)
    return Table(
        title=f"Time per evaluation, {task}: {arm}",
        columns=("contestant", *map(heading, batches), "median above\nminimum", "disagreement"),
        align="l" + "r" * (len(batches) + 2),
        rows=tuple(
            (
                label(line, by_batch.values()),
                *(in_time(by_batch[b].minimum_ns) if b in by_batch else "" for b in batches),
                f"{max(row.median_ns / row.minimum_ns for row in by_batch.values()) - 1:.0%}",
                share(max(row.disagreement for row in by_batch.values())),
            )
            for line, by_batch in by_line(rows).items()
        ),
        footnote="minimum of the rounds; disagreement from equidyn as a part of the largest value",
    )


def ratios(rows: Sequence[Row]) -> Table:
    """Return how many times faster equidyn is than the others, and by more threads."""
    batches = _batches(rows)
    return Table(
        title="How many times faster equidyn is",
        columns=("task", "equidyn", "against", *map(heading, batches)),
        align="lll" + "r" * len(batches),
        rows=tuple(
            (task, *cells)
            for task in dict.fromkeys(row.task for row in rows)
            for cells in _compared([row for row in rows if row.task == task], batches)
        ),
        footnote="medians of the ratios in each round",
    )


def goals(rows: Sequence[Row], core: CoreFigures) -> Table:
    """Return the ratios that the goals are about."""
    return Table(
        title="The ratios that the goals are about",
        columns=("task", "batch", "equidyn", "", "against", "", "ratio", "that of\nthe peaks"),
        align="lrlrlrrr",
        rows=tuple(
            (
                goal.task,
                f"{own.batch:,}",
                own.contestant.removeprefix(f"{LIBRARY} "),
                minimum_and_median(own),
                other.contestant,
                minimum_and_median(other),
                factor(own.times_faster_than(other)),
                _scaling(own, core),
            )
            for goal in GOALS
            for own, other in goal.pairs(rows)
        ),
        footnote="times: minimum / median of the rounds; ratio: median of the ratios in each "
        "round; that of the peaks: of the machine's own multiply-adds on as many threads",
    )


def _scaling(row: Row, core: CoreFigures) -> str:
    """Return how many times more the machine can do on as many threads, if it was measured."""
    ratio = core.scaling(row.threads) if row.threads > 1 else None
    return factor(ratio) if ratio else ""


def _compared(rows: Sequence[Row], batches: Sequence[int]) -> Iterator[list[str]]:
    """Yield equidyn, whom it is compared with, and the ratios, where there are any."""
    lines = by_line(rows)
    for own, other in _pairs(list(lines)):
        one, two = lines[own], lines[other]
        both = [batch for batch in batches if batch in one and batch in two]
        cells = [factor(one[b].times_faster_than(two[b])) if b in both else "" for b in batches]
        if both:
            name = label(other, [two[batch] for batch in both])
            yield [str(own).removeprefix(f"{LIBRARY} "), name, *cells]


def _pairs(lines: Sequence[Line]) -> Iterator[tuple[Line, Line]]:
    """Yield equidyn with each other library on as many threads, and with itself on one."""
    for own in (line for line in lines if line.library == LIBRARY):
        for other in lines:
            same_threads = other.library != LIBRARY and own.threads == other.threads
            one_thread = own.threads > 1 and other == own._replace(threads=1)
            if own.layer == other.layer and (same_threads or one_thread):
                yield own, other


def _batches(rows: Sequence[Row]) -> list[int]:
    return sorted({row.batch for row in rows})
