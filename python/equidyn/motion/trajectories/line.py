"""Straight lines in space: linear translation, and rotation about a fixed axis."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ...dynamics.rotations import rotation_vector
from ...validation import FloatArray, float64_copy, pose, real_array


class Line(NamedTuple):
    """Straight line between two poses.

    Attributes
    ----------
    start : ndarray, shape (4, 4)
        The first pose.
    shift, turn : ndarray, shape (3,)
        Translation and rotation to the last pose, in axes of the world: m, and axis times angle in
        rad.
    """

    start: FloatArray
    shift: FloatArray
    turn: FloatArray

    @property
    def length(self) -> float:
        """Length, m."""
        return float(np.linalg.norm(self.shift))

    @property
    def angle(self) -> float:
        """Angle of rotation, rad."""
        return float(np.linalg.norm(self.turn))

    @property
    def twist(self) -> FloatArray:
        """Derivative of the pose by s: linear, then angular velocity, (6,)."""
        return np.concatenate([self.shift, self.turn])

    def poses(self, s: FloatArray) -> FloatArray:
        """Return the poses (..., 4, 4) at path parameters s from 0 to 1."""
        poses: FloatArray = np.empty((*s.shape, 4, 4))
        poses[...] = self.start
        poses[..., :3, 3] += s[..., np.newaxis] * self.shift
        poses[..., :3, :3] = _turned(self.turn, s) @ self.start[:3, :3]
        return poses

    def place(self, s: float) -> str:
        """Describe the place at path parameter s."""
        way = f"{s * self.length:.4g} m of {self.length:.4g} m"
        if self.angle:
            way += f" and {s * self.angle:.4g} rad of {self.angle:.4g} rad"
        x, y, z = self.start[:3, 3] + s * self.shift
        return f"after {way}, at ({x:.4g}, {y:.4g}, {z:.4g})"


def line_between(start_pose: ArrayLike, goal_pose: ArrayLike) -> Line:
    """Return the line between two poses; to a point it keeps the axes of the first pose."""
    first = pose("start_pose", start_pose)
    goal = float64_copy("goal_pose", goal_pose)
    if goal.ndim == 1:
        point = real_array("goal_pose", goal, (3,), "a point, or (4, 4), a pose")
        return Line(first, point - first[:3, 3], np.zeros(3))
    last = pose("goal_pose", goal)
    turn = rotation_vector(last[:3, :3] @ first[:3, :3].T)
    return Line(first, last[:3, 3] - first[:3, 3], turn)


def _turned(turn: FloatArray, s: FloatArray) -> FloatArray:
    """Return rotations (..., 3, 3) by s times an axis times angle (Rodrigues)."""
    angle = np.linalg.norm(turn)
    x, y, z = turn / angle if angle > 0 else turn
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    phase = (s * angle)[..., np.newaxis, np.newaxis]
    # 1 - cos without cancellation
    rotations: FloatArray = np.eye(3) + np.sin(phase) * K + 2 * np.sin(phase / 2) ** 2 * (K @ K)
    return rotations
