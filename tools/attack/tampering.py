"""Operands that change another operand, or call the package, while they are converted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equidyn import robots

from .guard import guarded
from .judge import judge_refusal
from .methods import METHODS
from .turn import Attack, Turn

# so large that the memory which is given back is gone at once
_ROWS = 20_000
_METHODS = tuple(method for method in METHODS if len(method.operands) > 1)
_NAMES = ("q", "qd", "qdd", "tau", "leading axes", "tip_wrench", "out")


class Tampering:
    """Does something to an array before it gives its own."""

    def __init__(self, values: NDArray[Any], victim: Any, change: Callable[[Any], Any]) -> None:
        self._values, self._victim, self._change = values, victim, change

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        self._change(self._victim)
        return self._values


def _reshape(victim: NDArray[Any]) -> None:
    victim.shape = (victim.size,)


def _narrow(victim: NDArray[Any]) -> None:
    victim.shape = (victim.size, 1)


def _widen(victim: NDArray[Any]) -> None:
    victim.shape = (1, victim.size)


def _retype(victim: NDArray[Any]) -> None:
    victim.dtype = np.dtype("f4")


def _to_objects(victim: NDArray[Any]) -> None:
    victim.dtype = np.dtype("i8")


def _stride(victim: NDArray[Any]) -> None:
    victim.strides = tuple(0 for _ in victim.strides)


_CHANGES: dict[str, Callable[[NDArray[Any]], Any]] = {
    "shrinks": lambda victim: victim.resize((1, victim.shape[-1]), refcheck=False),
    "grows": lambda victim: victim.resize((3 * len(victim), victim.shape[-1]), refcheck=False),
    "empties": lambda victim: victim.resize((0, victim.shape[-1]), refcheck=False),
    "reshapes": _reshape,
    "narrows": _narrow,
    "widens": _widen,
    "retypes": _retype,
    "makes integers of": _to_objects,
    "strides": _stride,
    "fills with nan": lambda victim: victim.fill(np.nan),
    "locks": lambda victim: victim.setflags(write=False),
}
# of memory that the array itself owns
_RESIZES = ("shrinks", "grows", "empties")


def attempt(turn: Turn) -> None:
    """Let the last operand change an earlier one, or out, or call the same arm."""
    random = turn.random
    turn.calls += 1
    arm, method = robots.planar_2r(), random.choice(_METHODS)
    rows = random.choice((_ROWS, _ROWS, 7))
    kind = random.choice(tuple(_CHANGES))
    make = np.empty if kind in _RESIZES else guarded
    operands: list[Any] = [make((rows, 2)) for _ in method.operands]
    for operand in operands:
        operand.fill(0.5)
    given: dict[str, Any] = {}
    victim, change = random.choice(operands[:-1]), _CHANGES[kind]
    if method.results == 1 and "out" in method.options and random.random() < 0.3:
        victim = given["out"] = np.empty((rows, *method.shapes(2, {})))
    last = random.choice((np.full((rows, 2), 0.5), np.full(2, 0.5)))
    if random.random() < 0.1:
        kind, change = "calls", lambda _: _call_others(arm)
    operands[-1] = Tampering(last, victim, change)
    place = f"{method.name}: an operand that {kind} another"
    try:
        result = method.of(arm)(*operands, **given)
    except BaseException as error:
        judge_refusal(turn, place, error, _NAMES, large=True)
        return
    parts = result if isinstance(result, tuple) else (result,)
    if not np.isfinite(parts[0]).all():
        turn.found("not finite", place, parts[0].shape)
    if kind in ("narrows", "widens", "reshapes") and len(parts[0]) != rows:
        turn.found("reads what has another shape by now", place, parts[0].shape)


def _call_others(arm: Any) -> None:
    state = np.full((40, 2), 0.25)
    for method in METHODS:
        if arm.n >= method.joints:
            method.of(arm)(*(state for _ in method.operands))
    arm.inverse_dynamics(state[0], state[0], state[0], formulation="kane")


ATTACK = Attack("tampering", "operands that change others", attempt, 0.001, 200, 2000)
