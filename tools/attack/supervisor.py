"""Runs blocks of attempts in processes beside each other, and sees those that crash or hang."""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from pathlib import Path

from .attacks import ATTACKS
from .processes import Watch
from .worker import Block, Finding, work

# a block that has died so often is given up
_DEATHS = 3
_PATIENCE = 0.25
_CONTEXT = multiprocessing.get_context("spawn")


class Tally:
    """Counts of attempts and calls, and the findings."""

    def __init__(self) -> None:
        self.attempts: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        self.first: dict[tuple[str, str, str], Finding] = {}
        self.times: Counter[tuple[str, str, str]] = Counter()

    def tell(self, finding: Finding) -> None:
        """Keep a finding that may be known already."""
        self.first.setdefault((finding.attack, finding.kind, finding.place), finding)


class Process:
    """One block in its process."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.place = _CONTEXT.RawArray("q", [block.first, 0])
        self.receiver, sender = _CONTEXT.Pipe(duplex=False)
        handle, self.dump = tempfile.mkstemp(prefix="attack-")
        os.close(handle)
        self.process = _CONTEXT.Process(
            target=work, args=(block, self.place, sender, self.dump), daemon=True
        )
        attack = ATTACKS[block.attack]
        with _environment(attack.environment(block.first // attack.block)):
            self.process.start()
        sender.close()
        self.started = time.monotonic()
        self._watch = Watch(self.process.pid or 0, attack.patience)
        self._last = (-1, -1)
        self.hung = False

    def look(self, tally: Tally) -> bool:
        """Take what it says; tell whether it is done, or was ended since it hangs."""
        self._receive(tally)
        if self.at != self._last:
            self._last = self.at
            self._watch.got_on()
        if self.process.is_alive() and self._watch.hangs():
            self._end()
            self.hung = True
            self._tell(tally, "hangs", self._dumped())
        if self.process.is_alive():
            return False
        self.count(tally)
        return True

    def count(self, tally: Tally) -> None:
        """Add up what was done, when it is done or given up."""
        self._receive(tally)
        name = self.block.attack
        tally.attempts[name] += self.place[0] - self.block.first
        tally.calls[name] += self.place[1]
        tally.seconds[name] += time.monotonic() - self.started

    @property
    def at(self) -> tuple[int, int]:
        """The attempt that is going on, and the calls until then."""
        return self.place[0], self.place[1]

    def rest(self, tally: Tally) -> Block | None:
        """Return the attempts behind the one that ended the process, if it was ended."""
        self.process.join()
        code, at = self.process.exitcode, self.place[0]
        dumped = self._dumped()
        Path(self.dump).unlink()
        if code == 0:
            return None
        if not self.hung:
            name = signal.Signals(-code).name if code and code < 0 else f"exit status {code}"
            self._tell(tally, f"crashes ({name})", dumped)
        return self.block._replace(first=at + 1) if at + 1 < self.block.end else None

    def stop(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join()
        Path(self.dump).unlink(missing_ok=True)

    def _tell(self, tally: Tally, kind: str, what: str) -> None:
        block = self.block
        place = what.partition("\n")[0] or "unknown"
        key = (block.attack, kind, place)
        tally.times[key] += 1
        tally.tell(Finding(block.attack, block.seed, self.place[0], kind, place, what))

    def _receive(self, tally: Tally) -> None:
        try:
            while self.receiver.poll():
                said = self.receiver.recv()
                if isinstance(said, Finding):
                    tally.tell(said)
                    continue
                for (kind, place), times in said.items():
                    tally.times[self.block.attack, kind, place] += times
        except (EOFError, OSError):
            return

    def _end(self) -> None:
        if self.process.pid is not None:
            os.kill(self.process.pid, signal.SIGABRT)
        self.process.join(5)
        self.process.kill()
        self.process.join()

    def _dumped(self) -> str:
        """Return the place in Python that the process died at, the innermost first."""
        text = Path(self.dump).read_text(encoding="utf-8")
        lines = [line.strip() for line in text.splitlines() if line.strip().startswith("File")]
        return "\n".join(line.rsplit("/", 1)[-1] for line in lines[:4])


def run(
    blocks: Iterator[Block], processes: int, tally: Tally, look: Callable[[list[Process]], None]
) -> None:
    """Run all blocks, some at a time; those that died are taken up behind the fatal attempt."""
    running: list[Process] = []
    again: list[Block] = []
    deaths: Counter[tuple[str, int]] = Counter()  # of blocks, by the attempt that they end with
    try:
        while True:
            while len(running) < processes:
                block = again.pop() if again else next(blocks, None)
                if block is None:
                    break
                running.append(Process(block))
            if not running:
                return
            sentinels: list[Connection | int] = [each.process.sentinel for each in running]
            wait(sentinels, _PATIENCE)
            for each in list(running):
                if each.look(tally):
                    running.remove(each)
                    rest = each.rest(tally)
                    if rest is not None:
                        deaths[rest.attack, rest.end] += 1
                        if deaths[rest.attack, rest.end] < _DEATHS:
                            again.append(rest)
            look(running)
    finally:
        for each in running:
            each.count(tally)
            each.stop()


class _environment:
    """Variables that a process inherits which is started meanwhile."""

    def __init__(self, values: object) -> None:
        self._values = dict(values)  # type: ignore[call-overload]
        self._before: dict[str, str | None] = {}

    def __enter__(self) -> None:
        self._before = {name: os.environ.get(name) for name in self._values}
        os.environ.update(self._values)

    def __exit__(self, *_: object) -> None:
        for name, value in self._before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
