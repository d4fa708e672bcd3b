"""Calls of a student's function, one state at a time, and its answers as arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...implementations import takes_arm
from ...output.text import in_one_line
from ...validation import FloatArray, float64_copy, without_ones
from .rows import NAMES
from .tasks import Task

# types of numbers shorter than float64
_SHORT = ("float16", "float32")

# objects of which NumPy would make numbers
_NO_NUMBERS = (str, bytes, bool, type(None))


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
        Intermediate results by name, where the function returns them in every state.
    precision : str
        Type of the results where that is shorter than float64: "float32"; else empty.
    """

    results: FloatArray
    rows: Mapping[str, FloatArray]
    precision: str = ""

    def to_plain(self, task: Task) -> dict[str, Any]:
        """Return the answers, and the states of the task, as plain data."""
        return {
            "states": np.array(task.operands).tolist(),
            "results": self.results.tolist(),
            "rows": {name: rows.tolist() for name, rows in self.rows.items()},
            "precision": self.precision,
        }

    @classmethod
    def of(cls, task: Task, plain: Mapping[str, Any]) -> Answers:
        """Return the answers that plain data hold, if they are of the states of a task.

        Raises
        ------
        ValueError, TypeError
            If they are not.
        """
        states = len(task.operands[0])
        results = float64_copy("results", plain["results"])
        rows = {name: float64_copy(name, values) for name, values in plain["rows"].items()}
        same = np.array_equal(float64_copy("states", plain["states"]), np.array(task.operands))
        shaped = results.shape in [(states, *shape) for shape in task.shapes]
        vectors = (states, task.arm.n, 3)
        known = plain["precision"] in ("", *_SHORT)
        if not (same and shaped and known) or any(row.shape != vectors for row in rows.values()):
            raise ValueError("the answers are not those of the states of the task")
        return cls(results, rows, plain["precision"])


class Student:
    """A student's function, called as its signature asks."""

    def __init__(self, name: str, f: Callable[..., Any], task: Task) -> None:
        self.name, self.arm, self._shapes = in_one_line(name), task.arm, task.shapes
        self._f, self._takes_arm = f, takes_arm("f", f, task.names)
        self._called = "f" if name == "f" else f"f ({self.name})"
        self._in_batches = False

    def answers(self, *operands: FloatArray) -> Answers:
        """Return the answers for states (m, n)."""
        self._in_batches = self._wants_batches(*(operand[0] for operand in operands))
        parts = [self._answer(*state) for state in zip(*operands, strict=True)]
        names = [name for name in parts[0].rows if all(name in part.rows for part in parts)]
        return Answers(
            np.stack([part.results for part in parts]),
            {name: np.stack([part.rows[name] for part in parts]) for name in names},
            parts[0].precision if len({part.precision for part in parts}) == 1 else "",
        )

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

    def _answer(self, *state: FloatArray) -> Answers:
        """Return result and intermediate rows of one state."""
        given = [x[np.newaxis].copy() if self._in_batches else x.copy() for x in state]
        try:
            answer = self._f(*((self.arm, *given) if self._takes_arm else given))
        except (Exception, SystemExit) as error:
            raise Unmarkable(f"{self._called}: raised {in_words(error)}") from error
        result, rows = _parted(answer)
        numbers = self._shaped(_numbers(self._called, result))
        vectors = {
            name: _numbers(f"{self._called}, {name}", row)
            for name, row in rows.items()
            if name in NAMES and row is not None
        }
        dtype = np.asarray(result).dtype.name
        return Answers(
            numbers,
            {name: self._row(row) for name, row in vectors.items() if row.size == 3 * self.arm.n},
            dtype if dtype in _SHORT else "",
        )

    def _shaped(self, result: FloatArray) -> FloatArray:
        """Return the result in one of the shapes of the quantity."""
        shapes = self._shapes
        for shape in shapes:
            # a column, or a batch of one state, holds the same numbers
            if result.shape == shape or without_ones(result.shape) == without_ones(shape):
                return result.reshape(shape)
        expected = " or ".join(map(str, shapes))
        transpose = ", the transpose" if result.shape[::-1] in shapes else ""
        raise Unmarkable(
            f"{self._called}: must return shape {expected}, got shape {result.shape}{transpose}"
        )

    def _row(self, row: FloatArray) -> FloatArray:
        """Return a vector of each link, shape (n, 3)."""
        n = self.arm.n
        return row.T if row.shape == (3, n) != (n, 3) else row.reshape((n, 3))


def in_words(error: BaseException) -> str:
    """Return type and message of an error, whatever its message does."""
    try:
        said = str(error)
    except Exception:
        said = ""
    return f"{type(error).__name__}: {said}".removesuffix(": ")


def _numbers(name: str, value: Any) -> FloatArray:
    """Return a copy of real numbers; those of SymPy, mpmath and the like are real, too."""
    # a list of masked rows would lose its masks
    parts = value if isinstance(value, (list, tuple)) else ()
    value = next((part for part in parts if np.ma.is_masked(part)), value)
    with suppress(Exception):  # reported below
        array = np.asarray(value)
        unreal = np.ma.is_masked(value) or any(isinstance(x, _NO_NUMBERS) for x in array.flat)
        if array.dtype == object and not unreal:
            value = array.astype(np.float64)
    try:
        return float64_copy(name, value)
    except (TypeError, ValueError) as error:
        raise Unmarkable(str(error)) from None
    except Exception as error:  # arrays of other libraries raise any error
        raise Unmarkable(f"{name}: expected real numbers, got {type(value).__name__}") from error


def _parted(answer: Any) -> tuple[Any, Mapping[str, Any]]:
    """Return the result and the intermediate rows of an answer: a tuple, or a mapping with tau."""
    if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], Mapping):
        return answer[0], answer[1]
    if isinstance(answer, Mapping) and "tau" in answer:
        return answer["tau"], {name: row for name, row in answer.items() if name != "tau"}
    return answer, {}
