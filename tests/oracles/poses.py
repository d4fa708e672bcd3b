"""Poses of an arm as products of 4x4 matrices, and their derivatives by complex steps.

A step of 1e-100 i leaves the derivative in the imaginary part, to the last digit. Nothing is known
here of joint axes, cross products or angular velocities of links.

An arm is anything with the attributes convention, joints, a, alpha, d, theta, base and tool.
"""

import numpy as np

STEP = 1e-100


def link_transforms(arm, q):
    """The matrices A_i (n, 4, 4) of the links, for real or complex q (n,)."""
    return np.array([_transform(arm, i, q[i]) for i in range(len(q))])


def link_poses(arm, q):
    """The frames of the links in the world, (n, 4, 4)."""
    poses, pose = [], arm.base
    for A in link_transforms(arm, q):
        pose = pose @ A
        poses.append(pose)
    return np.array(poses)


def tool_pose(arm, q):
    """The tool frame in the world, (4, 4)."""
    return link_poses(arm, q)[-1] @ arm.tool


def tool_velocity(arm, q, qd, frame="world"):
    """Velocity of the tool's origin and angular velocity (6,), in axes of the world or the tool.

    From Rd R^T = [w x], and R^T Rd = [R^T w x].
    """
    moved = tool_pose(arm, q + 1j * STEP * np.asarray(qd))
    R, rate = moved.real[:3, :3], moved.imag / STEP
    turning = R.T @ rate[:3, :3] if frame == "tool" else rate[:3, :3] @ R.T
    v = R.T @ rate[:3, 3] if frame == "tool" else rate[:3, 3]
    return np.array([*v, turning[2, 1], turning[0, 2], turning[1, 0]])


def jacobian(arm, q, frame="world"):
    """The velocities of unit rates, (6, n)."""
    return np.stack([tool_velocity(arm, q, rate, frame) for rate in np.eye(len(q))], axis=-1)


def _transform(arm, i, q):
    revolute = arm.joints[i] == "R"
    theta = arm.theta[i] + (q if revolute else 0)
    d = arm.d[i] + (0 if revolute else q)
    about_z, about_x = screw(2, theta, d), screw(0, arm.alpha[i], arm.a[i])
    about_x[1, 3] = arm.a_y[i]
    return about_z @ about_x if arm.convention == "standard" else about_x @ about_z


def screw(axis, angle, shift):
    """A turn about an axis of the frame, and a shift along it."""
    H = np.eye(4, dtype=np.result_type(angle, shift, float))
    u, v = (axis + 1) % 3, (axis + 2) % 3
    H[u, u] = H[v, v] = np.cos(angle)
    H[v, u], H[u, v] = np.sin(angle), -np.sin(angle)
    H[axis, 3] = shift
    return H
