"""Motions within limits: held at every instant, and as short again as the fastest one was."""

from __future__ import annotations

from importlib.util import find_spec
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import equidyn
from equidyn import robots

from .judge import judge_refusal
from .turn import Attack, Turn

# what a limit may be passed by, relatively
_PASSED = 1e-6

# instants in each piece of a motion
_INSTANTS = np.linspace(0.0, 1.0, 40, endpoint=False)[:, np.newaxis]

_NEEDS = {"trapezoid": "numpy", "jerk_limited": "ruckig", "time_optimal": "toppra"}


def attempt(turn: Turn) -> None:
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


ATTACK = Attack(
    *("limits", "limits of motions between samples", attempt, 0.0005, 100, 1000), patience=120.0
)
