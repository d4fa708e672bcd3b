"""Turns: loops that are compiled around a call, and taken round after round.

As in Python's own timeit, a call is a piece of source code that becomes part of the loop. So
nothing of the benchmark stands between the clock and the library.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from time import sleep
from typing import Any, Protocol

from .peers.call import Call

# seconds for which threads of OpenMP go on spinning when their work is done, and more
_UNTIL_THREADS_SLEEP = 0.02

# one row a turn: what is timed is the call alone
_ONE = """
def turn(times, rows, {names}):
    for _ in range(times):
        for {arguments}, in rows:
            {statements}
            {result}
"""

# many rows, one after the other, as a user without a batched call does it
_EACH = """
def turn(times, inputs, results, {names}):
    for _ in range(times):
        for i in range(len(inputs[0])):
            {arguments}, = {row}
            {statements}
            {target} = {result}
"""

# many rows in one call
_ALL = """
def turn(times, {arguments}, {names}):
    for _ in range(times):
        {statements}
        value = {result}
    return value
"""


def one_by_one(call: Call, arguments: tuple[str, ...], **names: Any) -> Callable[..., Any]:
    """Compile ``turn(times, rows)``: the call on every row, the answers dropped."""
    return _compiled(_ONE, call, arguments, names)


def in_a_loop(
    call: Call, arguments: tuple[str, ...], parts: int, **names: Any
) -> Callable[..., Any]:
    """Compile ``turn(times, inputs, results)``: the call on every row, the answers collected."""
    target = ", ".join(f"results[{part}][i]" for part in range(parts))
    row = ", ".join(f"inputs[{k}][i]" for k in range(len(arguments))) + ","
    return _compiled(_EACH, call, arguments, names, target=target, row=row)


def at_once(call: Call, arguments: tuple[str, ...], **names: Any) -> Callable[..., Any]:
    """Compile ``turn(times, *inputs)``: one call on all rows; it returns the answer."""
    return _compiled(_ALL, call, arguments, names)


def _compiled(
    template: str, call: Call, arguments: tuple[str, ...], names: Mapping[str, Any], **parts: str
) -> Callable[..., Any]:
    """Compile a turn in which all names are local variables, which Python finds fastest."""
    known = {**call.names, **names}
    source = template.format(
        names=", ".join(known),
        arguments=", ".join(arguments),
        statements=call.statements,
        result=call.result,
        **parts,
    )
    defined: dict[str, Any] = {}
    exec(compile(source, f"<{call.library} {call.name}>", "exec"), defined)
    return partial(defined["turn"], **known)


class TakesTurns(Protocol):
    """Whoever is timed round after round."""

    @property
    def threads(self) -> int:
        """How many threads it uses."""

    def take_turn(self) -> None:
        """Time what it does, and remember the time."""


def take_turns(everyone: Sequence[TakesTurns], rounds: int, step: Callable[[str], None]) -> None:
    """Let all take their turns, round after round, so that a disturbance meets all of them.

    Parameters
    ----------
    everyone : sequence of TakesTurns
        They remember their times; those of one thread come first, and stay on one core.
    rounds : int
        Number of turns of each.
    step : callable
        Is told when a round begins.
    """
    alone = [one for one in everyone if one.threads == 1]
    together = [one for one in everyone if one.threads > 1]
    with _without_garbage_collection():
        for number in range(rounds):
            step(f"round {number + 1}")
            with _on_one_core():
                for one in alone:
                    one.take_turn()
            for one in together:
                one.take_turn()
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
