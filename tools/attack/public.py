"""A call of every public function that is no method of arrays, with as many arguments as it has."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

import equidyn
from equidyn import robots

_ARM = robots.planar_2r().with_limits([[-1, 1]] * 2)
_ONE = ["newton_euler"]
_QUICK = {"repetitions": 1, "seconds": 1e-6}
_Q = [0.1, 0.2]


@lru_cache(maxsize=1)
def public_calls() -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    """Return functions and good values of their arguments, by name."""
    states = [np.linspace(-1, 1, 80).reshape(40, 2) ** k for k in (1, 2, 3)]
    motion = dict(zip(("q", "qd", "qdd"), states, strict=True))
    motion["tau"] = _ARM.inverse_dynamics(*states)
    data = {name: value for name, value in _ARM.to_dict().items() if name != "format"}
    found = equidyn.identify(_ARM, **motion)
    pose = _ARM.forward_kinematics(_Q)
    counts = equidyn.count_operations(2, "kane")
    return {
        "Arm.from_dh": (equidyn.Arm.from_dh, data),
        "Arm.from_dict": (equidyn.Arm.from_dict, {"data": _ARM.to_dict()}),
        "Arm.load": (equidyn.Arm.load, {"path": "no.json"}),
        "Arm.inertia_about_com": (
            equidyn.Arm.inertia_about_com,
            {"about_origin": np.eye(3), "mass": 1, "com": [0, 0, 0]},
        ),
        "check": (_ARM.check, {"q": _Q}),
        "with_name": (_ARM.with_name, {"name": ""}),
        "with_gravity": (_ARM.with_gravity, {"gravity": (0, 0, 1)}),
        "with_base": (_ARM.with_base, {"base": np.eye(4)}),
        "with_tool": (_ARM.with_tool, {"tool": np.eye(4)}),
        "with_limits": (_ARM.with_limits, {"limits": [[0, 1]] * 2}),
        "with_friction": (_ARM.with_friction, {"viscous": [1, 1], "coulomb": [[1, -1]] * 2}),
        "with_motors": (_ARM.with_motors, {"motor_inertia": [1, 1], "gear_ratio": [1, 1]}),
        "with_payload": (_ARM.with_payload, {"mass": 1, "com": (0, 0, 0), "inertia": np.eye(3)}),
        "to_convention": (_ARM.to_convention, {"convention": "modified"}),
        "table": (_ARM.table, {"inertia": True}),
        "parameters": (_ARM.parameters, {"friction": False, "motors": False}),
        "with_parameters": (_ARM.with_parameters, {"parameters": _ARM.parameters()}),
        "base_parameters": (_ARM.base_parameters, {"friction": False, "motors": False}),
        "formulations": (equidyn.formulations, {"quantity": "mass_matrix"}),
        "draw": (_ARM.draw, {"q": _Q, "frames": True, "masses": False}),
        "animate": (
            _ARM.animate,
            {"motion": ([0, 1], [_Q, _Q]), "samples": 3, "frames": True, "masses": False},
        ),
        "inverse_kinematics": (
            _ARM.inverse_kinematics,
            {
                "pose": pose,
                "start": _Q,
                "only": "position",
                "seed": 0,
                "tolerance": 1e-9,
            },
        ),
        "BaseMotion": (equidyn.BaseMotion, {"angular_velocity": (0, 0, 1)}),
        "refusal": (equidyn.formulations()[0].refusal, {"arm": _ARM}),
        "verify": (
            equidyn.verify,
            {
                "arm": _ARM,
                "samples": 2,
                "seed": 0,
                "formulations": _ONE,
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
            {"arm_or_n": _ARM, "formulation": "kane", "processors": [1], "tip_wrench": False},
        ),
        "check_derivation": (equidyn.check_derivation, {"arm": _ARM, "seed": 0}),
        "orthogonal_complement": (equidyn.orthogonal_complement, {"arm": _ARM, "q": _Q, "qd": _Q}),
        "published_counts": (equidyn.published_counts, {"source": "Angeles"}),
        "unit_acceleration_costs": (
            equidyn.unit_acceleration_costs,
            {"formulation": "newton_euler"},
        ),
        "general_arm": (equidyn.general_arm, {"n": 2}),
        "estimate_time": (
            equidyn.estimate_time,
            {"counts": counts, "add": 1e-6, "mul": 1e-6, "fetch": 1e-6},
        ),
        "rounding_error": (
            equidyn.rounding_error,
            {
                "arm": _ARM,
                "formulations": _ONE,
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
                "formulations": _ONE,
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
                "arm": _ARM,
                "formulation": "kane",
                "language": "python",
                "name": "f",
                "tip_wrench": False,
                "base_motion": False,
                "digits": 4,
            },
        ),
        "Arm.from_urdf": (
            equidyn.Arm.from_urdf,
            {
                **{"path_or_text": robots.load("ur5e").to_urdf(), "base": "base", "tip": "tool"},
                **{"exact": True, "xacro": False},
            },
        ),
        "validate": (found.validate, motion),
        "torque": (found.torque, {name: motion[name] for name in ("q", "qd", "qdd")}),
        "exciting": (equidyn.exciting_trajectory(_ARM, evaluations=1), {"t": 0.5}),
        "identify": (
            equidyn.identify,
            {
                **{"arm": _ARM, "q": [_Q] * 8, "qd": [_Q] * 8, "qdd": [_Q] * 8, "tau": [_Q] * 8},
                **{"friction": False, "motors": False, "weights": [1, 1]},
            },
        ),
        "exciting_trajectory": (
            equidyn.exciting_trajectory,
            {
                **{"arm": _ARM, "duration": 5, "harmonics": 3, "speed": 2, "acceleration": 5},
                **{"friction": False, "motors": False, "evaluations": 1, "seed": 0},
                "progress": False,
            },
        ),
        "trapezoid": (
            equidyn.trapezoid,
            {
                **{"start": _Q, "goal": [1, 2], "duration": 9, "velocity": 3, "acceleration": 4},
                **{"start_time": 0.0},
            },
        ),
        "cubic": (
            equidyn.cubic,
            {
                **{"start": _Q, "goal": [1, 2], "duration": 1, "start_rate": _Q, "goal_rate": _Q},
                **{"start_time": 0.0},
            },
        ),
        "quintic": (
            equidyn.quintic,
            {
                **{"start": _Q, "goal": [1, 2], "duration": 1, "start_rate": _Q, "goal_rate": _Q},
                **{"start_acceleration": _Q, "goal_acceleration": _Q, "start_time": 0.0},
            },
        ),
        "waypoints": (equidyn.waypoints, {"points": [_Q] * 3, "times": [0, 1, 2], "kind": "cubic"}),
        "waypoints in so much time": (
            equidyn.waypoints,
            {"points": [_Q] * 3, "durations": [1, 2], "start_time": 0.0},
        ),
        "straight_line": (
            equidyn.straight_line,
            {
                **{
                    "arm": _ARM,
                    "start_pose": pose,
                    "goal_pose": [1.7, 0.4, 0],
                },
                **{
                    "duration": 9,
                    "velocity": 3,
                    "acceleration": 4,
                    "start": _Q,
                    "only": "position",
                },
                **{"start_time": 0.0},
            },
        ),
        "jerk_limited": (
            equidyn.jerk_limited,
            {
                **{"start": _Q, "goal": [1, 2], "velocity": 3, "acceleration": 4, "jerk": 9},
                **{"duration": 9, "start_rate": _Q, "goal_rate": _Q, "start_acceleration": _Q},
                **{"goal_acceleration": _Q, "start_time": 0.0},
            },
        ),
        "time_optimal": (
            equidyn.time_optimal,
            {
                **{
                    "arm": _ARM,
                    "path": [_Q, [1, 2]],
                    "torque": 90,
                    "velocity": 3,
                    "acceleration": 4,
                },
                **{"motors": False, "samples": 20, "start_time": 0.0},
            },
        ),
        "trajectory": (equidyn.trapezoid(_Q, [1, 2], duration=1), {"t": 0.5}),
        "times": (equidyn.trapezoid(_Q, [1, 2], duration=1).times, {"samples": 5}),
        "report": (
            equidyn.report,
            {
                "arm": _ARM,
                "samples": 2,
                "seed": 0,
                "formulations": _ONE,
                "n": (1,),
                "command": "",
                **_QUICK,
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
