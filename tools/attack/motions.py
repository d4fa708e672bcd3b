"""Arms that torques and controllers move, from states of any size; and what is no motion."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import numpy as np

import equidyn

from .arms import extreme_table, some_arm, tame_table
from .hostile import OPERANDS, Raising
from .judge import judge_own_error, judge_refusal
from .worker import Attack, Turn, each_instruction_set

_STEP = 2.0**-10
# none is a duration of many steps: a stiff motion may take a hundred of its own in each
_NUMBERS = (None, True, -1, 0, 1.5 * _STEP, np.nan, np.inf, 1e308, 10**400, "x", 1j, {}, [1.0, 2.0])
_NAMES = ("", "heun", "Newton", 7, "\ud800", b"rk4", None, "kane")
# what only a controller that follows something has
_OF_A_MOTION = ("trajectory", "kp", "kv", "friction")
_CHOICES = ("method", "formulation", "compensation")
# functions are code of the user, and may raise what they like
_LEFT_OUT = (
    *("very many rows", "none", "deep", "no axis", "no axis, of NumPy", "function", "class"),
)
# what they say that is about two arguments at once
_MORE = ("duration", "step", "record", "period", "kp, kv", "torque", "limits", "stops")


def attempt(turn: Turn) -> None:
    """Move an arm for a few steps, with one wrong value or none; then one of its rows alone."""
    random = turn.random
    turn.calls += 1
    arm = some_arm(random)
    rows = random.choice((1, 3, 9))
    table = extreme_table if random.random() < 0.2 else tame_table
    start = {"q0": table(random, rows, arm.n), "qd0": table(random, rows, arm.n)}
    options = _options(random)
    kind, given = _control(random, arm)
    spoiled = random.choice((start, options, given))
    hostile = _spoil(random, spoiled)
    names = (*start, *options, *given, *_MORE, "overflow")
    place = kind
    before = [array.copy() if isinstance(array, np.ndarray) else None for array in start.values()]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            torque = None
            torque = _torque(kind, given)
            motion = arm.simulate(**start, **options, torque=torque)
            parts = [motion.q, motion.qd, motion.torque, motion.work]
    except BaseException as error:
        # a controller that refuses has read only what it is given
        if isinstance(hostile, Raising) and (torque is not None or spoiled is given):
            judge_own_error(turn, place, error, hostile, names)
        else:
            judge_refusal(turn, place, error, names)
        return
    for array, copy in zip(start.values(), before, strict=True):
        if copy is not None and copy.tobytes() != array.tobytes():
            turn.found("changes its input", place, options)
    _judge(turn, place, motion, parts)
    if hostile is None and rows > 1:
        row = random.randrange(rows)
        alone = arm.simulate(
            start["q0"][row], start["qd0"][row], **options, torque=_torque(kind, given)
        )
        for part, single in zip(parts, (alone.q, alone.qd, alone.torque, alone.work), strict=True):
            if part[row].tobytes() != single.tobytes():
                turn.found("not what the row gives alone", place, (given, options))


def _options(random: Random) -> dict[str, Any]:
    """Return options of a short motion."""
    steps = random.choice((1, 4, 9))
    return {
        "duration": steps * _STEP,
        "step": _STEP,
        "method": random.choice(("rk4", "rk4", "semi_implicit_euler", "dopri5")),
        "formulation": random.choice((None, None, None, "modified_newton_euler", "lagrange_euler")),
        "record": random.choice((0, 1, steps)),
        "threads": random.choice((None, 1, 2)),
    }


def _control(random: Random, arm: equidyn.Arm) -> tuple[str, dict[str, Any]]:
    """Return what moves the arm, and its arguments."""
    kind = random.choice(
        (
            *("ComputedTorque", "ComputedTorque", "PD", "SlotineLi", "GravityCompensation"),
            *("constant", "series"),
        )
    )
    n = arm.n
    if kind == "constant":
        return kind, {"torque": tame_table(random, 1, n)[0]}
    if kind == "series":
        return kind, {
            "times": np.array([0.0, _STEP, 5 * _STEP]),
            "torque": tame_table(random, 3, n),
        }
    goal = tame_table(random, 1, n)[0]
    move = equidyn.quintic(goal, goal + 0.1, duration=8 * _STEP)
    period = random.choice((None, _STEP, 3 * _STEP))
    gains = [random.choice((1.0, np.linspace(0.5, 2, n), np.eye(n) + 0.1)) for _ in range(2)]
    given: dict[str, Any] = {
        "model": arm,
        "trajectory": random.choice((goal, move)),
        "kp": gains[0],
        "kv": gains[1],
        "friction": arm.viscous is not None and random.random() < 0.5,
        "motors": arm.motor_inertia is not None and random.random() < 0.5,
        "period": period,
        "delay": 0.0 if period is None else random.choice((0.0, _STEP)),
        "limits": random.choice((None, 9.0, np.full(n, 4.0))),
        "resolution": random.choice((None, 2.0**-9)),
    }
    if kind == "PD":
        return kind, given | {"compensation": random.choice(("gravity", "feed_forward", "none"))}
    if kind == "SlotineLi":
        return kind, given
    if kind == "GravityCompensation":
        given = {name: given[name] for name in given if name not in _OF_A_MOTION}
        return kind, given | {"damping": random.choice((0.0, gains[1]))}
    return kind, given | {"formulation": random.choice((None, None, "kane", "lagrange_euler"))}


def _torque(kind: str, given: dict[str, Any]) -> Any:
    if kind == "constant":
        return given["torque"]
    if kind == "series":
        return given["times"], given["torque"]
    return getattr(equidyn, kind)(**given)


def _spoil(random: Random, arguments: dict[str, Any]) -> Any:
    """Make one of the arguments wrong, in two of five cases; return it."""
    if random.random() < 0.6:
        return None
    name = random.choice(tuple(arguments))
    if name in _CHOICES:
        wrong: Any = random.choice(_NAMES)
    elif isinstance(arguments[name], np.ndarray):
        kind = random.choice([each for each in OPERANDS if each not in _LEFT_OUT])
        wrong = OPERANDS[kind](arguments[name], random)
    else:
        wrong = random.choice(_NUMBERS)
    arguments[name] = wrong
    return wrong[0] if isinstance(wrong, list) and wrong else wrong


def _judge(turn: Turn, place: str, motion: Any, parts: list[Any]) -> None:
    """Note rows that are not finite and have not ended, and those that have and go on."""
    ended = {each.row for each in motion.ended}
    leading = motion.q.shape[:-2]
    for row in np.ndindex(leading):
        finite = bool(np.isfinite(motion.q[row]).all())
        if finite == (row in ended):
            turn.found("ended and finite, or neither", place, (row, ended))
    if any(part.shape[: len(leading)] != leading for part in parts):
        turn.found("wrong shape", place, [part.shape for part in parts])


# hundreds of rows by the longest formulation, each in hundreds of steps, take a while
ATTACKS = (
    Attack(
        *("motions", "arms that are moved", attempt, 0.01, 600, 5000),
        environment=each_instruction_set,
        patience=300.0,
    ),
)
