"""Attempts of an attack, and the process that makes those of one block and may die of them."""

from __future__ import annotations

import faulthandler
import random
import resource
import signal
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, MutableSequence
from multiprocessing.connection import Connection
from typing import NamedTuple


class Finding(NamedTuple):
    """A fault; those that agree in attack, kind and place are reported once."""

    attack: str
    seed: int
    index: int
    kind: str
    place: str
    what: str

    @property
    def replay(self) -> str:
        """The command that shows it again."""
        return f"python tools/attack --only {self.attack} --replay {self.seed}:{self.index}"


class Turn:
    """One attempt: its number, random numbers drawn from seed and number, its findings."""

    def __init__(self, attack: str, seed: int, tell: Callable[[Finding], None]) -> None:
        self.attack = attack
        self.seed = seed
        self.index = 0
        self.calls = 0
        self.random = random.Random()
        self._tell = tell

    def begin(self, index: int) -> None:
        """Start attempt number ``index``."""
        self.index = index
        self.random.seed(self.seed << 40 | index)

    def found(self, kind: str, place: str, what: object) -> None:
        """Note something that should not be."""
        text = f"{type(what).__name__}: {what}" if isinstance(what, BaseException) else str(what)
        place, text = (each.encode(errors="backslashreplace").decode() for each in (place, text))
        self._tell(Finding(self.attack, self.seed, self.index, kind, place, text[:600]))


class Attack(NamedTuple):
    """An idea how to break the package.

    The attempts come in blocks, each in a process of its own, so that a crash is a finding.
    """

    name: str
    title: str
    attempt: Callable[[Turn], None]
    share: float  # attempts for each call of a round
    least: int  # attempts in the shortest round
    block: int  # attempts of one process
    patience: float = 30.0  # an attempt that takes so many seconds hangs; all but a few take 1 ms
    environment: Callable[[int], Mapping[str, str]] = lambda _: {}  # of a block, by its number

    def attempts(self, calls: int) -> int:
        """Return the number of attempts in a round of a number of calls."""
        return max(self.least, round(calls * self.share))


def each_instruction_set(block: int) -> dict[str, str]:
    """Return the environment of a block: all instruction sets of the machine in turn."""
    from equidyn._core import instruction_sets

    names = instruction_sets()
    return {"EQUIDYN_INSTRUCTION_SET": names[-1 - block % len(names)]}


# address space: more than any attempt needs, less than what hurts the machine
_MEMORY = 24 * 2**30


class Block(NamedTuple):
    """Attempts of one attack, in one process."""

    attack: str
    seed: int
    first: int
    end: int


def work(block: Block, place: MutableSequence[int], sender: Connection, dump: str) -> None:
    """Make the attempts.

    Parameters
    ----------
    block : Block
        Which.
    place : sequence of two int
        In memory that the supervisor sees: the attempt that is going on, calls until now.
    sender : Connection
        Takes findings where they are new, and at the end how often each was seen.
    dump : str
        The file that says where the process was when it was ended.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_AS, _MEMORY)
    warnings.simplefilter("ignore")
    sys.unraisablehook = lambda _: None
    with open(dump, "w", encoding="utf-8") as file:
        faulthandler.enable(file)
        _attempts(block, place, sender)
    sender.close()


def _attempts(block: Block, place: MutableSequence[int], sender: Connection) -> None:
    from .attacks import ATTACKS

    seen: Counter[tuple[str, str]] = Counter()

    def tell(finding: Finding) -> None:
        key = (finding.kind, finding.place)
        seen[key] += 1
        if seen[key] == 1:
            sender.send(finding)

    attempt = ATTACKS[block.attack].attempt
    turn = Turn(block.attack, block.seed, tell)
    for index in range(block.first, block.end):
        place[0], place[1] = index, turn.calls
        turn.begin(index)
        try:
            attempt(turn)
        except Exception as error:
            turn.found("the attack itself fails", _where(error), error)
    place[0], place[1] = block.end, turn.calls
    sender.send(dict(seen))


def _where(error: BaseException) -> str:
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None:
        return "unknown"
    return f"{place.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{place.tb_lineno}"


def _limit(which: int, most: int) -> None:
    _, hard = resource.getrlimit(which)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(which, (most, hard))
