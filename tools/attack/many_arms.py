"""Arms that differ, each row compared with its own arm alone; and what is no datum of an arm."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from random import Random
from typing import Any, NamedTuple

import numpy as np

import equidyn

from .fuzz import place_of, scene_of, some_options
from .hostile import OPERANDS, Raising
from .judge import judge_own_error, judge_refusal, judge_result
from .methods import METHODS, Method
from .outputs import some_out
from .scene import Array, Options, Scene, flat
from .worker import Attack, Turn, each_instruction_set

_CALLS_OF_ARMS = 64
_SHAPES = ((), (1,), (2,), (3,), (7,), (9,), (2, 3), (1, 4), (3, 1, 2), (33,), (0,), (2, 0))
_METHODS = tuple(each for each in METHODS if each.name not in ("link_motion", "breakdown"))
# from the arm's own number to another of the same kind
_SCALED = ("mass", "a", "a_y", "d", "gravity", "viscous", "coulomb", "motor_inertia")
_MOVED = ("com", "theta")


class _Block(NamedTuple):
    """Arms that differ, the same arms one by one, and states."""

    scene: Scene
    arms: equidyn.Arms
    alone: list[equidyn.Arm]
    # float64 computes for all, if float32 has too few digits for one of them
    alike_in_float32: bool


def evaluate(turn: Turn) -> None:
    """Call a method of arms that differ."""
    random = turn.random
    scene, arms, alone, alike_in_float32 = _block(turn.seed, turn.index // _CALLS_OF_ARMS)
    method = random.choice(_METHODS)
    left_out = ("formulation",) if alike_in_float32 else ("formulation", "dtype")
    drawn = some_options(scene, method, random)
    options = tuple(each for each in drawn if each[0] not in left_out)
    ends = [name for name in ("tip_wrench", "base_motion") if name in method.options]
    names = [*method.operands, *(name for name in ends if random.random() < 0.2)]
    axes = (*random.choice(((), (), (2,), (1, 3))), *arms.shape)
    numbers = {name: _numbers(random, axes) for name in names}
    shape = np.broadcast_shapes(arms.shape, *(each.shape for each in numbers.values()))
    expected = _expected(scene, alone, method, options, numbers, (shape, arms.shape))
    turn.calls += prod(shape) + 1
    given = {
        name: scene.handed_over(name, scene.tables[name][rows]) for name, rows in numbers.items()
    } | dict(options)
    shapes = (shape, method.shapes(scene.n, given))
    out = some_out(turn, shapes, method, given) if random.random() < 0.2 else None
    if random.random() < 0.2:
        given["threads"] = random.choice((1, 2, 3))
    place = "many arms: " + place_of(method, given, scene.extreme)
    try:
        result = method.of(arms)(**given)
    except BaseException as error:
        if expected is None:
            judge_refusal(turn, place, error, ("must be finite", "has no bounds"))
        else:
            turn.found("refuses what each row alone has", place, error)
        return
    judge_result(turn, place, method, shapes, result, expected)
    if out is not None and not out.returned(result):
        turn.found("returns another array than out", place, type(result))


def make(turn: Turn) -> None:
    """Make arms of what is no datum of an arm."""
    random = turn.random
    arm = scene_of(turn.seed, turn.index // _CALLS_OF_ARMS).arm
    name, row = random.choice(tuple(_data(Random(turn.index), arm, ()).items()))
    kind = random.choice([each for each in OPERANDS if each not in ("none", "does not broadcast")])
    hostile = OPERANDS[kind](np.stack([row, row]), random)
    place = f"vary: {name} is wrong ({kind})"
    turn.calls += 1
    try:
        arms = arm.vary(**{name: hostile})
    except BaseException as error:
        own = hostile[0] if isinstance(hostile, list) and hostile else hostile
        if isinstance(own, Raising):
            judge_own_error(turn, place, error, own, (name,))
        else:
            judge_refusal(turn, place, error, (name,), kind == "very many rows")
        return
    turn.found("takes what is wrong", place, arms.shape)


@lru_cache(maxsize=1)
def _block(seed: int, number: int) -> _Block:
    scene = scene_of(seed, number)
    random = Random(seed << 40 | number << 1)
    while True:
        data = _data(random, scene.arm, random.choice(_SHAPES))
        varied = dict(random.sample(sorted(data.items()), random.randint(1, len(data))))
        try:
            arms = scene.arm.vary(**varied)
        except ValueError:  # what overflows
            continue
        alone = [arms[k] for k in np.ndindex(arms.shape)]
        wide = [arm._error_in_float32() > 0 for arm in alone]
        return _Block(scene, arms, alone, all(wide) or not any(wide))


def _data(random: Random, arm: equidyn.Arm, shape: tuple[int, ...]) -> dict[str, Array]:
    """Return data of arms near an arm, in leading axes that broadcast to a shape."""
    rng = np.random.default_rng(random.randrange(2**32))
    own = {name: getattr(arm, name) for name in (*_SCALED, *_MOVED, "inertia")}
    data = {}
    for name, value in own.items():
        if value is None:
            continue
        axes = tuple(1 if random.random() < 0.1 else extent for extent in shape)
        if name in _MOVED:
            data[name] = value + rng.uniform(-1, 1, (*axes, *value.shape)) * (value != 0)
        else:
            ones = (1,) * (value.ndim if name in ("inertia", "gravity") else 0)
            factors = rng.uniform(0.5, 2.0, (*axes, *(ones or value.shape)))
            data[name] = value * factors
    return data


def _numbers(random: Random, shape: tuple[int, ...]) -> np.ndarray[Any, np.dtype[np.intp]]:
    """Return which of two rows of a table each state has, in axes that broadcast to a shape."""
    own = shape[random.choice((0, 0, random.randint(0, len(shape)))) :]
    own = tuple(1 if random.random() < 0.1 else extent for extent in own)
    return np.array([random.randrange(2) for _ in range(prod(own))], np.intp).reshape(own)


def _expected(
    scene: Scene,
    alone: list[equidyn.Arm],
    method: Method,
    options: Options,
    numbers: dict[str, Any],
    shapes: tuple[tuple[int, ...], tuple[int, ...]],
) -> Array | None:
    """Return the results of each row by its own arm; None where one has none."""
    shape, own = shapes
    which = np.broadcast_to(np.arange(prod(own)).reshape(own), shape).reshape(-1)
    rows = {name: np.broadcast_to(each, shape).reshape(-1) for name, each in numbers.items()}
    lines = []
    for k, arm in enumerate(which):
        given = {name: scene.row(name, int(number[k])) for name, number in rows.items()}
        try:
            result = method.of(alone[int(arm)])(**given, **dict(options))
        except ValueError:
            return None
        lines.append(flat(result, 1)[0])
    return np.array(lines)


ATTACKS = (
    Attack(
        "many-arms",
        "arms that differ, a state each",
        evaluate,
        share=0.03,
        least=600,
        block=64 * _CALLS_OF_ARMS,
        environment=each_instruction_set,
    ),
    Attack("varied-data", "data that no arm has", make, 0.01, 600, 64 * _CALLS_OF_ARMS),
)
