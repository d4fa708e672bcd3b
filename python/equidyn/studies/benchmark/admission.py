"""Admission to a benchmark of contestants that agree with equidyn and are not too slow."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from ...peers import PEERS, TASKS, Call, Inputs
from ...validation import FloatArray
from .contestants import CallContestant, Contestant, KernelContestant, Memory
from .rows import Row
from .turns import take_first_turn

if TYPE_CHECKING:
    from ...arm import Arm

# numbers in an answer: more would fill the memory
_LARGEST_ANSWER = 1 << 24

# the states of larger batches exceed the cache, so that memory is measured
_LARGEST_OF_KERNELS = 1024

# compared states of a batch, from its first to its last
_COMPARED = 64

_OTHERS = frozenset(peer.library for peer in PEERS.values())


class Admission:
    """Contestants that were validated, and those that were refused.

    Parameters
    ----------
    arm : Arm
        The arm.
    inputs : dict of ndarray
        Its states, as many as the largest batch.
    seconds : float
        Length of a turn.
    max_seconds : float
        A batch on which a call takes longer is too slow.
    """

    def __init__(self, arm: Arm, inputs: Inputs, seconds: float, max_seconds: float) -> None:
        self._arm, self._inputs, self._memory = arm, inputs, Memory()
        self._seconds, self._max_seconds = seconds, max_seconds
        self._disagreements: dict[Contestant, float] = {}
        self._refusals: dict[tuple[str, str, str], str] = {}

    def validate(self, call: Call, batches: Sequence[int], threads: Sequence[int]) -> None:
        """Validate a call on growing batches with each number of threads that it takes."""
        task = TASKS[call.task]
        largest = _LARGEST_ANSWER // task.numbers(self._arm.n)
        suited = [batch for batch in batches if batch <= largest and call.suits(batch)]
        for number in threads if call.takes_threads else (1,):
            try:
                self._validate_growing(
                    CallContestant(call, task, self._inputs, batch, number, self._memory)
                    for batch in suited
                )
            except Exception as error:
                if call.library not in _OTHERS:
                    raise
                # the benchmark continues without a library that raises any error
                note = f"{call.library} {call.name} is not timed: it raised {_said(error)}"
                self._refusals.setdefault((call.library, call.name, call.task), note)

    def validate_kernel(self, task: str, instruction_set: str, batches: Sequence[int]) -> None:
        """Validate the kernel of a task: in single calls, and on a batch for the cache."""
        fitting = [batch for batch in batches if batch <= _LARGEST_OF_KERNELS]
        self._validate_growing(
            KernelContestant(self._arm, TASKS[task], self._inputs, batch, instruction_set)
            for batch in sorted({fitting[0], fitting[-1]})
        )

    def _validate_growing(self, contestants: Iterable[Contestant]) -> None:
        for contestant in contestants:
            # one that disagrees or is too slow will be so on larger batches
            if not self._admitted(contestant):
                break

    def _admitted(self, contestant: Contestant) -> bool:
        start = perf_counter()
        answer = contestant.answer()
        spent = perf_counter() - start
        disagreement = self._disagreement(contestant, answer)
        if not disagreement <= contestant.task.tolerance:
            self._refuse(contestant, disagreement)
            return False
        if contestant.batch > 1 and spent > self._max_seconds:
            return False
        contestant.calibrate(self._seconds)
        # at once: a benchmark that is interrupted before all are admitted has times of these
        take_first_turn(contestant)
        self._disagreements[contestant] = disagreement
        return True

    @property
    def notes(self) -> tuple[str, ...]:
        """Refused contestants with the reasons: once, whatever the batch."""
        return tuple(self._refusals.values())

    @property
    def contestants(self) -> tuple[Contestant, ...]:
        """The admitted contestants."""
        return tuple(self._disagreements)

    def rows(self) -> tuple[Row, ...]:
        """Return the measured rows."""
        return tuple(
            Row(
                task=contestant.task.name,
                library=contestant.line.library,
                call=contestant.line.call,
                batch=contestant.batch,
                threads=contestant.threads,
                nanoseconds=tuple(contestant.nanoseconds),
                looped=contestant.looped,
                disagreement=disagreement,
                layer=contestant.line.layer,
            )
            for contestant, disagreement in self._disagreements.items()
        )

    def _disagreement(self, contestant: Contestant, answer: tuple[FloatArray, ...]) -> float:
        """Return the largest difference from equidyn, relative to the largest value."""
        chosen = np.linspace(0, contestant.states - 1, _COMPARED).astype(int)
        inputs = {name: values[chosen] for name, values in self._inputs.items()}
        expected = contestant.task.reference(self._arm, inputs)
        worst = 0.0
        found = contestant.task.comparable(self._arm, tuple(part[chosen] for part in answer))
        for part, reference in zip(found, expected, strict=True):
            difference = float(np.max(np.abs(part - reference)))
            scale = float(np.max(np.abs(reference))) or 1.0
            worst = max(worst, difference / scale) if np.isfinite(difference) else math.inf
        return worst

    def _refuse(self, contestant: Contestant, disagreement: float) -> None:
        line, task = contestant.line, contestant.task
        note = (
            f"{line.library} {line.call} is not timed: its {task.name} differs from equidyn's by "
            f"{disagreement:.0e} of the largest value (allowed: {task.tolerance:.0e})"
        )
        self._refusals.setdefault((line.library, line.call, task.name), note)


def _said(error: Exception) -> str:
    """Return the type of an error and the first line of its message."""
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
