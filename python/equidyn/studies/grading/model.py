"""A student's program as a model: an arm as plain arrays, and an algorithm with coefficients."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arm import joint_side_drives
from ...validation import BoolArray, FloatArray

if TYPE_CHECKING:
    from ...arm import Arm

# change of the operands (q, qd, qdd), or of a result
OperandChange = Callable[[FloatArray, FloatArray, FloatArray], tuple[FloatArray, ...]]
ResultChange = Callable[[FloatArray], FloatArray]

Joints = slice | int
ALL = slice(None)


@dataclass(frozen=True)
class Model:
    """Arm and algorithm that a program computes with, right or wrong.

    Data are those of `equidyn.Arm`, but never checked: a wrong program may hold an impossible
    tensor. Friction and motors are those of the joint side, zero by default.

    Attributes
    ----------
    convention, transforms : str
        Convention of the algorithm, and of the matrices between link frames.
    coefficients : mapping of str to ndarray, shape (n,)
        Factors of the terms of the algorithm, by name and joint; 1 where absent.
    departures : frozenset of str
        Names of steps that are done otherwise.
    before : tuple of callable
        Changes of q, qd and qdd, in this order.
    after : tuple of callable
        Changes of the result.
    """

    convention: str
    transforms: str
    revolute: BoolArray
    a: FloatArray
    a_y: FloatArray
    alpha: FloatArray
    d: FloatArray
    theta: FloatArray
    mass: FloatArray
    com: FloatArray
    inertia: FloatArray
    gravity: FloatArray
    base: FloatArray
    tool: FloatArray
    viscous: FloatArray
    coulomb: FloatArray
    breakaway: FloatArray
    per_stribeck: FloatArray
    motor_inertia: FloatArray
    coefficients: Mapping[str, FloatArray] = field(default_factory=dict)
    departures: frozenset[str] = frozenset()
    before: tuple[OperandChange, ...] = ()
    after: tuple[ResultChange, ...] = ()

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.mass)

    def factor(self, term: str, joint: Joints = ALL) -> Any:
        """Coefficient of a term of the algorithm, at one joint or all."""
        return self.coefficients[term][joint] if term in self.coefficients else 1.0

    def with_factor(self, term: str, factor: float, joint: Joints = ALL) -> Model:
        """Return the model with another coefficient of a term."""
        changed = np.array(self.coefficients.get(term, np.ones(self.n)))
        changed[joint] *= factor
        return replace(self, coefficients={**self.coefficients, term: changed})

    def with_entries(self, joint: Joints = ALL, **data: Any) -> Model:
        """Return the model with other data of one joint or all, other joints as they are."""
        changed: dict[str, Any] = {}
        for name, value in data.items():
            changed[name] = np.array(getattr(self, name))
            changed[name][joint] = value
        return replace(self, **changed)


def model_of(arm: Arm, friction: bool = False, motors: bool = False) -> Model:
    """Return the right model of an arm."""
    drives = joint_side_drives(arm)
    return Model(
        convention=arm.convention,
        transforms=arm.convention,
        revolute=arm.revolute,
        a=arm.a,
        a_y=arm.a_y,
        alpha=arm.alpha,
        d=arm.d,
        theta=arm.theta,
        mass=arm.mass,
        com=arm.com,
        inertia=arm.inertia,
        gravity=arm.gravity,
        base=arm.base,
        tool=arm.tool,
        viscous=drives["viscous"] * friction,
        coulomb=drives["coulomb"] * friction,
        breakaway=drives["breakaway"] * friction,
        per_stribeck=drives["per_stribeck"] * friction,
        motor_inertia=drives["motor_inertia"] * motors,
    )
