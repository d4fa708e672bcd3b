"""The same numbers by another formulation, by unit accelerations, or by the reference."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

import equidyn
from equidyn import _core

from .methods import Method
from .scene import Array, Operand, Scene
from .worker import Turn

# coarse: what is sought is not rounding
_TOLERANCE = {np.dtype(np.float64): 1e-8, np.dtype(np.float32): 3e-3}
_FEW_TURNS = 100.0
# compared with the reference implementation of tool kinematics
_OF_THE_TOOL = ("forward_kinematics", "link_poses", "jacobian", "jacobian_rate")
_FORMULATIONS = tuple(each.name for each in equidyn.formulations() if not each.restriction)


def crosscheck(
    turn: Turn,
    scene: Scene,
    method: Method,
    options: dict[str, Any],
    operands: list[tuple[str, Operand]],
    expected: Array,
) -> None:
    """Hold the first row of a batch against what another way gives."""
    if scene.extreme or not len(expected):
        return
    given = {name: scene.row(name, int(operand.numbers.flat[0])) for name, operand in operands}
    if expected.dtype == np.float32 and np.abs(given["q"]).max() > _FEW_TURNS:
        return  # the offsets of joints are added in float32
    pair = _by_another_way(turn.random, scene, method, options, given, expected[0].astype(float))
    if pair is None:
        return
    turn.calls += 1
    one, other = (np.reshape(each, -1) for each in pair)
    largest = _reach(scene, given) if method.name in _OF_THE_TOOL else _scale(scene, given)
    scale = max(np.abs(other).max(), largest)
    difference = np.abs(one - other).max()
    if not difference <= _TOLERANCE[expected.dtype] * scale:
        place = f"{method.name} {' '.join(options)}"
        turn.found("not what another way gives", place, f"{difference} of {scale}")


def _reach(scene: Scene, given: dict[str, Any]) -> float:
    """Return about the largest length in a state, times the largest rate."""
    arm = scene.arm
    slides = float(np.abs(given["q"][[joint == "P" for joint in arm.joints]]).sum())
    lengths = float(np.abs([arm.a, arm.a_y, arm.d]).sum() + np.abs(arm.com).sum())
    poses = np.abs(arm.base[:3, 3]).max() + np.abs(arm.tool[:3, 3]).max()
    return (lengths + slides + float(poses) + 1.0) * _rates(scene, given)


def _rates(scene: Scene, given: dict[str, Any]) -> float:
    return float(np.abs(given.get("qd", np.zeros(scene.n))).max()) + 1.0


def _scale(scene: Scene, given: dict[str, Any]) -> float:
    """Return about the largest torque that cancels in a state."""
    arm, rates = scene.arm, _rates(scene, given)
    reach = _reach(scene, given) / rates
    moments = float(arm.mass.sum() + np.abs(arm.inertia).sum()) * reach**2
    motion = given.get("base_motion")
    base = 0.0 if motion is None else sum(float(np.abs(v).max()) for v in motion.as_tuple()) ** 2
    pull = rates**2 + base + 10.0 + float(np.abs(given.get("qdd", np.zeros(1))).max())
    wrench = float(np.abs(given.get("tip_wrench", np.zeros(1))).max()) * reach
    effort = float(np.abs(given.get("tau", np.zeros(1))).max())
    return moments * pull + wrench + effort


def _by_another_way(
    random: Random,
    scene: Scene,
    method: Method,
    options: dict[str, Any],
    given: dict[str, Any],
    found: Array,
) -> tuple[Any, Any] | None:
    """Return two arrays that should be alike; None where there is no other way."""
    arm, zero = scene.arm, np.zeros(scene.n)
    options = {name: value for name, value in options.items() if name != "dtype"}
    if method.name in _OF_THE_TOOL:
        return _of_the_tool(scene, method, options, given, found)
    options["formulation"] = random.choice(_FORMULATIONS)
    if method.name in ("inverse_dynamics", "mass_matrix", "coriolis_coefficients"):
        return found, getattr(arm, method.name)(**given, **options)
    if method.name == "momentum":
        given["qdd"], given["qd"] = given["qd"], zero
        held = arm.gravity_torque(given["q"])
        return found, arm.inverse_dynamics(**given, **options) - held
    if method.name == "coriolis_torque":
        matrix = arm.coriolis_matrix(given["q"], given["v"])
        return found, matrix @ given["qd"]
    if method.name == "transposed_coriolis_torque":
        matrix = arm.coriolis_matrix(given["q"], given["qd"])
        return found, matrix.T @ given["v"]
    if method.name == "mass_matrix_rate":
        matrix = arm.coriolis_matrix(**given)
        return found.reshape(matrix.shape), matrix + matrix.T
    if method.name == "coriolis_matrix":
        torque = arm.inverse_dynamics(**given, qdd=zero, **options)
        return found.reshape(scene.n, -1) @ given["qd"], torque - arm.gravity_torque(given["q"])
    if method.name == "breakdown":
        return found.reshape(-1, scene.n).sum(axis=0), arm.inverse_dynamics(**given, **options)
    if method.name == "regressor":
        switches = {name: options.get(name, False) for name in ("friction", "motors")}
        parameters = np.asarray(arm.parameters(**switches))
        return found.reshape(scene.n, -1) @ parameters, arm.inverse_dynamics(**given, **options)
    if method.name == "bias":
        return found, arm.inverse_dynamics(**given, qdd=zero, **options)
    if method.name == "gravity_torque":
        return found, arm.inverse_dynamics(**given, qd=zero, qdd=zero, **options)
    if method.name == "forward_dynamics":
        tau = given.pop("tau")
        given["qdd"] = found
        return arm.inverse_dynamics(**given, **options), tau
    if method.name == "inverse_dynamics_derivatives" and "friction" not in options:
        names = ("q", "qd", "qdd")
        state = tuple(given[name] for name in names)
        loads = {name: value for name, value in given.items() if name not in names}
        reference = _core.evaluate(arm, method.name, state, formulation="spatial_vectors", **loads)
        return found, np.stack(reference)
    return None


def _of_the_tool(
    scene: Scene, method: Method, options: dict[str, Any], given: dict[str, Any], found: Array
) -> tuple[Any, Any] | None:
    """Return where the tool is, or how it moves, twice."""
    arm, q = scene.arm, given["q"]
    pose = _core.evaluate(arm, "forward_kinematics", (q,), formulation="link_frames")
    if method.name == "link_poses":
        return found.reshape(-1, 4, 4)[-1] @ arm.tool, pose
    if method.name == "forward_kinematics":
        return found, pose
    state = (q, given["qd"]) if method.name == "jacobian_rate" else (q,)
    jacobian = _core.evaluate(arm, method.name, state, formulation="link_frames")
    if options.get("frame") != "tool":
        return found, jacobian
    if method.name == "jacobian_rate":
        return None
    turned = np.kron(np.eye(2), pose[:3, :3])
    return turned @ found.reshape(6, -1), jacobian
