"""Mistakes in forward kinematics and Jacobians."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from ....validation import FloatArray
from .. import kinematics as steps
from ..frames import transposed
from ..model import Joints, Model
from .mistake import Change, Mistake, departing, returning, weighted
from .operands import exchanged

_POSE = "T = T_base A_1 A_2 ... A_n T_tool"
_COLUMN = "J_i = (z × (p - p_i), z) at a revolute joint, (z, 0) at a prismatic one"
_TWIST = "(v, ω) = J q̇ in axes of the world, v of the origin of the tool frame"


def of_poses() -> Iterator[Mistake]:
    """Yield mistakes in composing the pose."""
    yield from _of_ends()
    yield Mistake("the matrices are multiplied in reverse order", departing(steps.REVERSED), _POSE)
    yield Mistake(
        "the pose is the inverse: of the base in the tool", departing(steps.INVERTED), _POSE
    )
    yield Mistake("the matrix is transposed", returning(transposed), "T = [R p; 0 1]")
    yield Mistake(
        "the rotation is transposed (Rᵀ for R)", returning(_rotation_transposed), "T = [R p; 0 1]"
    )


def of_jacobians(n: int) -> Iterator[Mistake]:
    """Yield mistakes in the n columns of the Jacobian, in its axes and its order."""
    yield Mistake(
        "it is in the axes of the tool, not of the world", departing(steps.TOOL_AXES), _TWIST
    )
    yield Mistake(
        "it is in the axes of the base, not of the world", departing(steps.BASE_AXES), _TWIST
    )
    yield Mistake("angular velocity is above linear velocity", returning(_halves_exchanged), _TWIST)
    yield Mistake(
        "columns take z of the wrong frame (z_i or z_{i-1})", departing(steps.OTHER_AXIS), _COLUMN
    )
    yield Mistake(
        "columns take the origin of the wrong frame (p_i or p_{i-1})",
        departing(steps.OTHER_ORIGIN),
        _COLUMN,
    )
    yield Mistake(
        "columns take z and the origin of the wrong frame (i or i-1)",
        departing(steps.OTHER_AXIS, steps.OTHER_ORIGIN),
        _COLUMN,
    )
    yield Mistake("p_i is missing: columns are z × p", departing(steps.NO_ORIGIN), _COLUMN)
    yield from _of_ends()
    yield Mistake(
        "z × (p - p_i) has the wrong sign (order of the factors)",
        weighted(steps.LEVER, -1.0),
        _COLUMN,
        True,
        "joint",
    )
    for factor, verdict in ((-1.0, "has the wrong sign"), (0.0, "is missing")):
        for half in (steps.LINEAR, steps.ANGULAR):
            yield Mistake(f"the {half} {verdict}", weighted(half, factor), _COLUMN, True, "joint")
    yield Mistake(
        "it is that of velocities of the point at the world's origin (a spatial Jacobian)",
        departing(steps.AT_WORLD_ORIGIN),
        _TWIST,
    )
    yield Mistake(
        "it is a spatial Jacobian, (ω, v) of the point at the world's origin",
        _angular_above(steps.AT_WORLD_ORIGIN),
        _TWIST,
    )
    yield Mistake(
        "it is a body Jacobian, (ω, v) in the axes of the tool",
        _angular_above(steps.TOOL_AXES),
        _TWIST,
    )
    yield Mistake(
        "the column has the wrong sign",
        lambda model, joints: weighted(steps.ANGULAR, -1.0)(
            weighted(steps.LINEAR, -1.0)(model, joints), joints
        ),
        _COLUMN,
        True,
        "joint",
        rare=True,
    )
    yield Mistake(
        "the Jacobian is of joint velocities in degrees per second",
        lambda model, joints: returning(lambda J: J * np.where(model.revolute, np.pi / 180, 1.0))(
            model, joints
        ),
        "q̇ in rad/s",
        rare=True,
    )
    yield Mistake("the columns are in reverse order", returning(lambda J: J[..., ::-1]), _TWIST)
    for i, k in combinations(range(n), 2):
        yield Mistake(
            f"columns {i + 1} and {k + 1} are exchanged",
            returning(exchanged(i, k)),
            _TWIST,
            rare=True,
        )


def _of_ends() -> Iterator[Mistake]:
    yield Mistake("the tool is left out", departing(steps.TOOL_OMITTED), _POSE)
    yield Mistake("the pose of the base is left out", departing(steps.BASE_OMITTED), _POSE)
    yield Mistake(
        "the poses of base and tool are left out",
        departing(steps.BASE_OMITTED, steps.TOOL_OMITTED),
        _POSE,
    )
    yield Mistake("the last link is left out", departing(steps.LAST_OMITTED), _POSE)


def _angular_above(step: str) -> Change:
    def changed(model: Model, joints: Joints) -> Model:
        return returning(_halves_exchanged)(departing(step)(model, joints), joints)

    return changed


def _rotation_transposed(pose: FloatArray) -> FloatArray:
    changed = np.array(pose)
    changed[..., :3, :3] = transposed(pose[..., :3, :3])
    return changed


def _halves_exchanged(jacobian: FloatArray) -> FloatArray:
    return np.concatenate([jacobian[..., 3:, :], jacobian[..., :3, :]], axis=-2)
