"""Whatever is given to a public function, it computes or says in its own words what is wrong."""

import inspect

import numpy as np
import pytest

import equidyn
from equidyn import robots
from oracles.calls import METHODS

ARM = robots.planar_2r().with_limits([[-1, 1]] * 2)
ONE = ["newton_euler"]
QUICK = {"repetitions": 1, "seconds": 1e-6}
Q = [0.1, 0.2]

OPTIONS = {
    "formulation": "kane",
    "tip_wrench": [0] * 6,
    "base_motion": equidyn.BaseMotion(),
    "friction": False,
    "motors": False,
    "frame": "tool",
    "dtype": float,
    "out": None,
    "threads": 1,
}
CALLS_WITH_ARRAYS = {
    name: (
        getattr(ARM, name),
        dict.fromkeys(method.operands, Q) | {each: OPTIONS[each] for each in method.options},
    )
    for name, method in METHODS.items()
    if method.joints <= ARM.n
}
CALLS_WITH_ARRAYS["forward_dynamics"][1]["formulation"] = "articulated_bodies"
# a call of every public function, with as many arguments as there are
CALLS = {
    "Arm.from_dh": (equidyn.Arm.from_dh, {k: v for k, v in ARM.to_dict().items() if k != "format"}),
    "Arm.from_dict": (equidyn.Arm.from_dict, {"data": ARM.to_dict()}),
    "Arm.load": (equidyn.Arm.load, {"path": "no.json"}),
    "Arm.inertia_about_com": (
        equidyn.Arm.inertia_about_com,
        {"about_origin": np.eye(3), "mass": 1, "com": [0, 0, 0]},
    ),
    "check": (ARM.check, {"q": Q}),
    "with_name": (ARM.with_name, {"name": ""}),
    "with_gravity": (ARM.with_gravity, {"gravity": (0, 0, 1)}),
    "with_base": (ARM.with_base, {"base": np.eye(4)}),
    "with_tool": (ARM.with_tool, {"tool": np.eye(4)}),
    "with_limits": (ARM.with_limits, {"limits": [[0, 1]] * 2}),
    "with_friction": (ARM.with_friction, {"viscous": [1, 1], "coulomb": [[1, -1]] * 2}),
    "with_motors": (ARM.with_motors, {"motor_inertia": [1, 1], "gear_ratio": [1, 1]}),
    "with_payload": (ARM.with_payload, {"mass": 1, "com": (0, 0, 0), "inertia": np.eye(3)}),
    "to_convention": (ARM.to_convention, {"convention": "modified"}),
    "table": (ARM.table, {"inertia": True}),
    **CALLS_WITH_ARRAYS,
    "parameters": (ARM.parameters, {"friction": False, "motors": False}),
    "with_parameters": (ARM.with_parameters, {"parameters": ARM.parameters()}),
    "base_parameters": (ARM.base_parameters, {"friction": False, "motors": False}),
    "formulations": (equidyn.formulations, {"quantity": "mass_matrix"}),
    "draw": (ARM.draw, {"q": Q, "frames": True, "masses": False}),
    "animate": (
        ARM.animate,
        {"motion": ([0, 1], [Q, Q]), "samples": 3, "frames": True, "masses": False},
    ),
    "inverse_kinematics": (
        ARM.inverse_kinematics,
        {
            "pose": ARM.forward_kinematics(Q),
            "start": Q,
            "only": "position",
            "seed": 0,
            "tolerance": 1e-9,
        },
    ),
    "BaseMotion": (equidyn.BaseMotion, {"angular_velocity": (0, 0, 1)}),
    "refusal": (equidyn.formulations()[0].refusal, {"arm": ARM}),
    "verify": (
        equidyn.verify,
        {
            "arm": ARM,
            "samples": 2,
            "seed": 0,
            "formulations": ONE,
            "candidates": {},
            "peers": False,
            "progress": False,
        },
    ),
    "count_operations": (
        equidyn.count_operations,
        {
            "arm_or_n": 2,
            "formulation": "kane",
            "rotations": "full",
            "base": "moving",
            "dead_code": True,
            "tip_wrench": True,
        },
    ),
    "operation_polynomial": (
        equidyn.operation_polynomial,
        {"formulation": "newton_euler", "rotations": "full", "family": None, "progress": False},
    ),
    "parallel_steps": (
        equidyn.parallel_steps,
        {"arm_or_n": ARM, "formulation": "kane", "processors": [1], "tip_wrench": False},
    ),
    "prove_equivalence": (equidyn.prove_equivalence, {"arm": ARM, "seed": 0}),
    "orthogonal_complement": (equidyn.orthogonal_complement, {"arm": ARM, "q": Q, "qd": Q}),
    "published_counts": (equidyn.published_counts, {"source": "Angeles"}),
    "strobing_costs": (equidyn.strobing_costs, {"formulation": "newton_euler"}),
    "general_arm": (equidyn.general_arm, {"n": 2}),
    "estimate_time": (
        equidyn.estimate_time,
        {"counts": equidyn.count_operations(2, "kane"), "add": 1e-6, "mul": 1e-6, "fetch": 1e-6},
    ),
    "rounding_error": (
        equidyn.rounding_error,
        {
            "arm": ARM,
            "formulations": ONE,
            "sweeps": ["lift"],
            "n": [1],
            "family": None,
            "samples": 1,
            "seed": 0,
            "progress": False,
        },
    ),
    "time_formulations": (
        equidyn.time_formulations,
        {
            "n": [1],
            "formulations": ONE,
            "repetitions": 1,
            "seconds": 1e-6,
            "max_seconds": 1.0,
            "seed": 0,
            "family": None,
            "progress": False,
        },
    ),
    "generate": (
        equidyn.generate,
        {
            "arm": ARM,
            "formulation": "kane",
            "language": "python",
            "name": "f",
            "tip_wrench": False,
            "base_motion": False,
            "digits": 4,
        },
    ),
    "identify": (
        equidyn.identify,
        {
            **{"arm": ARM, "q": [Q] * 8, "qd": [Q] * 8, "qdd": [Q] * 8, "tau": [Q] * 8},
            **{"friction": False, "motors": False, "weights": [1, 1]},
        },
    ),
    "exciting_trajectory": (
        equidyn.exciting_trajectory,
        {
            **{"arm": ARM, "duration": 5, "harmonics": 3, "speed": 2, "acceleration": 5},
            **{"friction": False, "motors": False, "evaluations": 1, "seed": 0},
            "progress": False,
        },
    ),
    "trapezoid": (
        equidyn.trapezoid,
        {
            **{"start": Q, "goal": [1, 2], "duration": 9, "velocity": 3, "acceleration": 4},
            **{"start_time": 0.0},
        },
    ),
    "cubic": (
        equidyn.cubic,
        {
            **{"start": Q, "goal": [1, 2], "duration": 1, "start_rate": Q, "goal_rate": Q},
            **{"start_time": 0.0},
        },
    ),
    "quintic": (
        equidyn.quintic,
        {
            **{"start": Q, "goal": [1, 2], "duration": 1, "start_rate": Q, "goal_rate": Q},
            **{"start_acceleration": Q, "goal_acceleration": Q, "start_time": 0.0},
        },
    ),
    "waypoints": (equidyn.waypoints, {"points": [Q] * 3, "times": [0, 1, 2], "kind": "cubic"}),
    "waypoints in so much time": (
        equidyn.waypoints,
        {"points": [Q] * 3, "durations": [1, 2], "start_time": 0.0},
    ),
    "straight_line": (
        equidyn.straight_line,
        {
            **{"arm": ARM, "start_pose": ARM.forward_kinematics(Q), "goal_pose": [1.7, 0.4, 0]},
            **{"duration": 9, "velocity": 3, "acceleration": 4, "start": Q, "only": "position"},
            **{"start_time": 0.0},
        },
    ),
    "jerk_limited": (
        equidyn.jerk_limited,
        {
            **{"start": Q, "goal": [1, 2], "velocity": 3, "acceleration": 4, "jerk": 9},
            **{"duration": 9, "start_rate": Q, "goal_rate": Q, "start_acceleration": Q},
            **{"goal_acceleration": Q, "start_time": 0.0},
        },
    ),
    "time_optimal": (
        equidyn.time_optimal,
        {
            **{"arm": ARM, "path": [Q, [1, 2]], "torque": 90, "velocity": 3, "acceleration": 4},
            **{"motors": False, "samples": 20, "start_time": 0.0},
        },
    ),
    "trajectory": (equidyn.trapezoid(Q, [1, 2], duration=1), {"t": 0.5}),
    "times": (equidyn.trapezoid(Q, [1, 2], duration=1).times, {"samples": 5}),
    "report": (
        equidyn.report,
        {
            "arm": ARM,
            "samples": 2,
            "seed": 0,
            "formulations": ONE,
            "n": (1,),
            "command": "",
            **QUICK,
        },
    ),
    "reproduce": (equidyn.reproduce, {"name": "sasaki"}),
    "robots.load": (robots.load, {"arm": "planar_2r"}),
    "robots.about": (robots.about, {"name": "ur5e"}),
    "robots.puma560": (robots.puma560, {"variant": "akb"}),
    "robots.stanford": (robots.stanford, {"variant": "general"}),
    "robots.sasaki": (robots.sasaki, {"variant": "published", "inertia": np.ones((6, 3))}),
    "robots.random_arm": (
        robots.random_arm,
        {"n": 2, "seed": 0, "joints": "RR", "convention": "standard", "friction": False},
    ),
    "robots.uniform_chain": (robots.uniform_chain, {"n": 2, "length": 1.0, "mass": 1.0}),
    "robots.planar_2r": (robots.planar_2r, {"length": (1, 1), "mass": (1, 1), "com": (1, 1)}),
}

# what nobody means
WRONG = {
    "object": object(),
    "text": "nonsense",
    "bytes": b"nonsense",
    "number": 0.001,
    "complex": 1j,
    "minus one": -1,
    "true": True,
    "nothing": None,
    "list": ["nonsense"],
    "ragged": [[1.0, 2.0], [3.0]],
    "empty": [],
    "dictionary": {"nonsense": 1},
    "function": lambda *_: None,
    "type": int,
}

# how Python and the binding library put it
NOT_OUR_WORDS = (
    "incompatible function arguments",
    "incompatible constructor arguments",
    "_core.",
    "has no attribute",
    "not subscriptable",
    "not iterable",
    "not callable",
    "unsupported operand",
    "must be real number",
    "inhomogeneous",
    "cannot convert",
    "could not convert",
    "argument must be",
    "unhashable",
    "ufunc",
    "not supported between",
    "takes no arguments",
)

# arguments of several meanings, and what their messages begin with
CALLED_ELSE = {
    "arm_or_n": ("arm", "n:", "robot"),
    "arm": ("robot", "No such file"),
    "data": ("arm", "format"),
    "path": ("No such file",),
    "formulations": ("formulation",),
}

CASES = [(call, argument) for call, (_, arguments) in CALLS.items() for argument in arguments]


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@pytest.mark.parametrize(("call", "argument"), CASES, ids=lambda case: case)
def test_a_wrong_argument_is_named_in_our_own_words(call, argument):
    function, arguments = CALLS[call]
    may_be_none = inspect.signature(function).parameters[argument].default is None
    for kind, value in WRONG.items():
        if value is None and may_be_none:
            continue
        try:
            function(**{**arguments, argument: value})
        except (ValueError, TypeError, OSError, ImportError) as error:
            message = str(error)
            told = f"{call}({argument}={kind}): {type(error).__name__}: {message}"
            assert not any(words in message for words in NOT_OUR_WORDS), told
            assert any(name in message for name in (argument, *CALLED_ELSE.get(argument, ()))), told


def test_every_public_function_is_tried():
    functions = {name for name in equidyn.__all__ if inspect.isfunction(getattr(equidyn, name))} | {
        f"robots.{name}" for name in robots.__all__
    }
    takes_long, take_nothing = {"bench"}, {"build_info", "cmake_dir", "robots.names"}
    assert functions - set(CALLS) <= takes_long | take_nothing | {"robots.Record"}
