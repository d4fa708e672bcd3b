"""A call on so many states with so many threads: it shows that it is right, then takes turns."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, thread_time
from typing import Any

import numpy as np

from ...arm.states import Array
from .peers.call import Call
from .rows import PYTHON, Line
from .tasks import Inputs, Task, as_parts
from .turns import at_once, in_a_loop, one_by_one

# single calls go through these: too many to be learnt by heart, few enough to stay in the cache
SINGLE_STATES = 16


class Memory:
    """Room for answers: contestants share it, so that large batches do not fill the machine."""

    def __init__(self) -> None:
        self._arrays: dict[tuple[tuple[int, ...], int, str], Array] = {}

    def parts(self, shapes: tuple[tuple[int, ...], ...], dtype: str) -> tuple[Array, ...]:
        """Return an array of each shape."""
        keys = [(shape, part, dtype) for part, shape in enumerate(shapes)]
        for key in keys:
            if key not in self._arrays:
                self._arrays[key] = np.empty(key[0], dtype)
        return tuple(self._arrays[key] for key in keys)


class Contestant:
    """A call that takes turns.

    Parameters
    ----------
    call : Call
        What is called.
    task : Task
        What it computes.
    inputs : dict of ndarray
        At least `batch` states.
    batch, threads : int
        On how many states, with how many threads; a batch of one is a single call, whose arrays
        have no batch axis.
    memory : Memory
        Where the answers go.
    """

    def __init__(
        self, call: Call, task: Task, inputs: Inputs, batch: int, threads: int, memory: Memory
    ) -> None:
        self.call, self.batch, self.threads = call, batch, threads
        self.task = task.in_precision(call.dtype)
        self.line = Line(PYTHON, call.library, call.name, threads)
        self.states = SINGLE_STATES if batch == 1 else batch
        self.nanoseconds: list[float] = []
        self._times = 1
        self._inputs = tuple(
            inputs[name][: self.states].astype(call.dtype, copy=False) for name in task.arguments
        )
        shapes = task.shapes(inputs["q"].shape[1])
        self._out = memory.parts(shapes, call.dtype)
        answers = tuple((self.states, *shape) for shape in shapes)
        self._answers = memory.parts(answers, call.dtype)
        # one thread's own time excludes what other programs do; waiting for other threads counts
        self._clock = thread_time if threads == 1 else perf_counter
        self._turn = self._compiled()

    @property
    def looped(self) -> bool:
        """Whether a loop in Python goes through the states of a batch."""
        return self.batch > 1 and self.call.rows == "each"

    def answer(self) -> tuple[Array, ...]:
        """Return what the call computes, in all states."""
        # what another contestant left there must not pass for an answer
        for array in self._answers:
            array.fill(np.nan)
        if self.call.rows == "all":
            return as_parts(self._turn(1))
        self._loop()(1)
        return self._answers

    def settle(self, seconds: float) -> None:
        """Repeat the call in a turn so often that it takes about this long."""
        self.take_turn()
        nanoseconds = self.nanoseconds.pop() * self.states
        self._times = max(1, round(1e9 * seconds / max(nanoseconds, 1.0)))

    def take_turn(self) -> None:
        """Time the call, and remember the time per evaluation."""
        start = self._clock()
        self._turn(self._times)
        spent = self._clock() - start
        self.nanoseconds.append(1e9 * spent / (self._times * self.states))

    def _compiled(self) -> Callable[[int], Any]:
        if self.call.rows == "all":
            return self._at_once()
        return self._one_by_one() if self.batch == 1 else self._loop()

    def _at_once(self) -> Callable[[int], Any]:
        threads = {"threads": self.threads} if self.call.takes_threads else {}
        turn = at_once(self.call, self.task.arguments, out=_joined(self._answers), **threads)
        return lambda times: turn(times, *self._inputs)

    def _one_by_one(self) -> Callable[[int], Any]:
        turn = one_by_one(self.call, self.task.arguments, out=_joined(self._out))
        rows = list(zip(*self._inputs, strict=True))
        return lambda times: turn(times, rows)

    def _loop(self) -> Callable[[int], Any]:
        parts = len(self._answers)
        turn = in_a_loop(self.call, self.task.arguments, parts, out=_joined(self._out))
        return lambda times: turn(times, self._inputs, self._answers)


def _joined(parts: tuple[Array, ...]) -> Any:
    """Return what ``out=`` takes: an array, or a tuple of several."""
    return parts if len(parts) > 1 else parts[0]
