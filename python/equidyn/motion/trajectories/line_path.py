"""What joints do while the tool moves along a straight line: Newton's method from good guesses.

With more joints than the line asks for, those combinations of them that do not move the tool
follow a smooth curve, near which the joints move as little as they can.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..._validation import FloatArray
from ...dynamics.rotation_vector import rotation_vector
from .line import Line
from .polynomial import PolynomialTrajectory
from .trajectory import MotionArrays

if TYPE_CHECKING:
    from ...arm import Arm

# each step doubles the digits of a guess that has four or more
_STEPS = 2


@dataclass(frozen=True, eq=False)
class LineEquations:
    """What holds for the joints at every part s of the way.

    Attributes
    ----------
    arm : Arm
        The arm.
    line : Line
        Where its tool is to be.
    rows : int
        How many of the six numbers of a velocity count, the first ones.
    """

    arm: Arm
    line: Line
    rows: int

    def left(self, q: FloatArray, s: FloatArray) -> FloatArray:
        """Return shifts and turns (k, rows) from where the tool is to where it is to be."""
        now, wanted = self.arm.forward_kinematics(q), self.line.poses(s)
        shift: FloatArray = wanted[:, :3, 3] - now[:, :3, 3]
        if self.rows == len(shift.T):
            return shift
        turn = rotation_vector(wanted[:, :3, :3] @ now[:, :3, :3].swapaxes(1, 2))
        return np.concatenate([shift, turn], axis=1)

    def inverse(self, q: FloatArray, null: FloatArray) -> FloatArray:
        """Return (k, n, rows + m): joint rates of given velocities, and along m combinations."""
        J = self.arm.jacobian(q)[:, : self.rows]
        inverse: FloatArray = np.linalg.pinv(np.concatenate([J, null], axis=1))
        return inverse

    def improved(
        self, q: FloatArray, s: FloatArray, near: FloatArray, null: FloatArray
    ) -> FloatArray:
        """Return q after one step of Newton's method."""
        wanted = np.concatenate([self.left(q, s), _product(null, near - q)], axis=1)
        return np.add(q, _product(self.inverse(q, null), wanted))

    def change(self, q: FloatArray, slope: FloatArray) -> FloatArray:
        """Return how the Jacobian (k, rows, n) changes."""
        return self.arm.jacobian_rate(q, slope)[:, : self.rows]


@dataclass(frozen=True, eq=False)
class LinePath:
    """Joint positions along a straight line, with their exact derivatives.

    Attributes
    ----------
    equations : LineEquations
        What holds at every point.
    near : PolynomialTrajectory
        Guesses of the positions, over the part of the way.
    null : PolynomialTrajectory
        The m combinations of joints that do not move the tool, m n numbers.
    """

    equations: LineEquations
    near: PolynomialTrajectory
    null: PolynomialTrajectory

    @property
    def n(self) -> int:
        """Number of joints."""
        return self.near.n

    @property
    def breaks(self) -> FloatArray:
        """Parts of the way between which it is smooth, shape (m + 1,)."""
        return self.near.breaks

    def along(self, s: FloatArray) -> MotionArrays:
        """Return positions, and their first two derivatives by s, at parts of the way."""
        flat = s.ravel()
        g, g1, g2 = self.near.motion_at(flat)
        N, N1, N2 = (x.reshape(len(flat), -1, self.n) for x in self.null.motion_at(flat))
        equations, q = self.equations, g
        for _ in range(_STEPS):
            q = equations.improved(q, flat, g, N)

        # J q' = twist and N (q - g) = 0, differentiated
        inverse = equations.inverse(q, N)
        twist = np.broadcast_to(equations.line.twist[: equations.rows], (len(flat), equations.rows))
        beside = _product(N, g1) + _product(N1, g - q)
        q1 = _product(inverse, np.concatenate([twist, beside], axis=1))
        beside = _product(N, g2) + 2 * _product(N1, g1 - q1) + _product(N2, g - q)
        bend = _product(equations.change(q, q1), q1)
        q2 = _product(inverse, np.concatenate([-bend, beside], axis=1))
        shape = (*s.shape, self.n)
        return q.reshape(shape), q1.reshape(shape), q2.reshape(shape)


def _product(A: FloatArray, x: FloatArray) -> FloatArray:
    """Multiply matrices (k, i, j) by vectors (k, j)."""
    product: FloatArray = np.einsum("kij,kj->ki", A, x)
    return product
