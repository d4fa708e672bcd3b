"""Lagrange in NumPy: mass matrix by Jacobians, Christoffel symbols by difference quotients."""

import numpy as np


def poses(arm, q):
    T, found = arm.base, [arm.base]
    for i in range(arm.n):
        revolute = arm.joints[i] == "R"
        theta = arm.theta[i] + (q[i] if revolute else 0)
        d = arm.d[i] + (0 if revolute else q[i])
        ct, st = np.cos(theta), np.sin(theta)
        ca, sa = np.cos(arm.alpha[i]), np.sin(arm.alpha[i])
        A = np.array(
            [
                [ct, -st * ca, st * sa, arm.a[i] * ct],
                [st, ct * ca, -ct * sa, arm.a[i] * st],
                [0, sa, ca, d],
                [0, 0, 0, 1],
            ]
        )
        T = T @ A
        found.append(T)
    return found


def link_jacobians(arm, q):
    T = poses(arm, q)
    for k in range(arm.n):
        R = T[k + 1][:3, :3]
        pc = T[k + 1][:3, 3] + R @ arm.com[k]
        Jv, Jw = np.zeros((3, arm.n)), np.zeros((3, arm.n))
        for j in range(k + 1):
            z, p = T[j][:3, 2], T[j][:3, 3]
            if arm.joints[j] == "R":
                Jv[:, j] = np.cross(z, pc - p)
                Jw[:, j] = z
            else:
                Jv[:, j] = z
        yield Jv, Jw, R, pc


def mass_matrix(arm, q):
    M = np.zeros((arm.n, arm.n))
    for k, (Jv, Jw, R, _) in enumerate(link_jacobians(arm, q)):
        tensor = R @ arm.inertia[k] @ R.T
        M += arm.mass[k] * Jv.T @ Jv + Jw.T @ tensor @ Jw
    return M


def gravity_torque(arm, q):
    G = np.zeros(arm.n)
    for k, (Jv, _, _, _) in enumerate(link_jacobians(arm, q)):
        G -= arm.mass[k] * Jv.T @ arm.gravity
    return G


def coriolis_matrix(arm, q, qd):
    n, step = arm.n, 1e-6
    dM = np.zeros((n, n, n))
    for k in range(n):
        e = np.eye(n)[k] * step
        dM[:, :, k] = (mass_matrix(arm, q + e) - mass_matrix(arm, q - e)) / (2 * step)
    C = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            for k in range(n):
                C[i, j] += 0.5 * (dM[i, j, k] + dM[i, k, j] - dM[j, k, i]) * qd[k]
    return C


def inverse_dynamics(arm, q, qd, qdd):
    M, C, G = mass_matrix(arm, q), coriolis_matrix(arm, q, qd), gravity_torque(arm, q)
    return M @ qdd + C @ qd + G
