"""Tests of the attack: it sees what it is there for, in the process and beside it."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

import numpy as np
import pytest

import equidyn

pytest.importorskip("resource", reason="the attack limits its processes as POSIX does")

from attack import fuzz, hostile, leaks, many_arms, supervisor
from attack.processes import Watch
from attack.worker import Block, Turn

SCENES = 5


def kinds_found():
    """Make some attempts in this process; return the kinds of what was found."""
    found = []
    turn = Turn("calls", 5, found.append)
    fuzz.scene_of.cache_clear()
    for index in range(0, 1024 * SCENES, 29):
        turn.begin(index)
        # what an object under attack raises may be no Exception
        with suppress(KeyboardInterrupt):
            fuzz.attempt(turn)
    fuzz.scene_of.cache_clear()
    return {finding.kind for finding in found}


def plant(monkeypatch, change):
    """Let bias give what the change makes of its results in batches."""
    right = equidyn.Arm.bias

    def wrong(self, q, qd, **options):
        result = right(self, q, qd, **options)
        return change(result, q) if np.ndim(result) > 1 else result

    monkeypatch.setattr(equidyn.Arm, "bias", wrong)


def _next_float(result, q):
    result.flat[:1] = np.nextafter(result.flat[:1], np.inf)
    return result


def _nan(result, q):
    result.flat[:1] = np.nan
    return result


def _writes_to_q(result, q):
    if isinstance(q, np.ndarray) and q.flags.writeable:
        q.flat[:1] += 1
    return result


def _raises(result, q):
    raise IndexError("in the middle")


@pytest.fixture(autouse=True)
def nothing_that_may_hang(monkeypatch):
    """Leave out what only a process of its own survives where it is taken."""
    monkeypatch.delitem(hostile.OPERANDS, "very many rows")


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (_next_float, "not what the rows give alone"),
        (_nan, "not finite"),
        (lambda result, q: result[..., :0], "wrong shape"),
        (lambda result, q: result.copy(), "returns another array than out"),
        (_writes_to_q, "changes an input"),
        (_raises, "refuses what each row alone has"),
    ],
)
def test_a_mistake_that_is_planted_is_found(monkeypatch, change, kind):
    assert kind not in kinds_found()
    plant(monkeypatch, change)
    assert kind in kinds_found()


def test_a_mistake_in_one_of_many_arms_is_found(monkeypatch):
    def kinds_of_many_arms():
        found = []
        turn = Turn("many-arms", 5, found.append)
        for index in range(0, 64 * 20, 3):
            turn.begin(index)
            many_arms.evaluate(turn)
        return {finding.kind for finding in found}

    assert not kinds_of_many_arms()
    right = equidyn.Arms.bias
    monkeypatch.setattr(
        equidyn.Arms,
        "bias",
        lambda self, q, qd, **options: _next_float(right(self, q, qd, **options), q),
    )
    assert kinds_of_many_arms() == {"not what the rows give alone"}


@pytest.mark.slow
@pytest.mark.parametrize(("room", "kinds"), [(700, set()), (10**6, {"leaks objects"})])
def test_a_leak_is_what_goes_on_and_no_cache_that_fills(monkeypatch, room, kinds):
    kept = []

    def keep(*_):
        if len(kept) < room:
            kept.append(object())

    monkeypatch.setattr(leaks, "call", keep)
    found = []
    turn = Turn("leaks", 5, found.append)
    turn.begin(0)
    leaks.attempt(turn)
    assert {finding.kind for finding in found} == kinds


def test_an_attempt_is_the_same_again():
    def drawn(index):
        turn = Turn("calls", 7, print)
        turn.begin(index)
        return [turn.random.random() for _ in range(4)]

    assert drawn(3) == drawn(3) != drawn(4)


def test_a_crash_is_a_finding_and_the_attempts_behind_it_are_made(monkeypatch):
    started = []

    class Crashing(supervisor.Process):
        """The first dies at once, before it could end by itself."""

        def __init__(self, block):
            super().__init__(block)
            started.append(block.first)
            if len(started) == 1:
                os.kill(self.process.pid, signal.SIGSEGV)

    monkeypatch.setattr(supervisor, "Process", Crashing)
    tally = supervisor.Tally()
    supervisor.run(iter([Block("bits", 1, 5, 45)]), 1, tally, lambda running: None)
    assert [finding.kind for finding in tally.first.values()] == ["crashes (SIGSEGV)"]
    assert started == [5, 6]
    assert tally.attempts["bits"] == 40 - 1


# computes a fifth of the time, in a child of its own
_BUSY = """
import subprocess, sys
script = "import time\\nwhile True:\\n    sum(range(300_000))\\n    time.sleep(0.02)"
subprocess.run([sys.executable, "-c", script])
"""


@pytest.mark.slow
@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="processes are not shown here")
def test_who_sleeps_hangs_and_not_who_waits_for_a_child_that_computes():
    sleeping, waiting = (
        subprocess.Popen([sys.executable, "-c", script], start_new_session=True)
        for script in ("import time; time.sleep(600)", _BUSY)
    )
    try:
        watches = [Watch(each.pid, 1.5) for each in (sleeping, waiting)]
        while not watches[0].hangs():
            assert not watches[1].hangs()
            time.sleep(0.02)
        assert not watches[1].hangs()
    finally:
        for each in (sleeping, waiting):
            os.killpg(each.pid, signal.SIGKILL)
            each.wait()


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="processes are not shown here")
def test_what_ends_while_it_is_watched_is_left_aside():
    script = "while :; do sh -c :; done"
    starting = subprocess.Popen(["sh", "-c", script], start_new_session=True)
    try:
        watch, end = Watch(starting.pid, 60), time.monotonic() + 2
        while time.monotonic() < end:
            assert not watch.hangs()
    finally:
        os.killpg(starting.pid, signal.SIGKILL)
        starting.wait()
