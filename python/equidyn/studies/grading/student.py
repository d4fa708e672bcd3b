"""Calls of a student's function, one state at a time, and its answers as arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ...implementations import Implementation, takes_arm
from ...output.text import in_one_line
from ...validation import FloatArray, float64_copy
from .rows import NAMES
from .tasks import Task

if TYPE_CHECKING:
    from ...arm.arm import Arm

# types of numbers shorter than float64
_SHORT = ("float16", "float32")

# objects of which NumPy would make numbers
_NO_NUMBERS = (str, bytes, bool, type(None))


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


@dataclass(frozen=True, eq=False)
class Student(Implementation):
    """A student's function, called state by state: its answers may hold intermediate rows.

    Attributes
    ----------
    task : Task
        What it has to compute.
    """

    task: Task = field(kw_only=True)

    @classmethod
    def of(cls, name: str, f: Callable[..., Any], task: Task) -> Student:
        """Return a function with the name that tables show."""
        return cls(in_one_line(name), f, takes_arm=takes_arm("f", f, task.names), task=task)

    @property
    def called(self) -> str:
        """The function in messages."""
        return "f" if self.name == "f" else f"f ({self.name})"

    def answers(self) -> Answers:
        """Return the answers for the states of the task."""
        single = self.takes_single_states(self.task.arm, self.task.operands)
        states = zip(*self.task.operands, strict=True)
        parts = [
            self._answers(*(x if single else x[np.newaxis] for x in state)) for state in states
        ]
        names = [name for name in parts[0].rows if all(name in part.rows for part in parts)]
        return Answers(
            np.stack([part.results for part in parts]),
            {name: np.stack([part.rows[name] for part in parts]) for name in names},
            parts[0].precision if len({part.precision for part in parts}) == 1 else "",
        )

    def shapes(self, arm: Arm) -> tuple[tuple[int, ...], ...]:
        """Shapes that the result of one state may have."""
        return self.task.shapes

    def numbers(self, answer: Any, part: str = "") -> FloatArray:
        """Return a copy of real numbers; those of SymPy, mpmath and the like are real, too."""
        value = answer if part else _parted(answer)[0]
        # a list of masked rows would lose its masks
        parts = value if isinstance(value, (list, tuple)) else ()
        value = next((part for part in parts if np.ma.is_masked(part)), value)
        with suppress(Exception):  # reported below
            array = np.asarray(value)
            unreal = np.ma.is_masked(value) or any(isinstance(x, _NO_NUMBERS) for x in array.flat)
            if array.dtype == object and not unreal:
                value = array.astype(np.float64)
        return super().numbers(value, part)

    def _answers(self, *state: FloatArray) -> Answers:
        """Return result and intermediate rows of one state."""
        n, answer = self.task.arm.n, self.answer(self.task.arm, *state)
        result, rows = _parted(answer)
        vectors = {
            name: self.numbers(row, f", {name}")
            for name, row in rows.items()
            if name in NAMES and row is not None
        }
        dtype = np.asarray(result).dtype.name
        return Answers(
            self.shaped(self.task.arm, answer),
            {name: _of_links(row, n) for name, row in vectors.items() if row.size == 3 * n},
            dtype if dtype in _SHORT else "",
        )


def _of_links(row: FloatArray, n: int) -> FloatArray:
    """Return a vector of each link, shape (n, 3)."""
    return row.T if row.shape == (3, n) != (n, 3) else row.reshape((n, 3))


def _parted(answer: Any) -> tuple[Any, Mapping[str, Any]]:
    """Return the result and the intermediate rows of an answer: a tuple, or a mapping with tau."""
    if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], Mapping):
        return answer[0], answer[1]
    if isinstance(answer, Mapping) and "tau" in answer:
        return answer["tau"], {name: row for name, row in answer.items() if name != "tau"}
    return answer, {}
