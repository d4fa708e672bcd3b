"""Everything public that is no method of arrays: makers of arms, the laboratory, drawings."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

import equidyn
from equidyn import Arm, BaseMotion, robots

from .arms import extreme_table
from .hostile import OPERANDS, OPTIONS, Answering, OwnError, Raising
from .judge import judge_own_error, judge_refusal
from .worker import Attack, Turn

# --- functions ------------------------------------------------------------------------------------

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


class Function(NamedTuple):
    """What to call, good values of its parameters, and those that may grow with the work."""

    name: str
    call: Callable[..., Any]
    good: dict[str, tuple[Any, ...]]
    amounts: tuple[str, ...] = ()  # never drawn from what is wrong but small


@lru_cache(maxsize=1)
def _functions() -> tuple[Function, ...]:
    arm = robots.random_arm(2, 3, "RP", friction=True, motors=True)
    arms = (arm, "planar_2r", robots.planar_2r())
    names = ("kane", None, "newton_euler")
    eye, q = np.eye(4), np.full(2, 0.5)
    data = {key: (value,) for key, value in arm.to_dict().items() if key != "format"}
    motion = [np.linspace(-1, 1, 80).reshape(40, 2) ** k for k in (1, 2, 3)]
    tau = arm.inverse_dynamics(*motion)
    data_of_it = dict(zip(("q", "qd", "qdd", "tau"), zip((*motion, tau)), strict=True))
    found = equidyn.identify(arm, *motion, tau)
    switches: dict[str, tuple[Any, ...]] = {"friction": (True, False), "motors": (True, False)}
    f = Function
    return (
        f("validate", found.validate, data_of_it),
        f("torque", found.torque, {name: data_of_it[name] for name in ("q", "qd", "qdd")}),
        f(
            "trajectory",
            equidyn.exciting_trajectory(arm, evaluations=1),
            {"times": (0.5, motion[0])},
        ),
        f("parameters", arm.parameters, switches),
        f("base_parameters", arm.base_parameters, switches),
        f("with_parameters", arm.with_parameters, {"parameters": (arm.parameters(),)}),
        f(
            "identify",
            equidyn.identify,
            {
                "arm": arms,
                **data_of_it,
                **switches,
                "weights": (None, (1.0, 2.0)),
            },
        ),
        f(
            "exciting_trajectory",
            equidyn.exciting_trajectory,
            {
                "arm": arms,
                "duration": (4.0,),
                "harmonics": (3,),
                "speed": (2.0, (1, 2)),
                "acceleration": (5.0,),
                **switches,
                "evaluations": (2,),
                "seed": (1,),
            },
            ("evaluations", "harmonics"),
        ),
        f(
            "from_urdf",
            Arm.from_urdf,
            {
                "path_or_text": (arm.to_urdf(),),
                "base": (None, "base"),
                "tip": (None, "tool"),
                "exact": (True, False),
                "xacro": (False,),
            },
        ),
        f("formulations", equidyn.formulations, {"quantity": ("mass_matrix",)}),
        f("from_dh", Arm.from_dh, data),
        f("with_gravity", arm.with_gravity, {"gravity": ((0, 0, 1),)}),
        f("with_base", arm.with_base, {"base": (eye, None)}),
        f("with_tool", arm.with_tool, {"tool": (eye, None)}),
        f("with_limits", arm.with_limits, {"limits": ([(-1, 1)] * 2, None)}),
        f("with_friction", arm.with_friction, {"viscous": ((1, 2),), "coulomb": (None,)}),
        f("with_motors", arm.with_motors, {"motor_inertia": ((1, 2),), "gear_ratio": ((9, 9),)}),
        f("with_payload", arm.with_payload, {"mass": (1.0,), "com": ((0, 0, 1),)}),
        f("with_name", arm.with_name, {"name": ("x",)}),
        f("to_convention", arm.to_convention, {"convention": ("modified", "standard")}),
        f("check", arm.with_limits([(-1, 1)] * 2).check, {"q": (q, None)}),
        f(
            "inertia_about_com",
            Arm.inertia_about_com,
            {"about_origin": (np.eye(3),), "mass": (1.0,), "com": ((0.0, 0.0, 0.1),)},
        ),
        f("BaseMotion", BaseMotion, {"angular_velocity": ((1, 2, 3),)}),
        f("load", robots.load, {"arm": arms}),
        f("planar_2r", robots.planar_2r, {"length": ((1, 1),), "mass": ((1, 1),)}),
        f("puma560", robots.puma560, {"variant": ("corrected",)}),
        f("random_arm", robots.random_arm, {"n": (3,), "seed": (1,), "joints": ("RPR", None)}),
        f("uniform_chain", robots.uniform_chain, {"n": (3,), "length": (1.0,), "mass": (1.0,)}),
        f("general_arm", equidyn.general_arm, {"n": (2,)}),
        f(
            "count_operations",
            equidyn.count_operations,
            {"arm_or_n": (arm,), "formulation": ("kane",)},
        ),
        f(
            "generate",
            equidyn.generate,
            {
                "arm": arms,
                "formulation": names,
                "language": ("c", "numpy", "latex"),
                "name": ("f",),
            },
        ),
        f("verify", equidyn.verify, {"arm": arms, "samples": (1,), "formulations": (["kane"],)}),
        f(
            "orthogonal_complement",
            equidyn.orthogonal_complement,
            {"arm": arms, "q": (q,), "qd": (q,)},
        ),
        f("published_counts", equidyn.published_counts, {"source": (None,)}),
        f(
            "rounding_error",
            equidyn.rounding_error,
            {
                "arm": arms,
                "formulations": (["kane"],),
                "sweeps": (["lift"], ["joints", "frame"]),
                "n": ((1, 2),),
                "samples": (1,),
            },
            ("samples", "n"),
        ),
        f(
            "time_formulations",
            equidyn.time_formulations,
            {"n": ((1, 2),), "formulations": (["kane"],), "repetitions": (2,), "seconds": (1e-7,)},
            ("repetitions", "seconds", "n"),
        ),
    )


def call(turn: Turn) -> None:
    """Call one of them with one wrong value, mostly."""
    random = turn.random
    function = random.choice(_functions())
    given = {name: random.choice(values) for name, values in function.good.items()}
    wrong = random.choice(tuple(given))
    if random.random() < 0.9 and wrong not in function.amounts:
        given[wrong] = _hostile(random)
    place = f"{function.name}: {wrong} is {_shown(given[wrong])}"
    turn.calls += 1
    try:
        function.call(**given)
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


def _hostile(random: Random) -> Any:
    return random.choice(_WRONG)


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else type(value).__name__
    return f"{text!r}"


# --- drawings -------------------------------------------------------------------------------------

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
