"""Calls of a student's function, one state at a time, and its answers as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...implementations import Implementation, in_words, of_arrays, takes_arm
from ...output.text import in_one_line
from ...validation import FloatArray, float64_copy
from .expressions import is_expression, values_of
from .rows import NAMES
from .tasks import Task

if TYPE_CHECKING:
    from ...arm.arm import Arm

# types of numbers that are told
_TOLD = ("float16", "float32", "complex64", "complex128")

# objects of which NumPy would make numbers
_NO_NUMBERS = (str, bytes, bool, type(None))


@dataclass(frozen=True)
class Answers:
    """Answers of a function, one row a state.

    Attributes
    ----------
    results : ndarray, shape (m, ...)
        The quantity; NaN in states in which the function raised an error.
    rows : mapping of str to ndarray, shape (m, n, 3)
        Intermediate results by name, where the function returns them in every state.
    again : ndarray, shape (...)
        The result of the first state, asked for once more after all others.
    shape : tuple of int
        Shape of one result as the function returned it.
    dtype : str
        Type of the results where it is to be told: "float32", "complex128"; else empty.
    faults : mapping of int to str
        Errors that the function raised, by number of the state.
    """

    results: FloatArray
    rows: Mapping[str, FloatArray]
    again: FloatArray
    shape: tuple[int, ...]
    dtype: str = ""
    faults: Mapping[int, str] = field(default_factory=dict)

    def to_plain(self, task: Task) -> dict[str, Any]:
        """Return the answers, and the states of the task, as plain data."""
        return {
            "states": np.array(task.operands).tolist(),
            "results": self.results.tolist(),
            "rows": {name: rows.tolist() for name, rows in self.rows.items()},
            "again": self.again.tolist(),
            "shape": self.shape,
            "dtype": self.dtype,
            "faults": list(self.faults.items()),
        }

    @classmethod
    def of(cls, task: Task, plain: Mapping[str, Any]) -> Answers:
        """Return the answers that plain data hold, if they are of the states of a task.

        Raises
        ------
        ValueError, TypeError, LookupError
            If they are not.
        """
        states = len(task.operands[0])
        results = float64_copy("results", plain["results"])
        again = float64_copy("again", plain["again"])
        rows = {name: float64_copy(name, values) for name, values in plain["rows"].items()}
        same = np.array_equal(float64_copy("states", plain["states"]), np.array(task.operands))
        shaped = results.shape[1:] in task.shapes and results.shape == (states, *again.shape)
        vectors = (states, task.arm.n, 3)
        known = plain["dtype"] in ("", *_TOLD)
        if not (same and shaped and known) or any(row.shape != vectors for row in rows.values()):
            raise ValueError("the answers are not those of the states of the task")
        faults = {range(states)[k]: in_one_line(str(said)) for k, said in plain["faults"]}
        return cls(results, rows, again, tuple(plain["shape"]), plain["dtype"], faults)


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
    def of(cls, name: str, f: Any, task: Task) -> Student:
        """Return a function, or an expression of SymPy, with the name that tables show."""
        if is_expression(f):
            called = f"f ({name})"
            return cls(name, values_of(called, f, task.arm, task.names), takes_arm=False, task=task)
        of_states = of_arrays(f, task.names)
        takes = takes_arm("f", of_states, task.names)
        return cls(in_one_line(name), of_states, takes_arm=takes, task=task)

    @property
    def called(self) -> str:
        """The function in messages."""
        return "f" if self.name == "f" else f"f ({self.name})"

    def answers(self) -> Answers:
        """Return the answers for the states of the task.

        Raises
        ------
        ValueError
            If the function raises an error in the first state, or returns no numbers of the shape.
        """
        operands = self.task.operands
        single = self.takes_single_states(self.task.arm, operands)
        parts: list[_Part] = []
        faults: dict[int, str] = {}
        for k in range(len(operands[0])):
            try:
                parts.append(self._part(*_of_state(operands, k, single)))
            except ValueError as error:
                if error.__cause__ is None or not parts:
                    raise
                faults[k] = in_words(error.__cause__)
                parts.append(
                    parts[0]._replace(result=np.full_like(parts[0].result, np.nan), rows={})
                )
        try:
            again = self._part(*_of_state(operands, 0, single)).result
        except ValueError:
            again = np.full_like(parts[0].result, np.nan)
        answered = [part for k, part in enumerate(parts) if k not in faults]
        names = [name for name in parts[0].rows if all(name in part.rows for part in answered)]
        return Answers(
            np.stack([part.result for part in parts]),
            {} if faults else {name: np.stack([x.rows[name] for x in parts]) for name in names},
            again,
            parts[0].shape if single else again.shape,
            parts[0].dtype if len({part.dtype for part in parts}) == 1 else "",
            faults,
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
        return super().numbers(_real(self.called + part, value), part)

    def _part(self, *state: FloatArray) -> _Part:
        """Return result and intermediate rows of one state."""
        n, answer = self.task.arm.n, self.answer(self.task.arm, *state)
        result, rows = _parted(answer)
        vectors = {
            name: self.numbers(row, f", {name}")
            for name, row in rows.items()
            if name in NAMES and row is not None
        }
        dtype = np.asarray(result).dtype.name
        return _Part(
            self.shaped(self.task.arm, answer),
            {name: _of_links(row, n) for name, row in vectors.items() if row.size == 3 * n},
            np.shape(result),
            dtype if dtype in _TOLD else "",
        )


class _Part(NamedTuple):
    """Answer in one state: result, intermediate rows, shape as returned, and a type to tell."""

    result: FloatArray
    rows: Mapping[str, FloatArray]
    shape: tuple[int, ...]
    dtype: str


def _of_state(operands: tuple[FloatArray, ...], k: int, single: bool) -> list[FloatArray]:
    """Return the operands of one state, as a batch of one state where the function takes these."""
    return [operand[k] if single else operand[k : k + 1] for operand in operands]


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


def _real(name: str, answer: Any) -> Any:
    """Return complex numbers without imaginary parts as real ones; anything else as it is."""
    try:
        array = np.asarray(answer)
    except Exception:
        return answer  # the error is that of who makes numbers of it
    if array.dtype.kind != "c" or np.ma.is_masked(answer):
        return answer
    largest = np.abs(array.imag).max(initial=0.0)
    if largest != 0.0:
        raise ValueError(f"{name}: must return real numbers, got imaginary parts of {largest:.3g}")
    return array.real
