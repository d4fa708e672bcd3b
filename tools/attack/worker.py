"""A process that makes the attempts of one block, and may die of them."""

from __future__ import annotations

import faulthandler
import resource
import signal
import sys
import warnings
from collections import Counter
from collections.abc import MutableSequence
from multiprocessing.connection import Connection
from typing import NamedTuple

from .turn import Finding, Turn

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
