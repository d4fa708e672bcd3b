"""Energies that can be marked: T(q, qd), and V(q) up to a constant."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from ....arm import random_motion
from ....validation import FloatArray
from .. import kinematics, lagrange, scale
from ..items import Item, item
from ..mistakes.bodies import of_bodies
from ..mistakes.drives import of_drives
from ..mistakes.geometry import of_geometry
from ..mistakes.gravity import of_gravity
from ..mistakes.mistake import Mistake, weighted
from ..mistakes.operands import of_positions
from ..mistakes.terms import of_lagrange, of_recursion
from ..model import Model
from ..slips import Entry, Isolated, Isolation
from ..states import POSITIONS
from .task import Task


class KineticEnergy(Task):
    """Kinetic energies of random states, and of unit velocities, which isolate M."""

    title = "kinetic energy"
    names = ("q", "qd")

    def _states(self, rng: np.random.Generator) -> tuple[FloatArray, ...]:
        motion = random_motion(self.arm, self.samples, rng)
        unit = np.eye(self.arm.n)
        rates = np.array([*unit, *(unit[j] + unit[k] for j, k in self._pairs)])
        q = np.repeat(motion.q[:POSITIONS], len(rates), axis=0)
        qd = np.tile(rates, (POSITIONS, 1))
        return np.concatenate([motion.q, q]), np.concatenate([motion.qd, qd])

    @property
    def _pairs(self) -> list[tuple[int, int]]:
        return list(combinations(range(self.arm.n), 2))

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """Shapes that the result of one state may have."""
        return ((),)

    def expected(self) -> FloatArray:
        """Return the right energies."""
        return self.predicted(self.model, self.operands)

    def predicted(self, model: Model, operands: tuple[FloatArray, ...]) -> FloatArray:
        """Return the energies of a program with the mistakes of a model."""
        q, qd = operands
        energies: FloatArray = 0.5 * np.einsum(
            "mi,mij,mj->m", qd, lagrange.mass_matrix(model, q), qd
        )
        return energies

    def terms(self) -> FloatArray:
        """Return the size of the terms of an energy."""
        q, qd = map(np.abs, self.operands)
        return np.array(np.einsum("mi,ij,mj->m", qd, scale.inertia(self.model, q), qd).max())

    def items(self, got: FloatArray, expected: FloatArray, allowed: FloatArray) -> tuple[Item, ...]:
        """Return the coefficients of squares and products of velocities, and all together."""
        parts = [self._coefficients(energies) for energies in (got, expected)]
        n = range(1, self.arm.n + 1)
        squares = [f"q̇_{i}²" for i in n]
        products = [f"q̇_{i} q̇_{j}" for i, j in combinations(n, 2)]
        found = [item("squares q̇_i²", squares, parts[0][0], parts[1][0], allowed)]
        if products:
            found.append(item("products q̇_i q̇_j", products, parts[0][1], parts[1][1], allowed))
        k = self.samples
        whole = item("all together", ["T"], got[:k, np.newaxis], expected[:k, np.newaxis], allowed)
        return (*found, whole)

    def isolated(
        self, got: FloatArray, expected: FloatArray, allowed: FloatArray, answers: FloatArray
    ) -> tuple[Isolation, ...]:
        """Return the energy."""
        energy = Isolated(
            Entry("T"),
            dict(zip(self.names, self.operands, strict=True)),
            got - expected,
            expected,
            float(allowed),
        )
        return (Isolation((energy,), "kinetic_energy"),)

    def _coefficients(self, energies: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the coefficients of the squares, and of the products, at each position."""
        by_position = energies[self.samples :].reshape(POSITIONS, -1)
        squares, both = np.split(by_position, [self.arm.n], axis=1)
        alone = [squares[:, j] + squares[:, k] for j, k in self._pairs]
        return squares, both - np.reshape(alone, (-1, POSITIONS)).T

    def mistakes(self) -> Iterator[Mistake]:
        """Yield mistakes in bodies, terms, geometry and operands."""
        half = weighted(lagrange.INERTIA, 2.0)
        yield Mistake("the factor ½ is missing", half, "T = ½ q̇ᵀ M q̇")
        yield from of_drives(self.arm)
        yield from of_lagrange()
        yield from of_bodies(self.arm)
        yield from of_geometry()
        yield from of_recursion()
        yield from of_positions(self.arm.n)


class PotentialEnergy(Task):
    """Potential energies of random positions, as differences from the first one."""

    title = "potential energy"

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """Shapes that the result of one state may have."""
        return ((),)

    def expected(self) -> FloatArray:
        """Return the right differences."""
        return self.compared(self.arm.potential_energy(*self.operands))

    def compared(self, results: FloatArray) -> FloatArray:
        """Return differences from the first state: the constant is arbitrary."""
        differences: FloatArray = results - results[0]
        return differences

    def predicted(self, model: Model, operands: tuple[FloatArray, ...]) -> FloatArray:
        """Return the differences of a program with the mistakes of a model."""
        weights: FloatArray = -np.multiply.outer(model.mass, model.gravity)
        energies = np.einsum("mij,ij->m", kinematics.centres(model, *operands), weights)
        return self.compared(np.asarray(energies))

    def terms(self) -> FloatArray:
        """Return the size of the terms of an energy."""
        weight = self.model.mass.sum() * np.linalg.norm(self.model.gravity)
        return np.asarray(weight * scale.pose(self.model, *self.operands))

    def items(self, got: FloatArray, expected: FloatArray, allowed: FloatArray) -> tuple[Item, ...]:
        """Return the differences as one item."""
        return (item("V", ["V"], got[:, np.newaxis], expected[:, np.newaxis], allowed),)

    def isolated(
        self, got: FloatArray, expected: FloatArray, allowed: FloatArray, answers: FloatArray
    ) -> tuple[Isolation, ...]:
        """Return the energy, which is known up to a constant."""
        off = got - expected
        energy = Isolated(
            Entry("V"),
            {"q": self.operands[0]},
            off - off.mean(),
            expected - expected.mean(),
            float(allowed),
            constant=True,
        )
        return (Isolation((energy,), "potential_energy"),)

    def mistakes(self) -> Iterator[Mistake]:
        """Yield mistakes in gravity, bodies, geometry and operands."""
        yield from of_gravity()
        yield from of_bodies(self.arm)
        yield from of_geometry()
        yield from of_positions(self.arm.n)

    def notes(self, answers: FloatArray) -> tuple[str, ...]:
        """Say by which constant the energies differ from those of `Arm.potential_energy`."""
        off = answers - self.arm.potential_energy(*self.operands)
        constant = float(off[0])
        if np.ptp(off) > 1e-6 * scale.size(np.abs(answers).max(), self.terms()) or (
            abs(constant) <= 1e-9 * float(self.terms())
        ):
            return ()
        return (f"V is {constant:.6g} J above that of the origin of the world: no mistake",)
