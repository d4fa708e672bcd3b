"""What was measured: times of contestants, and what those inside C++ are held against."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ..._validation import count, require_turns

# from where a contestant is called
PYTHON, CPP = LAYERS = ("Python", "C++")

# how many states JointCost computes at once: enough for whole registers, and few enough for those
# of a long arm to stay in the cache
JOINT_BATCH = 64

_KERNEL = "kernel, "


class Line(NamedTuple):
    """A contestant whatever its batch: a line of a table, a curve of a picture."""

    layer: str
    library: str
    call: str
    threads: int

    @classmethod
    def of_kernel(cls, library: str, instruction_set: str) -> Line:
        """Return the line of a kernel, which has one thread."""
        return cls(CPP, library, f"{_KERNEL}{instruction_set}", 1)

    @property
    def instruction_set(self) -> str:
        """That of a kernel."""
        return self.call.removeprefix(_KERNEL)

    def __str__(self) -> str:
        threads = f", {self.threads} threads" if self.threads > 1 else ""
        layer = f", {self.layer}" if self.layer != PYTHON else ""
        return f"{self.library} {self.call}{threads}{layer}"


@dataclass(frozen=True)
class Row:
    """Times of one contestant.

    Attributes
    ----------
    task : str
        What was computed.
    library, call : str
        By what.
    batch : int
        In how many states; 1 is a single call.
    threads : int
        By how many threads.
    nanoseconds : tuple of float
        Time per evaluation in each round.
    looped : bool
        Whether a loop in Python called it once for each state.
    disagreement : float
        From equidyn's answer, as a part of the largest value.
    layer : {"Python", "C++"}
        From where it was called.
    """

    task: str
    library: str
    call: str
    batch: int
    threads: int
    nanoseconds: tuple[float, ...]
    looped: bool = False
    disagreement: float = 0.0
    layer: str = PYTHON

    def __post_init__(self) -> None:
        count("batch", self.batch)
        count("threads", self.threads)
        require_turns("nanoseconds", self.nanoseconds)

    @property
    def minimum_ns(self) -> float:
        """Least time per evaluation, ns: what the code costs."""
        return min(self.nanoseconds)

    @property
    def median_ns(self) -> float:
        """Median time per evaluation, ns: well above the minimum on a busy machine."""
        return float(np.median(self.nanoseconds))

    @property
    def line(self) -> Line:
        """The contestant whatever its batch."""
        return Line(self.layer, self.library, self.call, self.threads)

    @property
    def contestant(self) -> str:
        """The contestant in words."""
        return f"{self.line} in a loop" if self.looped else str(self.line)

    def times_faster_than(self, other: Row) -> float:
        """Return how many times longer another contestant takes: the median over the rounds.

        Raises
        ------
        ValueError
            If the two did not take part in the same rounds.
        """
        return _median_ratio(other.nanoseconds, self.nanoseconds)


@dataclass(frozen=True)
class Peak:
    """The most multiply-adds that the machine can do in registers, two operations each.

    Attributes
    ----------
    instruction_set : str
        Of which registers.
    threads : int
        On how many threads at once.
    gflops : tuple of float
        Operations in a nanosecond, of all threads together, in each round.
    """

    instruction_set: str
    threads: int
    gflops: tuple[float, ...]

    def __post_init__(self) -> None:
        count("threads", self.threads)
        require_turns("gflops", self.gflops)

    @property
    def highest(self) -> float:
        """Operations in a nanosecond, in the best round."""
        return max(self.gflops)

    @property
    def median(self) -> float:
        """Operations in a nanosecond, in the middle round."""
        return float(np.median(self.gflops))

    def times_higher_than(self, other: Peak) -> float:
        """Return the ratio of this peak to another: the median over the rounds."""
        return _median_ratio(self.gflops, other.gflops)

    def share(self, operations: int, row: Row) -> float:
        """Return which part of the peak so many operations in a row's times are: the median."""
        return _median_ratio([operations / time for time in row.nanoseconds], self.gflops)


@dataclass(frozen=True)
class JointCost:
    """Inverse dynamics of an arm of n joints, in batches of `JOINT_BATCH`, inside C++.

    Attributes
    ----------
    n : int
        Number of joints.
    instruction_set : str
        By which kernel.
    nanoseconds : tuple of float
        Time per evaluation in each round.
    """

    n: int
    instruction_set: str
    nanoseconds: tuple[float, ...]

    def __post_init__(self) -> None:
        count("n", self.n)
        require_turns("nanoseconds", self.nanoseconds)

    @property
    def minimum_ns(self) -> float:
        """Least time per evaluation."""
        return min(self.nanoseconds)

    def times_dearer_than(self, other: JointCost) -> float:
        """Return how many times more a joint costs here: the median over the rounds."""
        return _median_ratio(self.nanoseconds, other.nanoseconds) * other.n / self.n


@dataclass(frozen=True)
class CoreFigures:
    """Figures of the C++ layer beside the times of its kernels.

    Attributes
    ----------
    operations : dict of int
        By task, operations on floating-point numbers that one evaluation takes, where they were
        counted.
    peaks : tuple of Peak
        Of every instruction set on one thread, the plainest first; of the one that is used on more.
    joint_costs : tuple of JointCost
        Of a short arm, and of a long one.
    """

    operations: dict[str, int] = field(default_factory=dict)
    peaks: tuple[Peak, ...] = ()
    joint_costs: tuple[JointCost, ...] = ()

    def peak(self, instruction_set: str, threads: int = 1) -> Peak | None:
        """Return what was measured of an instruction set, if it was."""
        wanted = (instruction_set, threads)
        found = (peak for peak in self.peaks if (peak.instruction_set, peak.threads) == wanted)
        return next(found, None)

    def scaling(self, threads: int) -> float | None:
        """Return how many times higher the peak is on so many threads, if it was measured."""
        for peak in self.peaks:
            alone = self.peak(peak.instruction_set)
            if peak.threads == threads and alone:
                return peak.times_higher_than(alone)
        return None


def by_line(rows: Iterable[Row]) -> dict[Line, dict[int, Row]]:
    """Return the rows of each contestant by batch, in the order in which they come."""
    lines: dict[Line, dict[int, Row]] = {}
    for row in rows:
        lines.setdefault(row.line, {})[row.batch] = row
    return lines


def label(line: Line, rows: Iterable[Row]) -> str:
    """Return the name of a contestant, which tells whether batches are looped through."""
    return f"{line} (loop)" if any(row.looped for row in rows) else str(line)


def _median_ratio(numerators: Sequence[float], others: Sequence[float]) -> float:
    """Return the median of the ratios in each round."""
    if len(numerators) != len(others):
        raise ValueError(f"other: expected {len(others)} rounds, got {len(numerators)}")
    return float(np.median(np.divide(numerators, others)))
