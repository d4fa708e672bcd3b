"""Turns of measurement: all contestants, round after round."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import sleep
from typing import Protocol

from ...peers import on_one_core

# more than the seconds for which threads of OpenMP go on spinning after their work
_UNTIL_THREADS_SLEEP = 0.02


class TakesTurns(Protocol):
    """Anything that is timed round after round."""

    @property
    def threads(self) -> int:
        """Number of threads that it uses."""

    def take_turn(self) -> None:
        """Measure and store the time of one turn."""


def take_first_turn(one: TakesTurns) -> None:
    """Take the first turn of one, before the others are validated."""
    take_turns([one], (1,), lambda _: None)


def take_turns(
    everyone: Sequence[TakesTurns], rounds: Iterable[int], step: Callable[[str], None]
) -> None:
    """Take turns, round after round, so that a disturbance affects all contestants.

    Parameters
    ----------
    everyone : sequence of TakesTurns
        The contestants; those of one thread come first, and stay on one core.
    rounds : iterable of int
        Numbers of the rounds.
    step : callable
        Called with the name of each round when it begins.
    """
    alone = [one for one in everyone if one.threads == 1]
    together = [one for one in everyone if one.threads > 1]
    with _without_garbage_collection():
        for number in rounds:
            step(f"round {number}")
            with on_one_core():
                for one in alone:
                    one.take_turn()
            for one in together:
                one.take_turn()
            if together:
                sleep(_UNTIL_THREADS_SLEEP)


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
