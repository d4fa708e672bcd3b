"""Newton-Euler by six-dimensional vectors in axes of the world."""

import numpy as np


def skew(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def inverse_dynamics(arm, q, qd, qdd):
    T = arm.base
    v, a = np.zeros(6), np.concatenate([np.zeros(3), -arm.gravity])
    S, f = [], []
    for i in range(arm.n):
        z, p = T[:3, 2], T[:3, 3]
        turning = arm.joints[i] == "R"
        s = np.concatenate([z, np.cross(p, z)] if turning else [np.zeros(3), z])
        T = T @ step(arm, i, q[i])
        v = v + s * qd[i]
        motion = np.block([[skew(v[:3]), np.zeros((3, 3))], [skew(v[3:]), skew(v[:3])]])
        a = a + s * qdd[i] + motion @ s * qd[i]
        R, m = T[:3, :3], arm.mass[i]
        c = skew(R @ arm.com[i] + T[:3, 3])
        body = np.block([[R @ arm.inertia[i] @ R.T + m * c @ c.T, m * c], [m * c.T, m * np.eye(3)]])
        S.append(s)
        f.append(body @ a - motion.T @ body @ v)
    return np.array([S[i] @ sum(f[i:]) for i in range(arm.n)])


def step(arm, i, q):
    t = arm.theta[i] + q * (arm.joints[i] == "R")
    d = arm.d[i] + q * (arm.joints[i] == "P")
    turn_z, turn_x = np.eye(4), np.eye(4)
    turn_z[:2, :2] = [[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]]
    turn_x[1:3, 1:3] = [
        [np.cos(arm.alpha[i]), -np.sin(arm.alpha[i])],
        [np.sin(arm.alpha[i]), np.cos(arm.alpha[i])],
    ]
    turn_z[2, 3], turn_x[0, 3] = d, arm.a[i]
    return turn_z @ turn_x
