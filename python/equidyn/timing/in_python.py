"""Turns of a candidate: its function in a loop in Python, and the cost of the loop alone."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..arm.arm import Arm
    from ..implementations.implementation import Implementation
    from ..validation import FloatArray


class TurnsInPython:
    """Turns of a candidate on one arm: state by state, or on all states at once.

    All at once if it takes batches alone, or where batches are timed and it takes them.

    Parameters
    ----------
    candidate : Implementation
        The candidate.
    arm : Arm
        The arm.
    operands : tuple of ndarray, shape (m, n)
        Its states.
    together : bool
        Whether batches are timed.

    Raises
    ------
    ValueError
        If the function does not compute the first state.
    """

    def __init__(
        self, candidate: Implementation, arm: Arm, operands: tuple[FloatArray, ...], together: bool
    ) -> None:
        single = candidate.takes_single_states(arm, operands, together)
        self._operands = operands
        self._given = [operand.copy() for operand in operands]
        states = zip(*self._given, strict=True) if single else [self._given]
        first = (arm,) if candidate.takes_arm else ()
        self._function = candidate.function
        self._calls: list[tuple[Any, ...]] = [(*first, *state) for state in states]
        self._states = len(operands[0])

    def time(self, seconds: float) -> float:
        """Return the time per evaluation in a turn of at least this duration, ns."""
        return self._time(self._function, seconds)

    def loop(self, seconds: float) -> float:
        """Return the part of that which the loop and a call of nothing take, ns."""
        return self._time(lambda *_: None, seconds)

    def _time(self, function: Callable[..., Any], seconds: float) -> float:
        evaluations, spent = 0, 0.0
        while spent < seconds or not evaluations:
            start = thread_time()
            for arguments in self._calls:
                function(*arguments)
            spent += thread_time() - start
            evaluations += self._states
            # the function may have written into its operands; the next call is of the same states
            for given, operand in zip(self._given, self._operands, strict=True):
                given[...] = operand
        return 1e9 * spent / evaluations
