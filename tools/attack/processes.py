"""Supervision of processes, and runs of short Python programs in them."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

_TICKS = os.sysconf("SC_CLK_TCK")


class Watch:
    """Watches a process with all that it has started.

    Parameters
    ----------
    pid : int
        The process.
    patience : float
        It hangs when none of its threads computes, or wants to, during the limit, or when it
        computes that long without progress. Waiting for a processor does not count.
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


_PATIENCE = 60.0  # seconds
_LOOK = 0.5


def run_script(
    script: str,
    disturb: Callable[[subprocess.Popen[str]], Any] = lambda _: None,
) -> tuple[int | None, str, str]:
    """Return exit status (None where it hangs), output and errors of a program."""
    with subprocess.Popen(
        [sys.executable, "-X", "faulthandler", "-c", script],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="backslashreplace",
        preexec_fn=_prepare,
    ) as process:
        disturb(process)
        watch = Watch(process.pid, _PATIENCE)
        while True:
            try:
                out, errors = process.communicate(timeout=_LOOK)
            except subprocess.TimeoutExpired:
                if not watch.hangs():
                    continue
                process.kill()
                return None, "", "".join(process.communicate())
            return process.returncode, out, errors


def _prepare() -> None:
    # the attack ignores Ctrl-C, which its programs must hear; their crashes leave no files
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
