"""Coefficients of velocity products that can be marked: Christoffel symbols."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from ....validation import FloatArray
from .. import lagrange, scale
from ..items import Item, item
from ..mistakes.bodies import of_bodies
from ..mistakes.geometry import of_geometry
from ..mistakes.misprints import of_misprints
from ..mistakes.mistake import Mistake
from ..mistakes.operands import of_positions
from ..mistakes.terms import of_lagrange, of_recursion
from ..model import Model
from ..slips import Entry, Isolated, Isolation
from .task import Task


class CoriolisCoefficients(Task):
    """Coefficients C_ijk = C_ikj of the products of velocities, at random positions."""

    title = "Coriolis coefficients"

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """Shapes that the result of one state may have."""
        return ((self.arm.n,) * 3,)

    def expected(self) -> FloatArray:
        """Return the right coefficients."""
        return self.arm.coriolis_coefficients(*self.operands)

    def predicted(self, model: Model, operands: tuple[FloatArray, ...]) -> FloatArray:
        """Return the coefficients of a program with the mistakes of a model."""
        return lagrange.coefficients(model, *operands)

    def terms(self) -> FloatArray:
        """Return the size of the terms of each coefficient."""
        (q,) = self.operands
        turning = np.where(self.model.revolute, 1.0, 1.0 / scale.reach(self.model, q))
        return scale.inertia(self.model, q)[..., np.newaxis] * turning

    def items(self, got: FloatArray, expected: FloatArray, allowed: FloatArray) -> tuple[Item, ...]:
        """Return the coefficients of squares, and of products of two velocities."""
        n = self.arm.n
        squares = np.broadcast_to(np.eye(n, dtype=bool), (n, n, n))
        parts = (("centrifugal", squares), ("Coriolis", ~squares))
        return tuple(
            item(name, _labels(part), got[:, part], expected[:, part], allowed[part])
            for name, part in parts
            if part.any()
        )

    def isolated(
        self, got: FloatArray, expected: FloatArray, allowed: FloatArray, answers: FloatArray
    ) -> tuple[Isolation, ...]:
        """Return the coefficients."""
        n = self.arm.n
        entries = (
            Isolated(
                Entry(f"C_{i + 1}{j + 1}{k + 1}", (i * n + j) * n + k),
                {"q": self.operands[0]},
                got[:, i, j, k] - expected[:, i, j, k],
                expected[:, i, j, k],
                float(allowed[i, j, k]),
            )
            for i, j, k in product(range(n), range(n), range(n))
        )
        return (Isolation(tuple(entries), "coriolis_coefficients"),)

    def mistakes(self) -> Iterator[Mistake]:
        """Yield mistakes in terms, bodies, geometry and operands."""
        yield from of_lagrange()
        yield from of_recursion()
        yield from of_misprints()
        yield from of_bodies(self.arm)
        yield from of_geometry()
        yield from of_positions(self.arm.n)


def _labels(part: np.ndarray) -> list[str]:
    n = range(1, len(part) + 1)
    return [f"C_{i}{j}{k}" for i, j, k in product(n, n, n) if part[i - 1, j - 1, k - 1]]
