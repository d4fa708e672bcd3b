"""Trajectories of any size, from wrong values too, and within limits at every instant."""

from __future__ import annotations

from importlib.util import find_spec
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import equidyn
from equidyn import robots

from .arms import extreme_table, tame_table
from .hostile import OPERANDS, Raising
from .judge import judge_own_error, judge_refusal
from .worker import Attack, Turn

# --- from position to position ------------------------------------------------------------------

_NUMBERS = (0, 0.0, -1.0, np.nan, np.inf, 1e308, 5e-324, 10**400, "1", None, True, [1.0], 1j, {})
_KINDS = ("cubic", "quintic", "Cubic", "", "linear", None, 7, "\ud800")
_LEFT_OUT = ("very many rows", "none", "deep")


def make(turn: Turn) -> None:
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


# --- within limits ------------------------------------------------------------------------------

# what a limit may be passed by, relatively
_PASSED = 1e-6

# instants in each piece of a motion
_INSTANTS = np.linspace(0.0, 1.0, 40, endpoint=False)[:, np.newaxis]

_NEEDS = {"trapezoid": "numpy", "jerk_limited": "ruckig", "time_optimal": "toppra"}


def make_within_limits(turn: Turn) -> None:
    """Make the fastest motion within limits; look between its samples, and ask for it again."""
    random = turn.random
    turn.calls += 1
    name = random.choice([name for name, module in _NEEDS.items() if find_spec(module)])
    n = random.choice((1, 2, 4))
    limits = {
        limit: np.array([10 ** random.uniform(-2, 2) for _ in range(n)])
        for limit in ("velocity", "acceleration", "jerk")
    }
    start_time = random.choice((0.0, -1e3))
    if name != "jerk_limited":
        del limits["jerk"]
    ends = _points(random, 2, n)
    try:
        if name == "time_optimal":
            _along_a_path(turn, n, limits, start_time)
            return
        make = getattr(equidyn, name)
        motion = make(*ends, **limits, start_time=start_time)
        _judge(turn, name, None, motion, motion.breaks, limits)
        make(*ends, **limits, start_time=start_time, duration=motion.duration)
    except ValueError as error:
        if str(error).startswith("duration: within"):
            turn.found("refuses its own duration", name, error)
        judge_refusal(turn, name, error, (*limits, "start", "goal", "path", "duration", "torque"))


def _along_a_path(turn: Turn, n: int, limits: dict[str, Any], start_time: float) -> None:
    """Move along a random path within one to three limits, of few samples and of many."""
    random = turn.random
    arm = robots.random_arm(n, random.randrange(10_000))
    points = _points(random, random.choice((2, 3, 6)), n)
    rest = np.zeros_like(points)
    if random.random() < 0.7:
        held = np.abs(arm.inverse_dynamics(points, rest, rest)).max(axis=0)
        limits["torque"] = (held + 1.0) * random.uniform(1.0, 4.0)
        for other in ("velocity", "acceleration"):
            if random.random() < 0.5:
                del limits[other]
    samples = random.choice((2, 20, 200))
    motion = equidyn.time_optimal(arm, points, **limits, samples=samples, start_time=start_time)
    _judge(turn, "time_optimal", arm, motion, motion.law.breaks, limits)


def _judge(
    turn: Turn,
    place: str,
    arm: Any,
    motion: Any,
    breaks: NDArray[np.float64],
    limits: dict[str, NDArray[np.float64]],
) -> None:
    t = (breaks[:-1] + _INSTANTS * np.diff(breaks)).ravel()
    q, qd, qdd = motion(t[t < motion.end_time])
    taken = {"velocity": qd, "acceleration": qdd}
    if "torque" in limits:
        taken["torque"] = arm.inverse_dynamics(q, qd, qdd)
    for limit, values in taken.items():
        if limit in limits:
            most = float((np.abs(values) / limits[limit]).max(initial=0.0))
            if most > 1 + _PASSED:
                turn.found(f"passes its limit of {limit}", place, (most - 1, limits))


def _points(random: Random, rows: int, n: int) -> NDArray[np.float64]:
    return np.array([[random.uniform(-2, 2) for _ in range(n)] for _ in range(rows)])


ATTACKS = (
    Attack("trajectories", "motions from position to position", make, 0.004, 600, 10_000),
    Attack(
        *("limits", "limits of motions between samples", make_within_limits, 0.0005, 100, 1000),
        patience=120.0,
    ),
)
