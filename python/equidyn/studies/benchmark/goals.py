"""Goals of equidyn's speed: the compared contestants, tasks and batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...peers import LIBRARY, NEW_ARRAY, OUT, OUT_FLOAT32
from .rows import PYTHON, Line, Row

_PINOCCHIO, _TOOLBOX = "Pinocchio", "Robotics Toolbox"
_RNEA_DERIVATIVES, _JACOBIANS = "computeRNEADerivatives", "computeJointJacobians"


@dataclass(frozen=True)
class Comparison:
    """equidyn against another contestant, or against itself, on batches of some sizes.

    Attributes
    ----------
    task : str
        The task of both.
    own, other : Line
        The contestants.
    from_batch, to_batch : int
        The smallest and the largest batch that count.
    """

    task: str
    own: Line
    other: Line
    from_batch: int
    to_batch: int

    def pairs(self, rows: Sequence[Row]) -> Iterator[tuple[Row, Row]]:
        """Yield the pairs of rows of both contestants, by growing batch."""
        known = {(row.line, row.batch): row for row in rows if row.task == self.task}
        for batch in sorted({row.batch for row in rows}):
            pair = known.get((self.own, batch)), known.get((self.other, batch))
            if self.from_batch <= batch <= self.to_batch and pair[0] and pair[1]:
                yield pair[0], pair[1]


def _own(call: str, threads: int = 1) -> Line:
    return Line(PYTHON, LIBRARY, call, threads)


def _other(library: str, call: str) -> Line:
    return Line(PYTHON, library, call, 1)


_SINGLE, _BATCH, _LARGE = (1, 1), (1024, 1024), (16384, 1 << 62)

GOALS = (
    Comparison("inverse dynamics", _own(NEW_ARRAY), _other(_PINOCCHIO, "rnea"), *_SINGLE),
    Comparison("inverse dynamics", _own(OUT), _other(_PINOCCHIO, "rnea"), *_SINGLE),
    Comparison("inverse dynamics", _own(OUT), _other(_PINOCCHIO, "rnea"), *_BATCH),
    Comparison("inverse dynamics", _own(OUT), _other(_PINOCCHIO, "rneaInParallel"), *_BATCH),
    Comparison("inverse dynamics", _own(OUT), _other(_TOOLBOX, "rne"), *_BATCH),
    Comparison("inverse dynamics", _own(OUT, threads=2), _own(OUT), *_LARGE),
    Comparison("inverse dynamics", _own(OUT_FLOAT32), _own(OUT), *_BATCH),
    Comparison("inverse dynamics", _own(OUT_FLOAT32), _own(OUT), *_LARGE),
    Comparison("forward dynamics", _own(OUT), _other(_PINOCCHIO, "aba"), *_BATCH),
    Comparison("mass matrix", _own(OUT), _other(_PINOCCHIO, "crba"), *_BATCH),
    Comparison("derivatives", _own(OUT), _other(_PINOCCHIO, _RNEA_DERIVATIVES), *_BATCH),
    Comparison("poses and Jacobians", _own(OUT), _other(_PINOCCHIO, _JACOBIANS), *_BATCH),
)
