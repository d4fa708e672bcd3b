"""Tool pose and Jacobian of a model."""

from __future__ import annotations

import numpy as np

from ...validation import FloatArray
from .frames import cross, link_frames, transposed
from .model import Model

# steps that a program may do otherwise
BASE_OMITTED = "base omitted"
TOOL_OMITTED = "tool omitted"
REVERSED = "product in reverse order"
INVERTED = "inverse pose"
OTHER_AXIS = "axis of the other frame"
OTHER_ORIGIN = "origin of the other frame"
NO_ORIGIN = "origin of the joint omitted"
TOOL_AXES = "axes of the tool"
BASE_AXES = "axes of the base"
AT_WORLD_ORIGIN = "point at the origin of the world"
LAST_OMITTED = "last link omitted"
LEVER = "z × (p - p_i)"
LINEAR = "linear velocity"
ANGULAR = "angular velocity"


def pose(model: Model, q: FloatArray) -> FloatArray:
    """Tool poses (m, 4, 4) that the program of the model returns."""
    result: FloatArray = _chain(model, _operand(model, q))[:, -1]
    if INVERTED in model.departures:
        result = np.linalg.inv(result).astype(np.float64)
    return _changed(model, result)


def centres(model: Model, q: FloatArray) -> FloatArray:
    """Centres of mass (m, n, 3) in the world, that the program of the model returns."""
    frames = _chain(model, _operand(model, q))[:, 1:-1]
    places = frames[..., :3, 3] + (frames[..., :3, :3] @ model.com[..., np.newaxis])[..., 0]
    return _changed(model, places)


def jacobian(model: Model, q: FloatArray) -> FloatArray:
    """Geometric Jacobians (m, 6, n), linear velocity first, that the program returns."""
    chain = _chain(model, _operand(model, q))
    tip = chain[:, -1, :3, 3] * (AT_WORLD_ORIGIN not in model.departures)
    # joint i turns about z of frame i-1 in the standard convention, and of frame i in the other
    first = 0 if model.convention == "standard" else 1
    columns = []
    for i in range(model.n):
        axis_frame = first ^ (OTHER_AXIS in model.departures)
        axis = chain[:, i + axis_frame, :3, 2]
        origin = chain[:, i + (first ^ (OTHER_ORIGIN in model.departures)), :3, 3]
        arm = tip - (0.0 if NO_ORIGIN in model.departures else origin)
        linear, angular = axis, np.zeros_like(axis)
        if model.revolute[i]:
            linear, angular = model.factor(LEVER, i) * cross(axis, arm), axis
        factors = model.factor(LINEAR, i), model.factor(ANGULAR, i)
        columns.append(np.concatenate([factors[0] * linear, factors[1] * angular], axis=-1))
    result = np.stack(columns, axis=-1)
    for step, turn in ((TOOL_AXES, chain[:, -1, :3, :3]), (BASE_AXES, chain[:, 0, :3, :3])):
        if step in model.departures:
            halves = result.reshape(len(q), 2, 3, model.n)
            result = (transposed(turn)[:, np.newaxis] @ halves).reshape(result.shape)
    return _changed(model, result)


def _chain(model: Model, q: FloatArray) -> FloatArray:
    """Poses (m, n + 2, 4, 4) in the world: of the base, frames 1 to n, and the tool."""
    steps = np.zeros((*q.shape, 4, 4))
    steps[..., :3, :3], steps[..., :3, 3] = link_frames(model, q)
    steps[..., 3, 3] = 1.0
    base = np.eye(4) if BASE_OMITTED in model.departures else model.base
    tool = np.eye(4) if TOOL_OMITTED in model.departures else model.tool
    if REVERSED in model.departures:
        steps = steps[:, ::-1]
    if LAST_OMITTED in model.departures:
        steps = np.concatenate(
            [steps[:, :-1], np.broadcast_to(np.eye(4), (len(q), 1, 4, 4))], axis=1
        )
    chain = [np.broadcast_to(base, (len(q), 4, 4))]
    for i in range(model.n):
        chain.append(chain[-1] @ steps[:, i])
    return np.stack([*chain, chain[-1] @ tool], axis=1)


def _operand(model: Model, q: FloatArray) -> FloatArray:
    for change in model.before:
        q = change(q, q, q)[0]
    return q


def _changed(model: Model, result: FloatArray) -> FloatArray:
    for change in model.after:
        result = change(result)
    return result
