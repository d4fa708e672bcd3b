"""The most multiply-adds that the machine can do: what the speed of the kernels is a part of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ... import _core


@dataclass(frozen=True)
class Peak:
    """Multiply-adds in registers, two operations each.

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
        return float(np.median(np.divide(self.gflops, other.gflops)))

    def share(self, operations: float, nanoseconds: tuple[float, ...]) -> float:
        """Return which part of the peak so many operations in these times are: the median."""
        return float(np.median(np.divide(operations, np.multiply(nanoseconds, self.gflops))))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Peak:
        """Make a peak of its attributes as plain data."""
        return cls(data["instruction_set"], data["threads"], tuple(data["gflops"]))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, ready for JSON."""
        return {**asdict(self), "gflops": list(self.gflops)}


class PeakMeter:
    """Measures a peak, a turn at a time.

    Parameters
    ----------
    instruction_set : str
        One of those that the machine can run.
    threads : int
        One has its own processor time; more have the clock on the wall.
    seconds : float
        How long a turn takes.
    """

    def __init__(self, instruction_set: str, threads: int, seconds: float) -> None:
        self.threads = threads
        self._instruction_set, self._seconds = instruction_set, seconds
        self._gflops: list[float] = []

    def take_turn(self) -> None:
        """Measure, and remember the operations in a nanosecond."""
        self._gflops.append(_core.measure_peak(self._instruction_set, self._seconds, self.threads))

    @property
    def peak(self) -> Peak:
        """What was measured."""
        return Peak(self._instruction_set, self.threads, tuple(self._gflops))
