"""Calls of Pinocchio (pin), the usual reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from ..validation import FloatArray
from .call import Call, of_many_arms
from .damped_least_squares import solver
from .in_base_frame import in_base_frame, rigid, unnamed
from .tasks import INVERSE_KINEMATICS, SIMULATION

if TYPE_CHECKING:
    from ..arm.arm import Arm

LIBRARY = "Pinocchio"

_TOOL = "tool"

# algorithm, task, expression
_ALGORITHMS = (
    ("rnea", "inverse dynamics", "algorithm(model, data, q, qd, qdd)"),
    ("nonLinearEffects", "bias", "algorithm(model, data, q, qd)"),
    ("computeGeneralizedGravity", "gravity", "algorithm(model, data, q)"),
    ("crba", "mass matrix", "algorithm(model, data, q)"),
    ("aba", "forward dynamics", "algorithm(model, data, q, qd, tau)"),
    ("computeRNEADerivatives", "derivatives", "algorithm(model, data, q, qd, qdd)[:2]"),
    ("computeCoriolisMatrix", "Coriolis matrix", "algorithm(model, data, q, qd)"),
    ("computeKineticEnergy", "kinetic energy", "algorithm(model, data, q, qd)"),
    ("computeABADerivatives", "forward dynamics derivatives", "algorithm(model, data, q, qd, tau)"),
)

# algorithm, task, statements, expression: products as its users write them, with matrices
_RNEA_DERIVATIVES = "by_q, by_qd, M = algorithm(model, data, q, qd, qdd)"
_ABA_DERIVATIVES = "by_q, by_qd, by_tau = algorithm(model, data, q, qd, tau)"
_PRODUCTS = (
    (
        "computeRNEADerivatives",
        "inverse dynamics jvp",
        _RNEA_DERIVATIVES,
        "by_q @ dq + by_qd @ dqd + M @ dqdd",
    ),
    (
        "computeRNEADerivatives",
        "inverse dynamics vjp",
        _RNEA_DERIVATIVES,
        "cotangent @ by_q, cotangent @ by_qd, cotangent @ M",
    ),
    (
        "computeABADerivatives",
        "forward dynamics jvp",
        _ABA_DERIVATIVES,
        "by_q @ dq + by_qd @ dqd + by_tau @ dtau",
    ),
    (
        "computeABADerivatives",
        "forward dynamics vjp",
        _ABA_DERIVATIVES,
        "cotangent @ by_q, cotangent @ by_qd, cotangent @ by_tau",
    ),
    ("computeCoriolisMatrix", "Coriolis torque", "C = algorithm(model, data, q, qd)", "C @ v"),
)

# about its own frames, which are at the joints as those of the modified convention
_REGRESSOR = ("computeJointTorqueRegressor", "regressor", "algorithm(model, data, q, qd, qdd)")

# poses of the links
_POTENTIAL_ENERGY = ("computePotentialEnergy", "potential energy", "algorithm(model, data, q)")

# pose of the tool, as in the other libraries
_TOOL_POSE = "data.oMf[tool].homogeneous"
_KINEMATICS = (
    (
        "computeJointJacobians",
        "algorithm(model, data, q); place(model, data, tool)",
        f"{_TOOL_POSE}, jacobian(model, data, tool, axes)",
    ),
    (
        "computeFrameJacobian",
        "J = algorithm(model, data, q, tool, axes); place(model, data, tool)",
        f"{_TOOL_POSE}, J",
    ),
)

# missing in some builds of Pinocchio; they take one state per column
_PARALLEL = (
    ("rneaInParallel", "inverse dynamics", "qdd"),
    ("abaInParallel", "forward dynamics", "tau"),
)


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the competing calls for an arm and a largest number of threads."""
    pin = import_module("pinocchio")
    model = in_base_frame(arm).to_pinocchio()
    names = {"model": model, "data": model.createData()}
    in_modified_frames = () if arm.convention == "standard" else (_REGRESSOR,)
    found = [
        Call(LIBRARY, name, task, result, {**names, "algorithm": getattr(pin, name)})
        for name, task, result in (*_ALGORITHMS, *in_modified_frames)
    ]
    found += [
        Call(LIBRARY, name, task, result, {**names, "algorithm": getattr(pin, name)}, statements)
        for name, task, statements, result in _PRODUCTS
    ]
    found.append(_simulation(pin.aba, names))
    found += _calls_of_many_arms(pin, found, model)
    # the base counts in these, so that it keeps its place
    placed = unnamed(rigid(arm)).to_pinocchio()
    there = {"model": placed, "data": placed.createData()}
    name, task, result = _POTENTIAL_ENERGY
    found.append(Call(LIBRARY, name, task, result, {**there, "algorithm": getattr(pin, name)}))
    found.append(_jacobian_rate(pin, there))
    found.append(_operational_space_inertia(pin, there))
    found.append(_inverse_kinematics(pin, placed, arm))
    tool = {
        **there,
        "tool": placed.getFrameId(_TOOL),
        "axes": pin.LOCAL_WORLD_ALIGNED,
        "place": pin.updateFramePlacement,
        "jacobian": pin.getFrameJacobian,
    }
    for name, statements, result in _KINEMATICS:
        algorithm = {**names, **tool, "algorithm": getattr(pin, name)}
        if model.nv == 1:  # it drops the axis of a single joint
            result += ".reshape(6, 1)"
        found.append(Call(LIBRARY, name, "poses and Jacobians", result, algorithm, statements))
    for name, task, third in _PARALLEL:
        if hasattr(pin, name):
            found.append(
                Call(
                    LIBRARY,
                    name,
                    task,
                    "out",
                    {"algorithm": getattr(pin, name), "pool": pin.ModelPool(model, threads)},
                    f"algorithm(threads, pool, q.T, qd.T, {third}.T, out.T)",
                    rows="all",
                    takes_threads=True,
                )
            )
    return found


def _calls_of_many_arms(pin: Any, known: list[Call], model: Any) -> list[Call]:
    """Return the calls of `rnea` and `aba` on a model for each state."""

    def model_of(masses: FloatArray) -> Any:
        varied = model.copy()
        for body, mass in enumerate(masses, start=1):
            varied.inertias[body].mass = mass
        return varied

    def models(masses: FloatArray) -> list[Any]:
        return list(map(model_of, masses))

    return [of_many_arms(call, models) for call in known if call.name in ("rnea", "aba")]


def _jacobian_rate(pin: Any, names: dict[str, Any]) -> Call:
    """Return the call that computes the time derivative of the tool's Jacobian."""
    name = "computeJointJacobiansTimeVariation"
    names = {
        **names,
        "algorithm": getattr(pin, name),
        "tool": names["model"].getFrameId(_TOOL),
        "axes": pin.LOCAL_WORLD_ALIGNED,
        "place": pin.updateFramePlacement,
        "rate": pin.getFrameJacobianTimeVariation,
    }
    statements = "algorithm(model, data, q, qd); place(model, data, tool)"
    # it drops the axis of a single joint
    result = "rate(model, data, tool, axes)" + (".reshape(6, 1)" if names["model"].nv == 1 else "")
    return Call(LIBRARY, name, "Jacobian rate", result, names, statements)


def _operational_space_inertia(pin: Any, names: dict[str, Any]) -> Call:
    """Return the call that inverts the inverse mass matrix as the tool has it."""
    name = "computeMinverse"
    names = {
        **names,
        "algorithm": getattr(pin, name),
        "jacobian": pin.computeFrameJacobian,
        "tool": names["model"].getFrameId(_TOOL),
        "axes": pin.LOCAL_WORLD_ALIGNED,
        "inv": np.linalg.inv,
    }
    statements = "J = jacobian(model, data, q, tool, axes)"
    result = "inv(J @ algorithm(model, data, q) @ J.T)"
    return Call(LIBRARY, name, "operational-space inertia", result, names, statements)


def _inverse_kinematics(pin: Any, model: Any, arm: Arm) -> Call:
    """Return the call that iterates in Python, as users of the library do."""
    names = {"solved": solver(pin, model, model.getFrameId(_TOOL), arm)}
    name, task = "damped least squares", INVERSE_KINEMATICS.name
    return Call(LIBRARY, name, task, "solved(pose)", names)


def _simulation(aba: Callable[..., FloatArray], names: Mapping[str, Any]) -> Call:
    """Return the call that integrates accelerations in Python, as users of the library do."""
    model, data, h = names["model"], names["data"], SIMULATION.step

    def simulated(q: FloatArray, v: FloatArray, tau: FloatArray) -> FloatArray:
        for _ in range(SIMULATION.steps):
            a_1 = aba(model, data, q, v, tau).copy()
            v_2 = v + h / 2 * a_1
            a_2 = aba(model, data, q + h / 2 * v, v_2, tau).copy()
            v_3 = v + h / 2 * a_2
            a_3 = aba(model, data, q + h / 2 * v_2, v_3, tau).copy()
            v_4 = v + h * a_3
            a_4 = aba(model, data, q + h * v_3, v_4, tau)
            q = q + h / 6 * (v + 2 * v_2 + 2 * v_3 + v_4)
            v = v + h / 6 * (a_1 + 2 * a_2 + 2 * a_3 + a_4)
        return q

    return Call(LIBRARY, "aba, in a loop", SIMULATION.name, "run(q, qd, tau)", {"run": simulated})
