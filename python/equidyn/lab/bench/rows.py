"""What was measured of one contestant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, NamedTuple

import numpy as np

# from where a contestant is called
PYTHON, CPP = LAYERS = ("Python", "C++")


class Line(NamedTuple):
    """A contestant whatever its batch: a line of a table, a curve of a picture."""

    layer: str
    library: str
    call: str
    threads: int

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
        if len(self.nanoseconds) != len(other.nanoseconds):
            raise ValueError(
                f"other: expected {len(self.nanoseconds)} rounds, got {len(other.nanoseconds)}"
            )
        return float(np.median(np.divide(other.nanoseconds, self.nanoseconds)))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, ready for JSON."""
        return {
            **asdict(self),
            "nanoseconds": list(self.nanoseconds),
            "minimum_ns": self.minimum_ns,
            "median_ns": self.median_ns,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Row:
        """Make a row of what `to_dict` returned."""
        known = {field.name: data[field.name] for field in fields(cls)}
        return cls(**{**known, "nanoseconds": tuple(known["nanoseconds"])})


def by_line(rows: Iterable[Row]) -> dict[Line, dict[int, Row]]:
    """Return the rows of each contestant by batch, in the order in which they come."""
    lines: dict[Line, dict[int, Row]] = {}
    for row in rows:
        lines.setdefault(row.line, {})[row.batch] = row
    return lines


def label(line: Line, rows: Iterable[Row]) -> str:
    """Return the name of a contestant, which tells whether batches are looped through."""
    return f"{line} (loop)" if any(row.looped for row in rows) else str(line)
