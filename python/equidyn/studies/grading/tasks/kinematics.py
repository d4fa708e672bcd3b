"""Kinematics that can be marked: the pose of the tool, and its Jacobian."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from ....validation import FloatArray
from .. import kinematics, scale
from ..items import Item, item
from ..mistakes.geometry import of_geometry
from ..mistakes.kinematic import of_jacobians, of_poses
from ..mistakes.mistake import Mistake
from ..mistakes.operands import of_positions
from ..model import Model
from .planar import all_rows, in_space
from .task import Task


class ForwardKinematics(Task):
    """Poses of the tool, or positions alone; in a plane, (x, y, φ)."""

    title = "forward kinematics"

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """Shapes of a pose, its upper part, its rotation, a position, and one in the plane."""
        return ((4, 4), (3, 4), (3, 3), (3,), (2,))

    def expected(self) -> FloatArray:
        """Return the right poses."""
        return self.arm.forward_kinematics(*self.operands)

    def predicted(self, model: Model, operands: tuple[FloatArray, ...]) -> FloatArray:
        """Return the poses of a program with the mistakes of a model."""
        return kinematics.pose(model, *operands)

    def terms(self) -> FloatArray:
        """Return the size of the terms of positions."""
        return np.array(scale.pose(self.model, *self.operands))

    def completed(self, answers: FloatArray) -> tuple[FloatArray, str]:
        """Return poses for those in a plane, (x, y, φ), and positions in a plane."""
        if answers.ndim > 2:
            return answers, ""
        return in_space(answers, self.expected())

    def like(self, results: FloatArray, answers: FloatArray) -> FloatArray:
        """Return the part of poses that the shape of the answers holds."""
        shape = answers.shape[1:]
        if len(shape) == 1:
            return results[:, : shape[0], 3]
        return results[:, : shape[0], : shape[1]]

    def allowed(self, expected: FloatArray, tolerance: float) -> FloatArray:
        """Return the largest difference: of positions by their largest, of rotations by one."""
        positions = expected if expected.ndim == 2 else expected[:, :3, 3:]
        allowed = np.full(expected.shape[1:], tolerance)
        if positions.size:
            of_positions = scale.largest_right(np.abs(positions).max(), self.terms(), tolerance)
            allowed[(slice(3),) if expected.ndim == 2 else (slice(3), 3)] = of_positions
        return allowed

    def items(self, got: FloatArray, expected: FloatArray, allowed: FloatArray) -> tuple[Item, ...]:
        """Return position and rotation."""
        if got.ndim == 2:
            return (item("position", "xyz"[: got.shape[1]], got, expected, allowed),)
        position = np.zeros(got.shape[1:], dtype=bool)
        position[:3, 3:] = True
        parts = (("position", position), ("rotation", ~position))
        return tuple(
            item(name, _labels(part), got[:, part], expected[:, part], allowed[part])
            for name, part in parts
            if part.any()
        )

    def mistakes(self) -> Iterator[Mistake]:
        """Yield mistakes in the product, in the table and in operands."""
        yield from of_poses()
        yield from of_geometry()
        yield from of_positions(self.arm.n)


class Jacobian(Task):
    """Geometric Jacobians, or their linear part alone; in a plane, of (x, y, φ)."""

    title = "Jacobian"

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """Shapes of the whole, of the linear velocity, and of that in the plane."""
        return ((6, self.arm.n), (3, self.arm.n), (2, self.arm.n))

    def expected(self) -> FloatArray:
        """Return the right Jacobians."""
        return self.arm.jacobian(*self.operands)

    def predicted(self, model: Model, operands: tuple[FloatArray, ...]) -> FloatArray:
        """Return the Jacobians of a program with the mistakes of a model."""
        return kinematics.jacobian(model, *operands)

    def terms(self) -> FloatArray:
        """Return the size of the terms of the linear velocity, by column."""
        return np.where(self.model.revolute, scale.pose(self.model, *self.operands), 1.0)

    def completed(self, answers: FloatArray) -> tuple[FloatArray, str]:
        """Return Jacobians for those of a pose or position in a plane."""
        if answers.shape[1] == 6:
            return answers, ""
        return all_rows(answers, self.expected())

    def like(self, results: FloatArray, answers: FloatArray) -> FloatArray:
        """Return the rows that the answers hold."""
        return results[:, : answers.shape[1]]

    def allowed(self, expected: FloatArray, tolerance: float) -> FloatArray:
        """Return the largest difference: of each half by its largest entry."""
        allowed = np.full(expected.shape[1:], tolerance)
        linear = np.abs(expected[:, :3]).max()
        allowed[:3] = scale.largest_right(linear, self.terms(), tolerance)
        return allowed

    def items(self, got: FloatArray, expected: FloatArray, allowed: FloatArray) -> tuple[Item, ...]:
        """Return linear and angular velocity."""
        halves = (("linear velocity", "v", slice(0, 3)), ("angular velocity", "ω", slice(3, 6)))
        return tuple(
            item(
                name,
                [f"{letter}{x}_{j + 1}" for x, j in product("xyz"[: len(rows)], range(self.arm.n))],
                got[:, half],
                expected[:, half],
                rows,
            )
            for name, letter, half in halves
            if len(rows := allowed[half])
        )

    def mistakes(self) -> Iterator[Mistake]:
        """Yield mistakes in axes, columns, the table and operands."""
        yield from of_jacobians(self.arm.n)
        yield from of_geometry()
        yield from of_positions(self.arm.n)


def _labels(part: np.ndarray) -> list[str]:
    if part[:, :3].any():
        return [f"T_{i + 1}{j + 1}" for i, j in zip(*np.nonzero(part), strict=True)]
    return [f"p_{axis}" for axis in "xyz"]
