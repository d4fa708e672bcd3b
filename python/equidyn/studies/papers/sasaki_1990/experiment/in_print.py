"""Printed data of the motion of Sasaki's arm, and assumptions for unprinted ones."""

from __future__ import annotations

import numpy as np

from .....arm import Arm
from .....dynamics import rotation_vector
from .....validation import FloatArray

# published: positions of the tool at both ends, m, and joint angles there, degrees
ENDS = {
    "A": ((-0.1, 0.35, 1.63), (2.7533, 0.1502, 85.7259, -33.7722, -85.0428, 33.6731)),
    "B": ((-0.1, 0.35, 1.83), (10.4705, 8.7346, 44.3932, -17.1186, -51.8741, 13.6195)),
}

# published: n = (0, 0, 1), o = (1, 0, 0), the first two columns; the third is their product
AXES = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])

# not published: duration of the motion, s, and radius of the links, m
DURATION, RADIUS = 1.0, 0.05


def pose_of(end: str) -> FloatArray:
    """Return the printed pose of the tool, (4, 4)."""
    pose = np.eye(4)
    pose[:3, :3] = AXES
    pose[:3, 3] = ENDS[end][0]
    return pose


def printed_angles(end: str) -> FloatArray:
    """Return the printed joint angles, rad."""
    return np.radians(ENDS[end][1])


def solved_angles(arm: Arm, end: str) -> FloatArray:
    """Return the joint angles near the printed ones that reach the printed pose, rad."""
    return arm.inverse_kinematics(pose_of(end), start=printed_angles(end)).q


def round_bars(arm: Arm) -> FloatArray:
    """Return inertia tensors of bars along the links, about their centres of mass, (n, 3, 3)."""
    return np.array([_round_bar(m, 2 * c) for m, c in zip(arm.mass, arm.com, strict=True)])


def _round_bar(mass: float, along: FloatArray) -> FloatArray:
    """Return the inertia tensor of a bar along this vector; of a ball where it is zero."""
    length = np.linalg.norm(along)
    if length == 0:
        return 0.4 * mass * RADIUS**2 * np.eye(3)
    axis = np.outer(along, along) / length**2
    across = (3 * RADIUS**2 + length**2) / 12
    tensor: FloatArray = mass * (RADIUS**2 / 2 * axis + across * (np.eye(3) - axis))
    return tensor


def turned_by(pose: FloatArray) -> FloatArray:
    """Return the angles between tools and the printed axes, rad."""
    return np.asarray(np.linalg.norm(rotation_vector(pose[..., :3, :3] @ AXES.T), axis=-1))
