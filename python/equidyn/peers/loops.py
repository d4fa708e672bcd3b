"""Loops that are compiled around a call.

As in Python's timeit, a call is a piece of source code that becomes part of the loop, so that the
benchmark adds no overhead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from ..validation import FloatArray
from .call import Call
from .tasks import Inputs, Task

# one row a turn: only the call is timed
_ONE = """
def turn(times, rows, {names}):
    for _ in range(times):
        for {arguments}, in rows:
            {statements}
            {result}
"""

# many rows, one after the other, as a user does without a batched call
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


def answers(call: Call, task: Task, inputs: Inputs) -> tuple[FloatArray, ...]:
    """Return the parts of the answer in all states, found in a loop."""
    states, n = inputs["q"].shape
    shapes = task.shapes(n)
    # unwritten results must not pass for answers
    out, results = (
        tuple(np.full((*rows, *shape), np.nan) for shape in shapes) for rows in ((), (states,))
    )
    turn = in_a_loop(call, task.arguments, len(shapes), out=joined(out))
    # copies: a library cannot spoil the states of the others
    copies = (call.given(name, inputs[name].copy()) for name in task.arguments)
    turn(1, tuple(copies), results)
    return results


def joined(parts: tuple[FloatArray, ...]) -> Any:
    """Return the value for ``out=``: an array, or a tuple of several."""
    return parts if len(parts) > 1 else parts[0]


def _compiled(
    template: str, call: Call, arguments: tuple[str, ...], names: Mapping[str, Any], **parts: str
) -> Callable[..., Any]:
    """Compile a turn in which all names are local variables, the fastest in Python."""
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
