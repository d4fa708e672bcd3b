"""Matrices that can be marked: M(q), and C(q, qd) in any factorisation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from ....validation import FloatArray
from .. import lagrange, scale
from ..frames import transposed
from ..items import Item, item
from ..mistakes.bodies import of_bodies
from ..mistakes.drives import of_drives
from ..mistakes.geometry import of_geometry
from ..mistakes.misprints import of_misprints
from ..mistakes.mistake import Mistake
from ..mistakes.operands import of_positions, of_torques
from ..mistakes.terms import of_lagrange, of_recursion
from ..model import Model
from ..slips import Entry, Isolated, Isolation
from .task import Task


class MassMatrix(Task):
    """Mass matrices of random positions."""

    title = "mass matrix"

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """Shapes that the result of one state may have."""
        return ((self.arm.n, self.arm.n),)

    def expected(self) -> FloatArray:
        """Return the right matrices."""
        rotors = np.diag(self.model.motor_inertia)
        return self.arm.mass_matrix(*self.operands) + rotors

    def predicted(self, model: Model, operands: tuple[FloatArray, ...]) -> FloatArray:
        """Return the matrices of a program with the mistakes of a model."""
        return lagrange.mass_matrix(model, *operands)

    def terms(self) -> FloatArray:
        """Return the size of the terms of each entry."""
        return scale.inertia(self.model, *self.operands)

    def items(self, got: FloatArray, expected: FloatArray, allowed: FloatArray) -> tuple[Item, ...]:
        """Return the diagonal and the entries off it."""
        diagonal = np.eye(self.arm.n, dtype=bool)
        parts = (("diagonal", diagonal), ("off the diagonal", ~diagonal))
        return tuple(
            item(name, _labels(part), got[:, part], expected[:, part], allowed[part])
            for name, part in parts
            if part.any()
        )

    def isolated(
        self, got: FloatArray, expected: FloatArray, allowed: FloatArray, answers: FloatArray
    ) -> tuple[Isolation, ...]:
        """Return the entries."""
        joints = range(self.arm.n)
        entries = (
            Isolated(
                Entry(f"M_{i + 1}{j + 1}", i, (f"qdd[{j}]",)),
                {"q": self.operands[0]},
                got[:, i, j] - expected[:, i, j],
                expected[:, i, j],
                float(allowed[i, j]),
            )
            for i, j in product(joints, joints)
        )
        return (Isolation(tuple(entries)),)

    def mistakes(self) -> Iterator[Mistake]:
        """Yield mistakes in bodies, terms, geometry and operands."""
        yield from of_drives(self.arm)
        yield from of_lagrange()
        yield from of_bodies(self.arm)
        yield from of_geometry()
        yield from of_recursion()
        yield from of_misprints()
        yield from of_positions(self.arm.n)
        yield from of_torques(self.arm.n)

    def notes(self, answers: FloatArray) -> tuple[str, ...]:
        """Say where the matrix is not symmetric."""
        off = np.abs(answers - transposed(answers)).max()
        symmetric = off <= 1e-6 * np.abs(answers).max()
        return () if symmetric else ("the matrix is not symmetric: M = Mᵀ for every arm",)


class CoriolisMatrix(Task):
    """Products C qd of Coriolis matrices of random states."""

    title = "Coriolis matrix"
    names = ("q", "qd")

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """Shapes that the result of one state may have."""
        return ((self.arm.n, self.arm.n),)

    def expected(self) -> FloatArray:
        """Return the right products C qd."""
        q, qd = self.operands
        return self.arm.bias(q, qd) - self.arm.gravity_torque(q)

    def predicted(self, model: Model, operands: tuple[FloatArray, ...]) -> FloatArray:
        """Return the products C qd of a program with the mistakes of a model."""
        q, qd = operands
        rest = np.zeros_like(q)
        return lagrange.torque(model, q, qd, rest) - lagrange.torque(model, q, rest, rest)

    def terms(self) -> FloatArray:
        """Return the largest size of the terms of each product."""
        products = self._coriolis_terms() @ np.abs(self.operands[1])[..., np.newaxis]
        largest: FloatArray = products[..., 0].max(axis=0)
        return largest

    def _coriolis_terms(self) -> FloatArray:
        return scale.coriolis(self.model, *self.operands)

    def compared(self, results: FloatArray) -> FloatArray:
        """Return C qd, the same for every right factorisation."""
        product: FloatArray = (results @ self.operands[1][..., np.newaxis])[..., 0]
        return product

    def items(self, got: FloatArray, expected: FloatArray, allowed: FloatArray) -> tuple[Item, ...]:
        """Return the products as one item."""
        labels = [f"(C q̇)_{i + 1}" for i in range(self.arm.n)]
        return (item("C q̇", labels, got, expected, allowed),)

    def isolated(
        self, got: FloatArray, expected: FloatArray, allowed: FloatArray, answers: FloatArray
    ) -> tuple[Isolation, ...]:
        """Return the entries of Christoffel's C, and the products of any factorisation."""
        q, qd = self.operands
        operands = {"q": q, "qd": qd}
        n, right = self.arm.n, self.arm.coriolis_matrix(q, qd)
        entries = (
            Isolated(
                Entry(f"C_{i + 1}{j + 1}", i * n + j),
                operands,
                answers[:, i, j] - right[:, i, j],
                right[:, i, j],
                float(allowed[i] / np.abs(qd).max()),
            )
            for i, j in product(range(n), range(n))
        )
        products = (
            Isolated(
                Entry(f"(C q̇)_{i + 1}", i),
                operands,
                got[:, i] - expected[:, i],
                expected[:, i],
                float(allowed[i]),
            )
            for i in range(n)
        )
        return (
            Isolation(tuple(entries), "coriolis_matrix"),
            Isolation(tuple(products), "coriolis_torque"),
        )

    def mistakes(self) -> Iterator[Mistake]:
        """Yield mistakes in terms, bodies, geometry and operands."""
        yield from of_lagrange()
        yield from of_recursion()
        yield from of_misprints()
        yield from of_bodies(self.arm)
        yield from of_geometry()
        yield from of_positions(self.arm.n)
        yield from of_torques(self.arm.n)

    def notes(self, answers: FloatArray) -> tuple[str, ...]:
        """Say whether dM/dt - 2 C is skew-symmetric, as passivity needs."""
        q, qd = self.operands
        matrix = self.arm.coriolis_matrix(q, qd)
        skew = (matrix + transposed(matrix)) - (answers + transposed(answers))
        largest = scale.size(np.abs(matrix).max(), self._coriolis_terms().max())
        holds = np.abs(skew).max() <= 1e-6 * largest
        if holds:
            return ("Ṁ - 2C is skew-symmetric, as control by passivity needs",)
        return (
            "Ṁ - 2C is not skew-symmetric: no mistake in a torque C q̇, but control by passivity "
            "needs Christoffel's C",
        )


def _labels(part: np.ndarray) -> list[str]:
    n = range(len(part))
    return [f"M_{i + 1}{j + 1}" for i, j in product(n, n) if part[i, j]]
