"""Turns: everyone's, round after round."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import sleep
from typing import Protocol

# seconds for which threads of OpenMP go on spinning when their work is done, and more
_UNTIL_THREADS_SLEEP = 0.02


class TakesTurns(Protocol):
    """Whoever is timed round after round."""

    @property
    def threads(self) -> int:
        """How many threads it uses."""

    def take_turn(self) -> None:
        """Time what it does, and remember the time."""


def take_first_turn(one: TakesTurns) -> None:
    """Let one take a turn before the others are there."""
    take_turns([one], (1,), lambda _: None)


def take_turns(
    everyone: Sequence[TakesTurns], rounds: Iterable[int], step: Callable[[str], None]
) -> None:
    """Let all take their turns, round after round, so that a disturbance meets all of them.

    Parameters
    ----------
    everyone : sequence of TakesTurns
        They remember their times; those of one thread come first, and stay on one core.
    rounds : iterable of int
        Numbers of the rounds.
    step : callable
        Is told when a round begins.
    """
    alone = [one for one in everyone if one.threads == 1]
    together = [one for one in everyone if one.threads > 1]
    with _without_garbage_collection():
        for number in rounds:
            step(f"round {number}")
            with _on_one_core():
                for one in alone:
                    one.take_turn()
            for one in together:
                one.take_turn()
            if together:
                sleep(_UNTIL_THREADS_SLEEP)


@contextmanager
def _on_one_core() -> Iterator[None]:
    """Keep this thread on one core where the system allows it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    # the first core serves most interrupts
    os.sched_setaffinity(0, {max(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
