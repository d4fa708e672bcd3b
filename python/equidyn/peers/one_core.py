"""Work on one core of the machine, where the system allows it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager


def chosen_core() -> int | None:
    """Return the number of the core, or None where a system cannot keep a thread on one."""
    # the first core serves most interrupts
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None


@contextmanager
def on_one_core() -> Iterator[None]:
    """Keep this thread, and those that it starts, on that core."""
    core = chosen_core()
    if core is None:
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)
