"""Everything public that is no method of arrays: makers of arms, robots, the laboratory."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

import equidyn
from equidyn import Arm, BaseMotion, robots

from .hostile import Answering, OwnError, Raising
from .turn import Attack, Turn

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


def attempt(turn: Turn) -> None:
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


ATTACK = Attack("functions", "makers of arms, robots, the laboratory", attempt, 0.005, 1000, 5000)
