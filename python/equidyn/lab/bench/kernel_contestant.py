"""A kernel of one instruction set, called inside C++: nothing of Python is timed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import _core
from ...arm.states import Array
from .contestant import SINGLE_STATES
from .own_calls import LIBRARY
from .rows import CPP, Line
from .tasks import Inputs, Task

if TYPE_CHECKING:
    from ...arm.arm import Arm

_NAME = "kernel, "


class KernelContestant:
    """A kernel that takes turns, on one thread.

    Parameters
    ----------
    arm : Arm
        The arm.
    task : Task
        What is computed.
    inputs : dict of ndarray
        At least `batch` states.
    batch : int
        On how many states; one is a single call.
    instruction_set : str
        One of those that the machine can run.
    """

    threads = 1
    looped = False

    def __init__(
        self, arm: Arm, task: Task, inputs: Inputs, batch: int, instruction_set: str
    ) -> None:
        self.task, self.batch = task, batch
        self.line = Line(CPP, LIBRARY, f"{_NAME}{instruction_set}", self.threads)
        self.states = SINGLE_STATES if batch == 1 else batch
        self.nanoseconds: list[float] = []
        self._seconds = 0.0
        self._arm, self._instruction_set = arm, instruction_set
        self._q, self._qd = inputs["q"][: self.states], inputs["qd"][: self.states]
        effort = task.arguments[2:]
        self._effort = inputs[effort[0]][: self.states] if effort else None

    def answer(self) -> tuple[Array, ...]:
        """Return what the kernel computes, in all states."""
        return tuple(_core.evaluate_kernel(*self._what(), instruction_set=self._instruction_set))

    def settle(self, seconds: float) -> None:
        """Make a turn take about this long."""
        self._seconds = seconds

    def take_turn(self) -> None:
        """Time the kernel, and remember the time per evaluation."""
        time = _core.time_kernel(
            *self._what(), seconds=self._seconds, instruction_set=self._instruction_set
        )
        self.nanoseconds.append(time)

    def _what(self) -> tuple[Arm, str, Array, Array, Array | None, int]:
        return self._arm, self.task.method, self._q, self._qd, self._effort, self.batch


def instruction_set_of(line: Line) -> str:
    """Return the instruction set of a kernel by its line."""
    return line.call.removeprefix(_NAME)
