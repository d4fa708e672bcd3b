"""Mistakes in units, signs and order of positions and torques."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from ....validation import FloatArray
from ..model import Joints, Model, OperandChange, ResultChange
from .mistake import Change, Mistake, operating_on, returning

_DEGREE = np.pi / 180


def of_positions(n: int) -> Iterator[Mistake]:
    """Yield mistakes in the joint positions that a program works with, of n joints."""
    yield Mistake(
        "q is taken in degrees, it comes in rad",
        _in_degrees(_DEGREE, "q"),
        "q in rad",
        True,
        "joint",
        sweeping=True,
    )
    yield Mistake(
        "q is converted to degrees before its cosine or sine",
        _in_degrees(1 / _DEGREE, "q"),
        "cos and sin of rad",
        True,
        "joint",
        rare=True,
    )
    yield Mistake(
        "q has the wrong sign",
        _turned("q"),
        "θ_i = q_i + offset, right-handed about z",
        True,
        "joint",
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
    for i, k in combinations(range(n), 2):
        change = exchanged(i, k)
        for wrong, where in ((_of_q(change), "q"), (_each(change), "q, q̇ and q̈")):
            yield _exchange(i, k, f"in {where}", wrong)


def of_rates() -> Iterator[Mistake]:
    """Yield mistakes in velocities and accelerations."""
    yield Mistake(
        "q̇ and q̈ are exchanged", operating_on(lambda q, qd, qdd: (q, qdd, qd)), "f(q, q̇, q̈)"
    )
    for words, names in (
        ("velocities and accelerations are", ("qd", "qdd")),
        ("positions, velocities and accelerations are", ("q", "qd", "qdd")),
    ):
        yield Mistake(
            f"{words} taken in degrees, they come in rad",
            _in_degrees(_DEGREE, *names),
            "q̇ in rad/s, q̈ in rad/s²",
        )
    yield Mistake("q̇ has the wrong sign", _turned("qd"), "f(q, q̇, q̈)", True, "joint", rare=True)


def of_torques(n: int) -> Iterator[Mistake]:
    """Yield mistakes in the returned torques, of n joints."""
    yield Mistake(
        "the torques have the wrong sign", _torque_signs, "τ acts on link i", True, "joint"
    )
    yield Mistake(
        "the positive direction is reversed, of motion and torque",
        _backwards,
        "θ_i = q_i + offset, right-handed about z",
        True,
        "joint",
        rare=True,
    )
    yield Mistake(
        "the torques are a thousand times too large (N mm for N m, or g for kg)",
        returning(lambda tau: 1000.0 * tau),
        "τ in N m",
        rare=True,
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
    for i, k in combinations(range(n), 2):
        change = exchanged(i, k)
        both = _both(_each(change), returning(change))
        yield _exchange(i, k, "in the torques", returning(change))
        yield _exchange(i, k, "in q, q̇, q̈ and the torques", both)


def _in_degrees(unit: float, *names: str) -> Change:
    """Return the change of positions, velocities or accelerations of revolute joints by a unit."""

    def changed(model: Model, joints: Joints) -> Model:
        units = np.ones(model.n)
        units[joints] = np.where(model.revolute[joints], unit, 1.0)
        return operating_on(_multiplied(units, names))(model, joints)

    return changed


def _turned(*names: str) -> Change:
    """Return the change of the sign of positions, velocities or accelerations."""
    return lambda model, joints: operating_on(_multiplied(_minus(model, joints), names))(
        model, joints
    )


def _multiplied(factors: FloatArray, names: tuple[str, ...]) -> OperandChange:
    return lambda q, qd, qdd: tuple(
        x * factors if name in names else x for name, x in (("q", q), ("qd", qd), ("qdd", qdd))
    )


def _exchange(i: int, k: int, where: str, change: Change) -> Mistake:
    statement = f"joints {i + 1} and {k + 1} are exchanged {where}"
    return Mistake(statement, change, "joint 1 is at the base", rare=True)


def exchanged(i: int, k: int) -> ResultChange:
    """Return the change that exchanges two joints, on the last axis."""

    def changed(x: FloatArray) -> FloatArray:
        order = np.arange(x.shape[-1])
        order[[i, k]] = k, i
        result: FloatArray = x[..., order]
        return result

    return changed


def _both(first: Change, second: Change) -> Change:
    return lambda model, joints: second(first(model, joints), joints)


def _backwards(model: Model, joints: Joints) -> Model:
    return _torque_signs(_turned("q", "qd", "qdd")(model, joints), joints)


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
