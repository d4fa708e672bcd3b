"""Pinocchio (pin), the usual yardstick."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .call import Call
from .serial_chain import serial_chain

if TYPE_CHECKING:
    from ....arm.arm import Arm

LIBRARY = "Pinocchio"

# algorithm, what it computes, the expression
_ALGORITHMS = (
    ("rnea", "inverse dynamics", "algorithm(model, data, q, qd, qdd)"),
    ("nonLinearEffects", "bias", "algorithm(model, data, q, qd)"),
    ("computeGeneralizedGravity", "gravity", "algorithm(model, data, q)"),
    ("crba", "mass matrix", "algorithm(model, data, q)"),
    ("aba", "forward dynamics", "algorithm(model, data, q, qd, tau)"),
    ("computeRNEADerivatives", "derivatives", "algorithm(model, data, q, qd, qdd)[:2]"),
)

# not every build of Pinocchio has them; they take one state a column
_PARALLEL = (
    ("rneaInParallel", "inverse dynamics", "qdd"),
    ("abaInParallel", "forward dynamics", "tau"),
)


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the calls that compete, for an arm and at most so many threads."""
    pin = import_module("pinocchio")
    model = _model(pin, arm)
    names = {"model": model, "data": model.createData()}
    found = [
        Call(LIBRARY, name, task, result, {**names, "algorithm": getattr(pin, name)})
        for name, task, result in _ALGORITHMS
    ]
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


def _model(pin: Any, arm: Arm) -> Any:
    chain = serial_chain(arm)
    model = pin.Model()
    model.gravity = pin.Motion(chain.gravity, 0 * chain.gravity)
    parent = 0
    for number, link in enumerate(chain.links, start=1):
        joint = pin.JointModelPZ() if link.prismatic else pin.JointModelRZ()
        parent = model.addJoint(parent, joint, pin.SE3(link.placement), f"joint {number}")
        body = pin.Inertia(link.mass, link.com, link.inertia)
        model.appendBodyToJoint(parent, body, pin.SE3.Identity())
    return model
