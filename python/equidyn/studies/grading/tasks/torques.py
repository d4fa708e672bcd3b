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
from ..mistakes.misprints import of_misprints
from ..mistakes.mistake import Mistake
from ..mistakes.operands import of_positions, of_rates, of_torques
from ..mistakes.terms import of_lagrange, of_recursion
from ..model import Model
from ..slips import Entry, Isolated, Isolation
from ..states import POSITIONS, isolating_states
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

    def isolated(
        self, got: FloatArray, expected: FloatArray, allowed: FloatArray, answers: FloatArray
    ) -> tuple[Isolation, ...]:
        """Return gravity, the entries of M and the velocity coefficients; no friction."""
        off, right = self._isolating.terms(got - expected), self._isolating.terms(expected)
        if np.any(np.abs(off["friction"]) > allowed[:, np.newaxis]):
            return ()
        q, samples = self.operands[0], self._isolating.samples
        joints = range(self.arm.n)
        entries = [Entry(f"G_{i + 1}", i, ()) for i in joints]
        found = [
            Isolated(
                e,
                {"q": q[:samples]},
                off["gravity"][:, e.row],
                right["gravity"][:, e.row],
                float(allowed[e.row]),
            )
            for e in entries
        ]
        at = {"q": q[:POSITIONS]}
        for name, rates in self._rates().items():
            for i, (k, (indices, monomial)) in product(joints, enumerate(rates)):
                label = f"{'M' if name == 'mass' else 'C'}_{i + 1}{indices}"
                values = off[name][:, i, k], right[name][:, i, k]
                entry = Entry(label, i, monomial)
                found.append(Isolated(entry, at, *values, float(allowed[i])))
        isolation = Isolation(
            tuple(found),
            operands=dict(zip(self.names, self.operands, strict=True)),
            difference=got - expected,
            allowed=allowed,
            contribution=self._contribution,
        )
        return (isolation,)

    def _rates(self) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
        """Return the indices and the rates that each isolated term is the coefficient of."""
        joints, pairs = range(self.arm.n), self._isolating.pairs
        return {
            "mass": [(f"{j + 1}", (f"qdd[{j}]",)) for j in joints],
            "centrifugal": [(f"{j + 1}{j + 1}", (f"qd[{j}]", f"qd[{j}]")) for j in joints],
            "coriolis": [(f"{j + 1}{k + 1}", (f"qd[{j}]", f"qd[{k}]")) for j, k in pairs],
        }

    def _contribution(self, entry: Entry) -> FloatArray:
        """Return the right part of an entry of its torque, in all states."""
        q, qd, qdd = self.operands
        if not entry.rates:
            return self.arm.gravity_torque(q)[:, entry.row]
        kept = [int(name.partition("[")[2].removesuffix("]")) for name in entry.rates]
        if entry.rates[0].startswith("qdd"):
            return self.arm.mass_matrix(q)[:, entry.row, kept[0]] * qdd[:, kept[0]]
        twice = 1.0 if kept[0] == kept[1] else 2.0
        coefficients = self.arm.coriolis_coefficients(q)[:, entry.row, kept[0], kept[1]]
        product: FloatArray = twice * coefficients * qd[:, kept[0]] * qd[:, kept[1]]
        return product

    def mistakes(self) -> Iterator[Mistake]:
        """Yield mistakes in operands, gravity, terms, data and drives."""
        yield from of_gravity()
        yield from of_drives(self.arm)
        yield from of_lagrange()
        yield from of_recursion()
        yield from of_misprints()
        yield from of_geometry()
        yield from of_bodies(self.arm)
        yield from of_positions(self.arm.n)
        yield from of_rates()
        yield from of_torques(self.arm.n)


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

    def isolated(
        self, got: FloatArray, expected: FloatArray, allowed: FloatArray, answers: FloatArray
    ) -> tuple[Isolation, ...]:
        """Return the torques."""
        torques = (
            Isolated(
                Entry(f"G_{i + 1}", i, ()),
                {"q": self.operands[0]},
                got[:, i] - expected[:, i],
                expected[:, i],
                float(allowed[i]),
            )
            for i in range(self.arm.n)
        )
        return (Isolation(tuple(torques)),)

    def mistakes(self) -> Iterator[Mistake]:
        """Yield mistakes in gravity, geometry, bodies and operands."""
        yield from of_gravity()
        yield from of_geometry()
        yield from of_bodies(self.arm)
        yield from of_recursion()
        yield from of_misprints()
        yield from of_positions(self.arm.n)
        yield from of_torques(self.arm.n)
