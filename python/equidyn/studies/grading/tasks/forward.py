"""Accelerations that can be marked: forward dynamics."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from ....arm import random_motion
from ....validation import FloatArray
from .. import lagrange, scale
from ..items import Item, item
from ..mistakes.bodies import of_bodies
from ..mistakes.drives import of_drives
from ..mistakes.geometry import of_geometry
from ..mistakes.gravity import of_gravity
from ..mistakes.mistake import Mistake
from ..mistakes.operands import of_positions
from ..mistakes.terms import of_lagrange, of_recursion
from ..model import Model
from ..states import POSITIONS
from .task import Task


class ForwardDynamics(Task):
    """Accelerations of random states, at rest, and by unit torques, which isolate M⁻¹."""

    title = "forward dynamics"
    names = ("q", "qd", "tau")

    def _states(self, rng: np.random.Generator) -> tuple[FloatArray, ...]:
        x = random_motion(self.arm, self.samples, rng)
        tau = self.arm.inverse_dynamics(
            x.q, x.qd, x.qdd, friction=self.friction, motors=self.motors
        )
        still, n = np.zeros_like(x.q), self.arm.n
        q = np.repeat(x.q[:POSITIONS], n, axis=0)
        # by the size of torques, so that gravity does not hide them
        units = np.tile(np.diag(np.abs(tau).max(axis=0)), (POSITIONS, 1))
        return (
            np.concatenate([x.q, x.q, q]),
            np.concatenate([x.qd, still, np.zeros_like(q)]),
            np.concatenate([tau, still, units]),
        )

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """Shapes that the result of one state may have."""
        return ((self.arm.n,),)

    def expected(self) -> FloatArray:
        """Return the right accelerations."""
        return self.arm.forward_dynamics(*self.operands, friction=self.friction, motors=self.motors)

    def predicted(self, model: Model, operands: tuple[FloatArray, ...]) -> FloatArray:
        """Return the accelerations of a program with the mistakes of a model."""
        q, qd, tau = operands
        off = tau - lagrange.torque(model, q, qd, np.zeros_like(q))
        try:
            found = np.linalg.solve(lagrange.mass_matrix(model, q), off[..., np.newaxis])
        except np.linalg.LinAlgError:
            return np.full_like(tau, np.nan)
        return np.asarray(found[..., 0], dtype=np.float64)

    def terms(self) -> FloatArray:
        """Return the size of the terms of each acceleration."""
        q, qd, tau = self.operands
        inverse = np.abs(np.linalg.inv(lagrange.mass_matrix(self.model, q)))
        sizes = np.abs(tau) + scale.torque(self.model, q, qd, np.zeros_like(q))
        largest: FloatArray = np.einsum("mij,mj->mi", inverse, sizes).max(axis=0)
        return largest

    def items(self, got: FloatArray, expected: FloatArray, allowed: FloatArray) -> tuple[Item, ...]:
        """Return accelerations by gravity, by the torque of each joint, and all together."""
        n, k = self.arm.n, self.samples
        joints = range(1, n + 1)
        accelerations = [f"q̈_{i}" for i in joints]
        entries = [f"q̈_{i} by τ_{j}" for i, j in product(joints, joints)]
        columns = np.repeat(allowed[:, np.newaxis], n, axis=1)
        return (
            item("gravity", accelerations, got[k : 2 * k], expected[k : 2 * k], allowed),
            item("torques", entries, self._by_torque(got), self._by_torque(expected), columns),
            item("all together", accelerations, got[:k], expected[:k], allowed),
        )

    def _by_torque(self, accelerations: FloatArray) -> FloatArray:
        """Return accelerations (positions, n, n) by the torque of each joint, the last axis."""
        k, n = self.samples, self.arm.n
        rest = accelerations[k : k + POSITIONS, np.newaxis]
        found: FloatArray = (accelerations[2 * k :].reshape(POSITIONS, n, n) - rest).swapaxes(1, 2)
        return found

    def mistakes(self) -> Iterator[Mistake]:
        """Yield mistakes in gravity, terms, bodies, geometry and drives."""
        yield from of_gravity()
        yield from of_drives(self.arm)
        yield from of_lagrange()
        yield from of_bodies(self.arm)
        yield from of_geometry()
        yield from of_recursion()
        yield from of_positions(self.arm.n)
