"""Children that are forked while threads sleep or compute, and compute themselves."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings

import numpy as np

from equidyn import robots

from .turn import Attack, Turn
from .watch import Watch

_ROWS = 30_000
_PATIENCE = 15.0  # seconds


def attempt(turn: Turn) -> None:
    """Fork, and hold what the child computes against what the parent did."""
    random = turn.random
    arm = robots.puma560()
    q = np.random.default_rng(turn.index).uniform(-3, 3, (_ROWS, 6))
    threads = random.choice((1, 2, 4, None))
    expected = arm.inverse_dynamics(q, q, q, threads=random.choice((1, 3))).tobytes()
    busy = random.random() < 0.5
    other = threading.Thread(target=lambda: arm.mass_matrix(q, threads=2))
    if busy:
        other.start()
    turn.calls += 3
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        child = os.fork()
    if child == 0:
        alike = arm.inverse_dynamics(q, q, q, threads=threads).tobytes() == expected
        os._exit(0 if alike else 3)
    if busy:
        other.join()
    place = f"threads={threads}, {'busy' if busy else 'idle'}"
    status = _waited(child)
    if status is None:
        turn.found("hangs after a fork", place, child)
    elif status != 0:
        turn.found("fails after a fork", place, f"status {status}")
    if arm.inverse_dynamics(q, q, q, threads=2).tobytes() != expected:
        turn.found("another result in the parent after a fork", place, threads)


def _waited(child: int) -> int | None:
    watch = Watch(child, _PATIENCE)
    while not watch.hangs():
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


ATTACK = Attack(
    "forks", "children of a process with threads", attempt, 0.0001, 20, 200, patience=150.0
)
