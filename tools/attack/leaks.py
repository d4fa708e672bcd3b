"""The same call again and again: references, objects and memory stay as they were."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from .fuzz import call, scene_of, some_options
from .hostile import OPERANDS, OPTIONS
from .methods import METHODS
from .worker import Attack, Turn

_TIMES = 400
# a leak of one a call is twice this; caches and the bookkeeping of this test take less
_OBJECTS = _TIMES // 2
_BYTES = 3 * 2**20
# what still grows in the last of these is a leak: caches and pools are full some time
_ROUNDS = 3
_PAGE = 4096
# would take memory or time of their own
_LEFT_OUT = ("very many rows", "deep", "generator")


def attempt(turn: Turn) -> None:
    """Make one call, right or wrong, hundreds of times."""
    random = turn.random
    scene = scene_of(turn.seed, turn.index // 8)
    method = random.choice(METHODS)
    operands = {name: random.choice(scene.operands[name]).value for name in method.operands}
    given: dict[str, Any] = {**operands, **dict(some_options(scene, method, random))}
    kind = random.random()
    if kind < 0.3:
        name = random.choice(method.operands)
        wrong = random.choice([each for each in OPERANDS if each not in _LEFT_OUT])
        given[name] = OPERANDS[wrong](scene.tables[name][0], random)
    elif kind < 0.5:
        name = random.choice([each for each in method.options if each in OPTIONS])
        given[name] = random.choice(OPTIONS[name])
    elif "out" in method.options and method.results == 1:
        shape = np.broadcast_shapes(*(np.shape(each)[:-1] for each in operands.values()))
        given["out"] = np.empty(
            (*shape, *method.shapes(scene.n, given)), given.get("dtype", np.float64)
        )
    watched = [*given.values(), np.dtype(np.float64), np.dtype(np.float32), None, scene.arm]

    def many() -> None:
        for _ in range(_TIMES):
            try:
                call(turn, scene, method, given)
            except BaseException:
                continue

    many()
    for _ in range(_ROUNDS):
        leaks = _grown(many, watched)
        if not leaks:
            return
    place = f"{method.name} {'right' if kind >= 0.5 else 'wrong'}"
    for what, number in leaks:
        turn.found(f"leaks {what}", place, number)


def _grown(many: Callable[[], None], watched: list[Any]) -> list[tuple[str, int]]:
    """Tell what calls leave behind, by more than their bookkeeping."""
    gc.collect()
    references = [sys.getrefcount(each) for each in watched]
    blocks, memory = sys.getallocatedblocks(), _resident()
    many()
    gc.collect()
    new_objects, new_bytes = sys.getallocatedblocks() - blocks, _resident() - memory
    grown = [
        (f"references of {type(each).__name__}", sys.getrefcount(each) - before)
        for each, before in zip(watched, references, strict=True)
    ]
    leaks = [(what, number) for what, number in grown if abs(number) > _OBJECTS]
    leaks += [("objects", new_objects)] if new_objects > _OBJECTS else []
    leaks += [("memory", new_bytes)] if new_bytes > _BYTES else []
    return leaks


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE


ATTACKS = (Attack("leaks", "the same call hundreds of times", attempt, 0.0003, 24, 300),)
