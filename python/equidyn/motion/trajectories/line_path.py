"""Joint path with the tool on a straight line: Newton's method from interpolated guesses.

With more joints than the line needs, those combinations of them that do not move the tool follow a
smooth curve, near the path of least joint motion.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...dynamics.rotations import rotation_vector
from ...validation import FloatArray
from .line import Line
from .polynomial import PolynomialTrajectory
from .trajectory import MotionArrays

if TYPE_CHECKING:
    from ...arm import Arm

# Newton steps: each doubles the digits of a guess that has four or more
_STEPS = 2


@dataclass(frozen=True, eq=False)
class LineEquations:
    """Equations of the joint positions at every path parameter s.

    Attributes
    ----------
    arm : Arm
        The arm.
    line : Line
        Poses of the tool.
    rows : int
        Number of components of the tool's velocity that are prescribed, the first of six.
    """

    arm: Arm
    line: Line
    rows: int

    def left(self, q: FloatArray, s: FloatArray) -> FloatArray:
        """Return the pose error (k, rows): translation and rotation from the tool to the line."""
        now, desired = self.arm.forward_kinematics(q), self.line.poses(s)
        shift: FloatArray = desired[:, :3, 3] - now[:, :3, 3]
        if self.rows == len(shift.T):
            return shift
        turn = rotation_vector(desired[:, :3, :3] @ now[:, :3, :3].swapaxes(1, 2))
        return np.concatenate([shift, turn], axis=1)

    def inverse(self, q: FloatArray, null: FloatArray) -> FloatArray:
        """Return (k, n, rows + m): joint velocities for tool velocities and null-space ones."""
        J = self.arm.jacobian(q)[:, : self.rows]
        inverse: FloatArray = np.linalg.pinv(np.concatenate([J, null], axis=1))
        return inverse

    def improved(
        self, q: FloatArray, s: FloatArray, near: FloatArray, null: FloatArray
    ) -> FloatArray:
        """Return q after one step of Newton's method."""
        error = np.concatenate([self.left(q, s), _product(null, near - q)], axis=1)
        return np.add(q, _product(self.inverse(q, null), error))

    def change(self, q: FloatArray, slope: FloatArray) -> FloatArray:
        """Return the derivative of the Jacobian (k, rows, n) by s."""
        return self.arm.jacobian_rate(q, slope)[:, : self.rows]


@dataclass(frozen=True, eq=False)
class LinePath:
    """Joint positions along a straight line, with their exact derivatives.

    Attributes
    ----------
    equations : LineEquations
        Equations of the joint positions.
    near : PolynomialTrajectory
        Guesses of the positions, over s.
    null : PolynomialTrajectory
        Basis of the null space, m combinations of joints that do not move the tool, m n numbers.
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
        """Path parameters between which the path is smooth, shape (m + 1,)."""
        return self.near.breaks

    def along(self, s: FloatArray) -> MotionArrays:
        """Return positions and their first two derivatives by s."""
        flat = s.ravel()
        g, g1, g2 = self.near.motion_at(flat)
        N, N1, N2 = (x.reshape(len(flat), -1, self.n) for x in self.null.motion_at(flat))
        equations, q = self.equations, g
        for _ in range(_STEPS):
            q = equations.improved(q, flat, g, N)

        # J q' = twist and N (q - g) = 0, differentiated
        inverse = equations.inverse(q, N)
        twist = np.broadcast_to(equations.line.twist[: equations.rows], (len(flat), equations.rows))
        constrained = _product(N, g1) + _product(N1, g - q)
        q1 = _product(inverse, np.concatenate([twist, constrained], axis=1))
        constrained = _product(N, g2) + 2 * _product(N1, g1 - q1) + _product(N2, g - q)
        bend = _product(equations.change(q, q1), q1)
        q2 = _product(inverse, np.concatenate([-bend, constrained], axis=1))
        shape = (*s.shape, self.n)
        return q.reshape(shape), q1.reshape(shape), q2.reshape(shape)


def _product(A: FloatArray, x: FloatArray) -> FloatArray:
    """Multiply matrices (k, i, j) by vectors (k, j)."""
    product: FloatArray = np.einsum("kij,kj->ki", A, x)
    return product
