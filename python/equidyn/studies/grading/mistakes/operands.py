"""Mistakes in units, signs and order of positions and torques."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ....validation import FloatArray
from ..model import Joints, Model, ResultChange
from .mistake import Change, Mistake, operating_on, returning

_DEGREE = np.pi / 180


def of_positions() -> Iterator[Mistake]:
    """Yield mistakes in the joint positions that a program works with."""
    yield Mistake("q is taken in degrees, it comes in rad", _degrees, "q in rad", sweeping=True)
    yield Mistake(
        "q has the wrong sign", _negative, "θ_i = q_i + offset, right-handed about z", True, "joint"
    )
    for words, change in (
        (
            "q is taken as the angle from the axis of the base, not from the link before",
            lambda x: np.diff(x, axis=-1, prepend=0.0),
        ),
        ("the angles of the joints before are added twice", lambda x: np.cumsum(x, axis=-1)),
    ):
        for wrong, where in ((_each(change), ""), (_of_q(change), ", in the positions alone")):
            yield Mistake(words + where, wrong, "q_i is relative to link i-1", sweeping=True)
    yield Mistake(
        "the joints are in reverse order", _reversed, "joint 1 is at the base", sweeping=True
    )


def of_rates() -> Iterator[Mistake]:
    """Yield mistakes in velocities and accelerations."""
    yield Mistake(
        "q̇ and q̈ are exchanged", operating_on(lambda q, qd, qdd: (q, qdd, qd)), "f(q, q̇, q̈)"
    )
    yield Mistake(
        "velocities and accelerations are taken in degrees, they come in rad",
        operating_on(lambda q, qd, qdd: (q, qd * _DEGREE, qdd * _DEGREE)),
        "q̇ in rad/s, q̈ in rad/s²",
    )


def of_torques() -> Iterator[Mistake]:
    """Yield mistakes in the returned torques."""
    yield Mistake(
        "the torques have the wrong sign", _torque_signs, "τ acts on link i", True, "joint"
    )
    yield Mistake(
        "the torques are in reverse order",
        returning(lambda tau: tau[..., ::-1]),
        "τ_1 is at the base",
    )
    yield Mistake(
        "the torques are those of absolute angles",
        returning(lambda tau: tau - np.append(tau[..., 1:], 0 * tau[..., :1], axis=-1)),
        "τ_i works on q_i, relative to link i-1",
    )
    yield Mistake(
        "the torques of the joints beyond are added twice",
        returning(lambda tau: np.cumsum(tau[..., ::-1], axis=-1)[..., ::-1]),
        "τ_i is the moment at joint i",
    )


def _degrees(model: Model, joints: Joints) -> Model:
    unit = np.where(model.revolute, _DEGREE, 1.0)
    return operating_on(lambda q, qd, qdd: (q * unit, qd, qdd))(model, joints)


def _negative(model: Model, joints: Joints) -> Model:
    sign = _minus(model, joints)
    return operating_on(lambda q, qd, qdd: (q * sign, qd, qdd))(model, joints)


def _torque_signs(model: Model, joints: Joints) -> Model:
    sign = _minus(model, joints)
    return returning(lambda tau: tau * sign)(model, joints)


def _minus(model: Model, joints: Joints) -> FloatArray:
    sign = np.ones(model.n)
    sign[joints] = -1.0
    return sign


def _reversed(model: Model, joints: Joints) -> Model:
    turned = _each(lambda x: x[..., ::-1])(model, joints)
    return returning(lambda result: result[..., ::-1])(turned, joints)


def _of_q(change: ResultChange) -> Change:
    """Return a change of positions alone."""
    return operating_on(lambda q, qd, qdd: (change(q), qd, qdd))


def _each(change: ResultChange) -> Change:
    """Return the same change of positions, velocities and accelerations."""
    return operating_on(lambda q, qd, qdd: (change(q), change(qd), change(qdd)))
