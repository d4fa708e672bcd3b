"""Arms with hostile names and positions, drawn and shown."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from equidyn import Arm, robots

from .arms import extreme_table
from .hostile import OPERANDS, OPTIONS, Raising
from .judge import judge_own_error, judge_refusal
from .turn import Attack, Turn

_NAMES = (
    *("", "$", "$$", r"$\frac{$", "a_b^c", r"$\undefined$", r"\$x\$ $y$", "%", "{}", "a\nb\tc"),
    *("\x9b31mred", "\x85", "\x7f", "\u202eevil", "e\u0301" * 30, "x" * 4000),
    *("<script>alert(1)</script>", "[bold]x[/bold]", "[/]", "[link=file:///x]y[/link]", "🤖", "機"),
)
_NO_PICTURES = "draw: there are no pictures of an arm that reaches"
_NO_AXES = (1, "ax", [], object(), np.zeros(2))
# would take memory of its own
_LEFT_OUT = ("very many rows", "none", "does not broadcast")


def attempt(turn: Turn) -> None:
    """Show an arm of such a name, or draw it somewhere; a wrong argument is refused."""
    random = turn.random
    turn.calls += 1
    arm = _arm(random)
    if random.random() < 0.4:
        _show(turn, arm)
        return
    kind = random.random()
    if kind < 0.4:
        _draw(turn, "draw", arm, {"q": [random.uniform(-9, 9) for _ in range(arm.n)]})
    elif kind < 0.6:
        _draw(turn, "draw of extreme numbers", arm, {"q": extreme_table(random, 1, arm.n)[0]})
    else:
        name = random.choice(("q", "frames", "masses", "ax"))
        if name == "q":
            wrong = random.choice([each for each in OPERANDS if each not in _LEFT_OUT])
            value = OPERANDS[wrong](np.full(arm.n, 0.5), random)
        else:
            value = random.choice(_NO_AXES if name == "ax" else OPTIONS["friction"])
        _draw(turn, f"draw: {name} is wrong", arm, {name: value}, (name,))


def _arm(random: Random) -> Arm:
    n = random.choice((1, 2, 6))
    data = robots.random_arm(n, random.randrange(99)).to_dict() | {"name": random.choice(_NAMES)}
    if random.random() < 0.2:
        for name in ("a", "d", "com", "inertia"):
            data[name] = (np.array(data[name]) * 10.0 ** random.uniform(-200, 120)).tolist()
    return Arm.from_dict(data)


def _show(turn: Turn, arm: Arm) -> None:
    for name, show in (("repr", repr), ("HTML", Arm._repr_html_), ("table", Arm.table)):
        try:
            text = str(show(arm))
        except BaseException as error:
            turn.found(f"raises {type(error).__name__}", f"{name} of an arm", error)
            continue
        if "\x9b" in text or "\u202e" in text or (name == "HTML" and "<script" in text):
            turn.found("obeys a name", f"{name} of an arm", repr(arm.name))


def _draw(
    turn: Turn, place: str, arm: Arm, given: dict[str, Any], names: tuple[str, ...] = ()
) -> None:
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    try:
        arm.draw(**given).figure.canvas.draw()
    except BaseException as error:
        hostile = next((_raising(given[name]) for name in names), None)
        if hostile is not None:
            judge_own_error(turn, place, error, hostile, names)
        elif names or "extreme" in place or str(error).startswith(_NO_PICTURES):
            judge_refusal(turn, place, error, (*names, "draw", "too large"))
        else:
            turn.found(f"raises {type(error).__name__}", place, f"{arm.name!r}: {error}")
        return
    finally:
        pyplot.close("all")
    if names:
        turn.found("takes what is wrong", place, repr(given))


def _raising(value: Any) -> Raising | None:
    """Return what raises as soon as it is asked for anything, if that is what it is made of."""
    first = value[0] if isinstance(value, list) and value else value
    return first if isinstance(first, Raising) else None


ATTACK = Attack("drawings", "names and positions, drawn", attempt, 0.00005, 40, 500)
