"""Round after round, every contestant takes its turn: a disturbance meets all of them."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import sleep

from .competitor import TakesTurns

# seconds for which threads of OpenMP go on spinning when their work is done, and more
_UNTIL_THREADS_SLEEP = 0.02


def take_turns(contestants: Sequence[TakesTurns], rounds: int, step: Callable[[str], None]) -> None:
    """Let contestants take turns: those of one thread on one core, then the others on all.

    Parameters
    ----------
    contestants : sequence of TakesTurns
        They remember their times.
    rounds : int
        Number of turns of each.
    step : callable
        Is told when a round begins.
    """
    alone = [contestant for contestant in contestants if contestant.threads == 1]
    together = [contestant for contestant in contestants if contestant.threads > 1]
    with _without_garbage_collection():
        for number in range(rounds):
            step(f"round {number + 1}")
            with _on_one_core():
                for contestant in alone:
                    contestant.take_turn()
            for contestant in together:
                contestant.take_turn()
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
