"""Where an arm is, by products of Denavit-Hartenberg matrices."""

import numpy as np


def tip_pose(arm, q):
    """The pose (4, 4) of the tool in the world."""
    pose = arm.base
    for i, kind in enumerate(arm.joints):
        turn, slide = (q[i], 0) if kind == "R" else (0, q[i])
        z, x = screw(arm.theta[i] + turn, arm.d[i] + slide, 2), screw(arm.alpha[i], arm.a[i], 0)
        pose = pose @ (z @ x if arm.convention == "standard" else x @ z)
    return pose @ arm.tool


def screw(angle, shift, axis):
    pose = np.eye(4)
    j, k = (axis + 1) % 3, (axis + 2) % 3
    pose[[j, k], [j, k]] = np.cos(angle)
    pose[k, j], pose[j, k] = np.sin(angle), -np.sin(angle)
    pose[axis, 3] = shift
    return pose
