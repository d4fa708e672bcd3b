"""Calls of the methods of arms, right and wrong ones, each compared with the same rows alone."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from random import Random
from typing import Any

import numpy as np

import equidyn

from .crosscheck import crosscheck
from .hostile import OPERANDS, OPTIONS, Raising
from .judge import judge_own_error, judge_refusal, judge_result
from .methods import METHODS, Method
from .outputs import some_out
from .scene import Operand, Options, Scene, flat
from .worker import Attack, Turn, each_instruction_set

_CALLS_OF_A_SCENE = 1024
_FORMULATIONS = tuple(each.name for each in equidyn.formulations() if not each.restriction)
# the names that formulation= may be
_NAMES = {"inverse_dynamics": _FORMULATIONS}
for _quantity in ("mass_matrix", "coriolis_coefficients", "forward_dynamics"):
    _methods = tuple(each.name for each in equidyn.formulations(_quantity) if not each.restriction)
    _NAMES[_quantity] = _FORMULATIONS + _methods


def attempt(turn: Turn) -> None:
    """Make one call."""
    scene = scene_of(turn.seed, turn.index // _CALLS_OF_A_SCENE)
    random = turn.random
    method = random.choice(METHODS)
    options = some_options(scene, method, random)
    ends = [name for name in ("tip_wrench", "base_motion") if name in method.options]
    names = [*method.operands, *(name for name in ends if random.random() < 0.2)]
    operands = [(name, random.choice(scene.operands[name])) for name in names]
    kind = random.random()
    if kind < 0.75:
        _right(turn, scene, method, options, operands)
    elif kind < 0.9:
        _wrong_operand(turn, scene, method, options, operands)
    else:
        _wrong_option(turn, scene, method, options, operands)


@lru_cache(maxsize=1)
def scene_of(seed: int, number: int, extreme: bool = False) -> Scene:
    """Return the scene of a block of calls; a quarter of them is of extreme numbers."""
    random = Random(seed << 40 | number << 1 | 1)
    return Scene(random, extreme or random.random() < 0.25)


def some_options(scene: Scene, method: Method, random: Random) -> Options:
    """Draw options that the arm and the method take, without out and threads."""
    arm, drawn = scene.arm, {}
    few = prod(scene.shape) < 100
    if few and "formulation" in method.options and random.random() < 0.12:
        drawn["formulation"] = random.choice(_NAMES[method.name])
    elif "dtype" in method.options and random.random() < 0.2 and not scene.extreme:
        drawn["dtype"] = np.float32
    if "friction" in method.options and not scene.still and random.random() < 0.4:
        drawn["friction"] = True
    if "motors" in method.options and arm.motor_inertia is not None and random.random() < 0.4:
        drawn["motors"] = True
    if "frame" in method.options and random.random() < 0.6:
        drawn["frame"] = random.choice(("tool", "tool", "world"))
    return tuple(drawn.items())


def call(
    turn: Turn, scene: Scene, method: Method, given: dict[str, Any], by_name: bool = False
) -> Any:
    """Call the method; operands by position, as most do, or by name."""
    turn.calls += 1
    function = method.of(scene.arm)
    if by_name:
        return function(**given)
    options = dict(given)
    operands = [options.pop(name) for name in method.operands]
    return function(*operands, **options)


def _right(
    turn: Turn,
    scene: Scene,
    method: Method,
    options: Options,
    operands: list[tuple[str, Operand]],
) -> None:
    random = turn.random
    shape = scene.batch_of(operands)
    before = scene.calls
    expected = scene.expected(method, options, operands, shape)
    turn.calls += scene.calls - before
    given = {name: operand.value for name, operand in operands} | dict(options)
    shapes = (shape, method.shapes(scene.n, given))
    out = None
    if "threads" in method.options and random.random() < 0.05:
        given["threads"] = random.choice((1, 2, 3, np.int32(2), 7, 10**30))
    if "out" in method.options and random.random() < 0.3:
        out = some_out(turn, shapes, method, given)
    place = place_of(method, given, scene.extreme)
    try:
        result = call(turn, scene, method, given, random.random() < 0.1)
    except BaseException as error:
        if expected is None:
            judge_refusal(turn, place, error, ("must be finite", "has no bounds"))
        else:
            turn.found("refuses what each row alone has", place, error)
        return
    judge_result(turn, place, method, shapes, result, expected)
    if out is not None and not out.returned(result):
        turn.found("returns another array than out", place, type(result))
    if out is None or not out.overlaps:
        _judge_inputs(turn, place, operands)
    if expected is not None and random.random() < 0.02:
        crosscheck(turn, scene, method, dict(options), operands, expected)


def _wrong_operand(
    turn: Turn,
    scene: Scene,
    method: Method,
    options: Options,
    operands: list[tuple[str, Operand]],
) -> None:
    random = turn.random
    given = {name: operand.value for name, operand in operands} | dict(options)
    name = random.choice([name for name, _ in operands if name != "base_motion"])
    kind = random.choice(tuple(OPERANDS))
    if kind == "none" and name == "tip_wrench":
        return
    values = scene.tables[name][:1] if random.random() < 0.5 else scene.tables[name][0]
    if kind == "does not broadcast":
        others = [operand for operand in operands if operand[0] != name]
        if _broadcast(scene.batch_of(others), (3, 97)):
            return
    hostile = OPERANDS[kind](values, random)
    given[name] = hostile
    place = f"{method.name}: an operand is wrong ({kind})"
    names = (name,) if kind != "does not broadcast" else ("leading axes", "does not broadcast")
    _refused(turn, scene, method, given, place, names, hostile)
    _judge_inputs(turn, place, operands)


def _wrong_option(
    turn: Turn,
    scene: Scene,
    method: Method,
    options: Options,
    operands: list[tuple[str, Operand]],
) -> None:
    random = turn.random
    given = {name: operand.value for name, operand in operands} | dict(options)
    possible = [name for name in method.options if name in OPTIONS]
    name = random.choice(possible)
    value = random.choice(OPTIONS[name])
    if name in ("friction", "motors") and random.random() < 0.1:
        name = random.choice(("frction", "Q", ""))
    given[name] = value
    place = f"{method.name}: option {name} is wrong"
    _refused(turn, scene, method, given, place, (name,), value)


def _refused(
    turn: Turn,
    scene: Scene,
    method: Method,
    given: dict[str, Any],
    place: str,
    names: tuple[str, ...],
    hostile: Any,
) -> None:
    if isinstance(hostile, list) and hostile and isinstance(hostile[0], Raising):
        hostile = hostile[0]
    try:
        result = call(turn, scene, method, given)
    except BaseException as error:
        if isinstance(hostile, Raising):
            judge_own_error(turn, place, error, hostile, names)
        else:
            judge_refusal(turn, place, error, names, "very many rows" in place)
        return
    # of no rows, all are finite
    if flat(result, 1).size:
        turn.found("takes what is wrong", place, type(result))


def _broadcast(*shapes: tuple[int, ...]) -> bool:
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        return False
    return True


def _judge_inputs(turn: Turn, place: str, operands: list[tuple[str, Operand]]) -> None:
    for name, operand in operands:
        if operand.changed():
            turn.found("changes an input", place, name)


def place_of(method: Method, given: dict[str, Any], extreme: bool) -> str:
    """Say in a few words which kind of call it is."""
    words = [name for name in ("formulation", "dtype", "out", "threads") if name in given]
    return " ".join([method.name, *(["of extreme numbers"] if extreme else []), *words])


ATTACKS = (
    Attack(
        "calls",
        "methods of arms, right and wrong calls",
        attempt,
        share=0.35,
        least=2000,
        block=32 * _CALLS_OF_A_SCENE,
        environment=each_instruction_set,
    ),
)
