"""Measurements of a benchmark: times of contestants, and reference figures inside C++."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ...validation import count, require_turns

# layers from which contestants are called
PYTHON, CPP = LAYERS = ("Python", "C++")

# states that JointCost computes at once: enough for whole registers, and few enough for those of a
# long arm to stay in the cache
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
        """Instruction set of a kernel."""
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
        The task.
    library, call : str
        Library and call.
    batch : int
        Number of states; 1 is a single call.
    threads : int
        Number of threads.
    nanoseconds : tuple of float
        Time per evaluation in each round.
    looped : bool
        Whether a loop in Python called it once for each state.
    disagreement : float
        Largest difference from equidyn, relative to the largest value.
    layer : {"Python", "C++"}
        Layer from which it was called.
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
        """Least time per evaluation, ns: the cost of the code."""
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
        """Return the speed-up over another contestant: the median over the rounds.

        Raises
        ------
        ValueError
            If the two did not take part in the same rounds.
        """
        return _median_ratio(other.nanoseconds, self.nanoseconds)


@dataclass(frozen=True)
class Peak:
    """Peak of the machine: multiply-adds in registers, two operations each.

    Attributes
    ----------
    instruction_set : str
        Instruction set of the registers.
    threads : int
        Number of threads at once.
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
        """Operations in a nanosecond, median of the rounds."""
        return float(np.median(self.gflops))

    def times_higher_than(self, other: Peak) -> float:
        """Return the ratio of this peak to another: the median over the rounds."""
        return _median_ratio(self.gflops, other.gflops)

    def share(self, operations: int, row: Row) -> float:
        """Return the median fraction of the peak, from a number of operations and a row's times."""
        return _median_ratio([operations / time for time in row.nanoseconds], self.gflops)


@dataclass(frozen=True)
class JointCost:
    """Cost of inverse dynamics of an arm of n joints, in batches of `JOINT_BATCH`, inside C++.

    Attributes
    ----------
    n : int
        Number of joints.
    instruction_set : str
        Instruction set of the kernel.
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
        """Return the ratio of the cost of a joint to that of another arm: the median."""
        return _median_ratio(self.nanoseconds, other.nanoseconds) * other.n / self.n


@dataclass(frozen=True)
class CoreFigures:
    """Figures of the C++ layer beside the times of its kernels.

    Attributes
    ----------
    operations : dict of int
        By task, floating-point operations of one evaluation, where they were counted.
    peaks : tuple of Peak
        Peaks of every instruction set on one thread, the plainest first; of the best one on more.
    joint_costs : tuple of JointCost
        Costs on a short arm, and on a long one.
    """

    operations: dict[str, int] = field(default_factory=dict)
    peaks: tuple[Peak, ...] = ()
    joint_costs: tuple[JointCost, ...] = ()

    def peak(self, instruction_set: str, threads: int = 1) -> Peak | None:
        """Return the peak of an instruction set, if it was measured."""
        wanted = (instruction_set, threads)
        found = (peak for peak in self.peaks if (peak.instruction_set, peak.threads) == wanted)
        return next(found, None)

    def scaling(self, threads: int) -> float | None:
        """Return the ratio of the peak on several threads to that on one, if it was measured."""
        for peak in self.peaks:
            alone = self.peak(peak.instruction_set)
            if peak.threads == threads and alone:
                return peak.times_higher_than(alone)
        return None


def by_line(rows: Iterable[Row]) -> dict[Line, dict[int, Row]]:
    """Return the rows of each contestant by batch, in their order."""
    lines: dict[Line, dict[int, Row]] = {}
    for row in rows:
        lines.setdefault(row.line, {})[row.batch] = row
    return lines


def label(line: Line, rows: Iterable[Row]) -> str:
    """Return the name of a contestant, with a mark where batches are looped through."""
    return f"{line} (loop)" if any(row.looped for row in rows) else str(line)


def _median_ratio(numerators: Sequence[float], others: Sequence[float]) -> float:
    """Return the median of the ratios in each round."""
    if len(numerators) != len(others):
        raise ValueError(f"other: expected {len(others)} rounds, got {len(numerators)}")
    return float(np.median(np.divide(numerators, others)))
