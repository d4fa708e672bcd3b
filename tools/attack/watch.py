"""Tells processes that hang from those that get no processor."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


class Watch:
    """Watches a process with all that it has started.

    Parameters
    ----------
    pid : int
        The process.
    patience : float
        It hangs when for so many seconds nothing of it computes, or wants to, or when it has
        computed for so many seconds and got nowhere. Who waits for a processor does neither.
    """

    def __init__(self, pid: int, patience: float) -> None:
        self._pid, self._patience = pid, patience
        self.got_on()

    def got_on(self) -> None:
        """Begin anew."""
        self._awake = time.monotonic()
        _, self._before = self._state()
        self._spent = self._before

    def hangs(self) -> bool:
        """Tell whether it does."""
        wants, spent = self._state()
        if wants or spent != self._spent:
            self._awake, self._spent = time.monotonic(), spent
        asleep, computed = time.monotonic() - self._awake, spent - self._before
        return asleep > self._patience or computed > self._patience

    def _state(self) -> tuple[bool, float]:
        """Tell whether anything wants to compute, and how many seconds it has computed."""
        states, spent = set(), 0
        for process in _family(self._pid):
            for text in _of_threads(process, "stat"):
                stat = text.rpartition(")")[2].split()
                states.add(stat[0])
                spent += int(stat[11]) + int(stat[12])
        return "R" in states, spent / _TICKS


def _family(pid: int) -> Iterator[int]:
    """Yield a process and all that it has started."""
    yield pid
    for children in _of_threads(pid, "children"):
        for child in children.split():
            yield from _family(int(child))


def _of_threads(pid: int, name: str) -> Iterator[str]:
    """Yield what a file says of each thread of a process, less those that end meanwhile."""
    place = Path(f"/proc/{pid}/task")
    with suppress(OSError):
        for thread in os.listdir(place):
            with suppress(OSError):
                yield (place / thread / name).read_text()
