"""One attempt of an attack: what makes it reproducible, and what it found."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Finding(NamedTuple):
    """What should not be; findings that agree in attack, kind and place are told once."""

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
    """What an attempt is given: its number, numbers drawn from seed and number, a notebook."""

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
    environment: Callable[[int], Mapping[str, str]] = lambda _: {}  # of a block, by its number
    patience: float = 30.0  # an attempt that takes so many seconds hangs; all but a few take 1 ms

    def attempts(self, calls: int) -> int:
        """Return how many attempts belong to a round of so many calls."""
        return max(self.least, round(calls * self.share))


# what attacks draw from: a name and a value for it
Choice = tuple[str, Any]


def each_instruction_set(block: int) -> dict[str, str]:
    """Return the environment of a block: all instruction sets of the machine in turn."""
    from equidyn._core import instruction_sets

    names = instruction_sets()
    return {"EQUIDYN_INSTRUCTION_SET": names[-1 - block % len(names)]}
