"""Calls of a student's function, one state at a time, and its answers as arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..._validation import FloatArray
from ..candidates.signature import takes_arm
from .tasks import Task


class Unmarkable(ValueError):
    """A function that cannot be marked: it raises, or returns something else than asked for."""


@dataclass(frozen=True)
class Answers:
    """Answers of a function, one row a state.

    Attributes
    ----------
    results : ndarray, shape (m, ...)
        The quantity.
    rows : mapping of str to ndarray, shape (m, n, 3)
        Intermediate results by name, where the function returns them.
    """

    results: FloatArray
    rows: Mapping[str, FloatArray]


class Student:
    """A student's function, called as its signature asks."""

    def __init__(self, name: str, f: Callable[..., Any], task: Task) -> None:
        self.name, self.arm, self._shapes = name, task.arm, task.shapes
        self._f, self._takes_arm = f, takes_arm("f", f, task.names)
        self._called = "f" if name == "f" else f"f ({name})"
        self._in_batches = False

    def answers(self, *operands: FloatArray) -> Answers:
        """Return the answers for states (m, n)."""
        self._in_batches = self._wants_batches(*(operand[0] for operand in operands))
        parts = [self._answer(*state) for state in zip(*operands, strict=True)]
        names = parts[0][1].keys()
        rows = {name: np.stack([rows[name] for _, rows in parts]) for name in names}
        return Answers(np.stack([result for result, _ in parts]), rows)

    def _wants_batches(self, *state: FloatArray) -> bool:
        """Return whether the function takes arrays (m, n) and no single state."""
        try:
            self._answer(*state)
        except Unmarkable as single:
            self._in_batches = True
            try:
                self._answer(*state)
            except Unmarkable:
                raise single from single.__cause__
            return True
        return False

    def _answer(self, *state: FloatArray) -> tuple[FloatArray, dict[str, FloatArray]]:
        """Return result and intermediate rows of one state."""
        given = [x[np.newaxis].copy() if self._in_batches else x.copy() for x in state]
        try:
            answer = self._f(*((self.arm, *given) if self._takes_arm else given))
        except Exception as error:
            raise Unmarkable(f"{self._called}: raised {type(error).__name__}: {error}") from error
        result, rows = _parted(answer)
        return self._result(result), {
            name: self._row(name, row)
            for name, row in rows.items()
            if np.size(row) == 3 * self.arm.n
        }

    def _result(self, answer: Any) -> FloatArray:
        """Return the result as an array of one of the shapes of the quantity."""
        try:
            result = np.asarray(answer, dtype=np.float64)
        except (TypeError, ValueError):
            raise Unmarkable(
                f"{self._called}: must return real numbers, got {type(answer).__name__}"
            ) from None
        shapes = self._shapes
        for shape in shapes:
            # a column, or a batch of one state, holds the same numbers
            if result.shape == shape or _without_ones(result.shape) == _without_ones(shape):
                return result.reshape(shape)
        expected = " or ".join(map(str, shapes))
        transpose = ", the transpose" if result.shape[::-1] in shapes else ""
        raise Unmarkable(
            f"{self._called}: must return shape {expected}, got shape {result.shape}{transpose}"
        )

    def _row(self, name: str, row: Any) -> FloatArray:
        """Return a vector of each link, shape (n, 3)."""
        array = np.asarray(row, dtype=np.float64)
        n = self.arm.n
        return array.T if array.shape == (3, n) != (n, 3) else array.reshape((n, 3))


def _parted(answer: Any) -> tuple[Any, Mapping[str, Any]]:
    """Return the result and the intermediate rows of an answer: a tuple, or a mapping with tau."""
    if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], Mapping):
        return answer[0], answer[1]
    if isinstance(answer, Mapping) and "tau" in answer:
        return answer["tau"], {name: row for name, row in answer.items() if name != "tau"}
    return answer, {}


def _without_ones(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(size for size in shape if size != 1)
