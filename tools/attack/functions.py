"""Everything public that is no method of arrays: makers of arms, the laboratory, drawings."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from equidyn import Arm, robots

from .arms import extreme_table
from .hostile import OPERANDS, OPTIONS, Answering, OwnError, Raising
from .judge import judge_own_error, judge_refusal
from .public import public_calls
from .worker import Attack, Turn

# --- functions ----------------------------------------------------------------------------------

_WRONG = (
    *(None, True, -1, 0, 1.5, "x", "", b"x", [], {}, (), object(), np.nan, np.inf, 10**30, 1j),
    *(np.zeros(0), np.zeros((2, 2, 2)), [None], [[1], [1, 2]], "\ud800", np.array("x"), int, len),
    *(Answering(None), Answering("x"), Raising(OwnError), np.ma.masked, {"a"}, range(3), -0.0),
    *(np.float32(1), np.datetime64("now"), 1e308, -1e308, 5e-324, [np.nan] * 2, ["kane", 7]),
)
# names that a message may give instead of those of the parameters
_MORE = (
    "missing",
    "unexpected keyword",
    "positional",
    "robot",
    "arm",
    "path",
    "from_dh",
    "n:",
    "formulation",
    "speed and acceleration",
)


# arguments of which more takes long, code of the user, and what the attack on files is about
_LEFT_ALONE = (
    *("samples", "repetitions", "seconds", "evaluations", "harmonics"),
    *("family", "path"),
)
_SLOW = ("report", "reproduce", "animate", "draw")


@lru_cache(maxsize=1)
def _places() -> tuple[tuple[str, str], ...]:
    return tuple(
        (function, name)
        for function, (_, given) in public_calls().items()
        for name in given
        if function not in _SLOW and name not in _LEFT_ALONE
    )


def call(turn: Turn) -> None:
    """Call one of them with one wrong value, mostly."""
    random = turn.random
    name, wrong = random.choice(_places())
    function, good = public_calls()[name]
    given = {**good, wrong: random.choice(_WRONG)} if random.random() < 0.9 else good
    place = f"{name}: {wrong} is {_shown(given[wrong])}"
    turn.calls += 1
    try:
        function(**given)
    except (ValueError, TypeError) as error:
        text = str(error)
        if type(error) not in (ValueError, TypeError):
            turn.found(f"raises {type(error).__name__}", place, error)
        elif not any(name in text for name in (*given, *_MORE)):
            turn.found("names no argument", place, error)
    except (OwnError, FileNotFoundError):
        return
    except BaseException as error:
        turn.found(f"raises {type(error).__name__}", place, error)


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else type(value).__name__
    return f"{text!r}"


# --- drawings -----------------------------------------------------------------------------------

_NAMES = (
    *("", "$", "$$", r"$\frac{$", "a_b^c", r"$\undefined$", r"\$x\$ $y$", "%", "{}", "a\nb\tc"),
    *("\x9b31mred", "\x85", "\x7f", "\u202eevil", "e\u0301" * 30, "x" * 4000),
    *("<script>alert(1)</script>", "[bold]x[/bold]", "[/]", "[link=file:///x]y[/link]", "🤖", "機"),
)
_NO_PICTURES = "draw: there are no pictures of an arm that reaches"
_NO_AXES = (1, "ax", [], object(), np.zeros(2))
# would take memory of its own
_LEFT_OUT = ("very many rows", "none", "does not broadcast")


def draw_or_show(turn: Turn) -> None:
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


ATTACKS = (
    Attack("functions", "makers of arms, robots, the laboratory", call, 0.005, 1000, 5000),
    Attack("drawings", "names and positions, drawn", draw_or_show, 0.00005, 40, 500),
)
