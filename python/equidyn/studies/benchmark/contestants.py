"""Contestants of a benchmark: calls and kernels that compute a task, validated and timed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from time import perf_counter, process_time, thread_time
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ...peers import LIBRARY, Call, Inputs, Task, as_parts, at_once, in_a_loop, joined, one_by_one
from ...validation import FloatArray
from .rows import PYTHON, Line

if TYPE_CHECKING:
    from ...arm import Arm

# states of single calls: too many for branch prediction to learn, few enough to stay in the cache
SINGLE_STATES = 16


class Contestant(ABC):
    """One way to compute a task on a batch of states.

    Attributes
    ----------
    line : Line
        Its identity, whatever its batch.
    task : Task
        The computed task.
    batch : int
        Number of states at once; one is a single call.
    states : int
        Least number of states in a turn.
    nanoseconds : list of float
        Time per evaluation in each turn.
    """

    def __init__(self, line: Line, task: Task, batch: int) -> None:
        self.line, self.task, self.batch = line, task, batch
        self.states = SINGLE_STATES if batch == 1 else batch
        self.nanoseconds: list[float] = []

    @property
    def threads(self) -> int:
        """Number of threads that it uses."""
        return self.line.threads

    @property
    def looped(self) -> bool:
        """Whether a loop in Python goes through the states of a batch."""
        return False

    @abstractmethod
    def answer(self) -> tuple[FloatArray, ...]:
        """Return its results in all states."""

    @abstractmethod
    def calibrate(self, seconds: float) -> None:
        """Calibrate a turn to about this duration."""

    def take_turn(self) -> None:
        """Measure and store the time per evaluation in one turn."""
        self.nanoseconds.append(self._time())

    @abstractmethod
    def _time(self) -> float:
        """Measure the time per evaluation in one turn, ns."""


class Memory:
    """Buffer of results, shared by contestants so that large batches fit into memory."""

    def __init__(self) -> None:
        self._arrays: dict[tuple[tuple[int, ...], int, str], FloatArray] = {}

    def parts(self, shapes: tuple[tuple[int, ...], ...], dtype: str) -> tuple[FloatArray, ...]:
        """Return an array of each shape."""
        keys = [(shape, part, dtype) for part, shape in enumerate(shapes)]
        for key in keys:
            if key not in self._arrays:
                self._arrays[key] = np.empty(key[0], dtype)
        return tuple(self._arrays[key] for key in keys)


class CallContestant(Contestant):
    """A call from Python.

    Parameters
    ----------
    call : Call
        The call.
    task : Task
        The computed task.
    inputs : dict of ndarray
        At least `batch` states.
    batch, threads : int
        Numbers of states and threads; a batch of one is a single call with arrays without a batch
        axis.
    memory : Memory
        Buffer of the results.
    """

    def __init__(
        self, call: Call, task: Task, inputs: Inputs, batch: int, threads: int, memory: Memory
    ) -> None:
        line = Line(PYTHON, call.library, call.name, threads)
        super().__init__(line, task.in_precision(call.dtype), batch)
        self.call = call
        self._times = 1
        self._inputs = tuple(
            call.given(name, inputs[name][: self.states].astype(call.dtype, copy=False))
            for name in task.arguments
        )
        shapes = task.shapes(inputs["q"].shape[1])
        self._out = memory.parts(shapes, call.dtype)
        answers = tuple((self.states, *shape) for shape in shapes)
        self._answers = memory.parts(answers, call.dtype)
        # the processor's time excludes what other programs do; waiting for other threads counts
        own_time = process_time if call.just_in_time else thread_time
        self._clock = own_time if threads == 1 else perf_counter
        self._turn = self._compiled()
        if call.just_in_time:
            self._turn(1)

    @property
    def looped(self) -> bool:
        """Whether a loop in Python goes through the states of a batch."""
        return self.batch > 1 and self.call.rows == "each"

    def answer(self) -> tuple[FloatArray, ...]:
        """Return the results of the call in all states."""
        # leftovers of another contestant must not pass for results
        for array in self._answers:
            array.fill(np.nan)
        if self.call.rows == "all":
            return as_parts(self._turn(1))
        self._loop()(1)
        return self._answers

    def calibrate(self, seconds: float) -> None:
        """Calibrate the repetitions in a turn to about this duration."""
        self._times = max(1, round(1e9 * seconds / max(self._time() * self.states, 1.0)))

    def _time(self) -> float:
        start = self._clock()
        self._turn(self._times)
        return 1e9 * (self._clock() - start) / (self._times * self.states)

    def _compiled(self) -> Callable[[int], Any]:
        if self.call.rows == "all":
            return self._at_once()
        return self._one_by_one() if self.batch == 1 else self._loop()

    def _at_once(self) -> Callable[[int], Any]:
        threads = {"threads": self.threads} if self.call.takes_threads else {}
        turn = at_once(self.call, self.task.arguments, out=joined(self._answers), **threads)
        return lambda times: turn(times, *self._inputs)

    def _one_by_one(self) -> Callable[[int], Any]:
        turn = one_by_one(self.call, self.task.arguments, out=joined(self._out))
        rows = list(zip(*self._inputs, strict=True))
        return lambda times: turn(times, rows)

    def _loop(self) -> Callable[[int], Any]:
        parts = len(self._answers)
        turn = in_a_loop(self.call, self.task.arguments, parts, out=joined(self._out))
        return lambda times: turn(times, self._inputs, self._answers)


class KernelContestant(Contestant):
    """A kernel of one instruction set, called inside C++, without the overhead of Python.

    Parameters
    ----------
    arm : Arm
        The arm.
    task : Task
        The computed task.
    inputs : dict of ndarray
        At least `batch` states.
    batch : int
        Number of states; one is a single call.
    instruction_set : str
        One of those that the machine can run.
    """

    def __init__(
        self, arm: Arm, task: Task, inputs: Inputs, batch: int, instruction_set: str
    ) -> None:
        super().__init__(Line.of_kernel(LIBRARY, instruction_set), task, batch)
        self._seconds = 0.0
        self._operands = tuple(inputs[name][: self.states] for name in task.arguments)
        self._batch, self._instruction_set = batch, instruction_set
        self._arm = arm

    def answer(self) -> tuple[FloatArray, ...]:
        """Return the results of the kernel in all states."""
        results = (
            _core.evaluate_kernel(
                self._arm, method, self._operands, self._batch, self._instruction_set
            )
            for method in self.task.methods
        )
        return tuple(part for result in results for part in result)

    def calibrate(self, seconds: float) -> None:
        """Make a turn take about this long."""
        self._seconds = seconds

    def _time(self) -> float:
        return sum(
            _core.time_kernel(
                self._arm,
                method,
                self._operands,
                self._batch,
                self._seconds,
                self._instruction_set,
            )
            for method in self.task.methods
        )
