"""Motions from position to position: of numbers of any size, and of what are none."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

import equidyn

from .arms import extreme_table, tame_table
from .hostile import OPERANDS, Raising
from .judge import judge_own_error, judge_refusal
from .turn import Attack, Turn

_NUMBERS = (0, 0.0, -1.0, np.nan, np.inf, 1e308, 5e-324, 10**400, "1", None, True, [1.0], 1j, {})
_KINDS = ("cubic", "quintic", "Cubic", "", "linear", None, 7, "\ud800")
_LEFT_OUT = ("very many rows", "none", "deep")


def attempt(turn: Turn) -> None:
    """Make a motion, and ask where it is at its ends, in the middle and beyond."""
    random = turn.random
    turn.calls += 1
    n = random.choice((1, 2, 6))
    name, given = _motion(random, n, extreme_table if random.random() < 0.4 else tame_table)
    hostile: Any = None
    if random.random() < 0.4:
        wrong = random.choice(tuple(given))
        given[wrong] = hostile = _wrong(random, wrong, given[wrong])
        if isinstance(hostile, list) and hostile:
            hostile = hostile[0]
    names = (*given, "overflow", "too ")
    try:
        motion = getattr(equidyn, name)(**given)
        at = [motion.start_time, motion.start_time + motion.duration / 3, motion.end_time]
        parts = motion([*at, -1e308, 1e308, 0.0])
    except BaseException as error:
        if isinstance(hostile, Raising):
            judge_own_error(turn, name, error, hostile, names)
        else:
            judge_refusal(turn, name, error, names)
        return
    if not all(np.isfinite(part).all() for part in parts):
        turn.found("not finite", name, given)
    elif hostile is None and name != "waypoints":
        goal = np.reshape(given["goal"], -1)
        rates = max(np.abs(given.get(name, 0.0)).max() for name in ("start_rate", "goal_rate"))
        scale = max(np.abs(goal).max(), np.abs(given["start"]).max(), rates * motion.duration)
        if np.abs(parts[0][2] - goal).max() > 1e-6 * scale:
            turn.found("does not end at its goal", name, (given, parts[0][2]))


def _motion(random: Random, n: int, table: Any) -> tuple[str, dict[str, Any]]:
    """Return the name of what makes a motion, and its arguments."""
    name = random.choice(("cubic", "quintic", "trapezoid", "waypoints"))
    duration = (
        10.0 ** random.uniform(-3, 3) if table is tame_table else abs(table(random, 1, 1)[0, 0])
    )
    given: dict[str, Any] = {"start_time": random.choice((0.0, 2.0, -1e3))}
    if name == "waypoints":
        given["points"] = table(random, random.choice((2, 3, 7)), n)
        given["durations"] = np.full(len(given["points"]) - 1, duration)
        return name, given | {"kind": random.choice(("cubic", "quintic"))}
    given |= {"start": table(random, 1, n)[0], "goal": table(random, 1, n)[0]}
    if name == "trapezoid":
        limits = {"velocity": 10.0 ** random.uniform(-2, 3), "acceleration": 2.0}
        return name, given | (limits if random.random() < 0.6 else {"duration": duration} | limits)
    if random.random() < 0.5:
        given |= {"start_rate": table(random, 1, n)[0], "goal_rate": table(random, 1, n)[0]}
    return name, given | {"duration": duration}


def _wrong(random: Random, name: str, value: Any) -> Any:
    if name == "kind":
        return random.choice(_KINDS)
    if np.ndim(value) == 0:
        return random.choice(_NUMBERS)
    kind = random.choice([each for each in OPERANDS if each not in _LEFT_OUT])
    return OPERANDS[kind](np.asarray(value), random)


ATTACK = Attack("trajectories", "motions from position to position", attempt, 0.004, 600, 10_000)
