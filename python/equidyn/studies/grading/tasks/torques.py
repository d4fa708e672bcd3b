"""Torques that can be marked: inverse dynamics, and gravity alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from ....validation import FloatArray
from .. import lagrange, scale
from ..items import Item, item
from ..mistakes.bodies import of_bodies
from ..mistakes.drives import of_drives
from ..mistakes.geometry import of_geometry
from ..mistakes.gravity import of_gravity
from ..mistakes.mistake import Mistake
from ..mistakes.operands import of_positions, of_rates, of_torques
from ..mistakes.terms import of_lagrange, of_recursion
from ..model import Model
from ..states import isolating_states
from .task import Task


class InverseDynamics(Task):
    """Torques of states; their differences isolate each term."""

    title = "inverse dynamics"
    names = ("q", "qd", "qdd")

    def _states(self, rng: np.random.Generator) -> tuple[FloatArray, ...]:
        self._isolating = isolating_states(self.arm, self.samples, rng)
        return self._isolating.operands

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """Shapes that the result of one state may have."""
        return ((self.arm.n,),)

    def expected(self) -> FloatArray:
        """Return the right torques of all states."""
        q, qd, qdd = self.operands
        return self.arm.inverse_dynamics(q, qd, qdd, friction=self.friction, motors=self.motors)

    def predicted(self, model: Model, operands: tuple[FloatArray, ...]) -> FloatArray:
        """Return the torques of a program with the mistakes of a model."""
        return lagrange.torque(model, *operands)

    def terms(self) -> FloatArray:
        """Return the largest size of the terms of each torque."""
        sizes: FloatArray = scale.torque(self.model, *self.operands).max(axis=0)
        return sizes

    def items(self, got: FloatArray, expected: FloatArray, allowed: FloatArray) -> tuple[Item, ...]:
        """Return an item for each term that differences of torques isolate."""
        theirs, ours = self._isolating.terms(got), self._isolating.terms(expected)
        n, pairs = self.arm.n, [(j + 1, k + 1) for j, k in self._isolating.pairs]
        joints = range(1, n + 1)
        labels = {
            "gravity": ("gravity torque", [f"τ_{i}" for i in joints]),
            "mass": ("mass matrix", [f"M_{i}{j}" for i, j in product(joints, joints)]),
            "centrifugal": ("centrifugal", [f"C_{i}{j}{j}" for i, j in product(joints, joints)]),
            "coriolis": ("Coriolis", [f"C_{i}{j}{k}" for i, (j, k) in product(joints, pairs)]),
            "friction": ("friction", [f"τ_{i}(q̇_{j})" for i, j in product(joints, joints)]),
            "motion": ("all together", [f"τ_{i}" for i in joints]),
        }
        found = {}
        for term, (name, entries) in labels.items():
            limits = allowed if theirs[term].ndim == 2 else allowed[:, np.newaxis]
            limits = np.broadcast_to(limits, theirs[term].shape[1:])
            found[term] = item(name, entries, theirs[term], ours[term], limits)
        if n == 1:
            del found["coriolis"]
        if not self.friction and found["friction"].passed:
            del found["friction"]
        return tuple(found.values())

    def mistakes(self) -> Iterator[Mistake]:
        """Yield mistakes in operands, gravity, terms, data and drives."""
        yield from of_gravity()
        yield from of_drives(self.arm)
        yield from of_lagrange()
        yield from of_recursion()
        yield from of_geometry()
        yield from of_bodies(self.arm)
        yield from of_positions()
        yield from of_rates()
        yield from of_torques()


class GravityTorque(Task):
    """Gravity torques of random positions."""

    title = "gravity torque"

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """Shapes that the result of one state may have."""
        return ((self.arm.n,),)

    def expected(self) -> FloatArray:
        """Return the right torques."""
        return self.arm.gravity_torque(*self.operands)

    def predicted(self, model: Model, operands: tuple[FloatArray, ...]) -> FloatArray:
        """Return the torques of a program with the mistakes of a model."""
        rest = np.zeros_like(operands[0])
        return lagrange.torque(model, operands[0], rest, rest)

    def terms(self) -> FloatArray:
        """Return the largest size of the terms of each torque."""
        rest = np.zeros_like(self.operands[0])
        sizes: FloatArray = scale.torque(self.model, self.operands[0], rest, rest).max(axis=0)
        return sizes

    def items(self, got: FloatArray, expected: FloatArray, allowed: FloatArray) -> tuple[Item, ...]:
        """Return the torques as one item."""
        labels = [f"G_{i + 1}" for i in range(self.arm.n)]
        return (item("gravity torque", labels, got, expected, allowed),)

    def mistakes(self) -> Iterator[Mistake]:
        """Yield mistakes in gravity, geometry, bodies and operands."""
        yield from of_gravity()
        yield from of_geometry()
        yield from of_bodies(self.arm)
        yield from of_recursion()
        yield from of_positions()
        yield from of_torques()
