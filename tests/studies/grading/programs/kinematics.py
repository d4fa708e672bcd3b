"""Pose and Jacobian of the tool, standard convention."""

import numpy as np


def transform(theta, d, a, alpha):
    ct, st, ca, sa = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha)
    return np.array(
        [
            [ct, -st * ca, st * sa, a * ct],
            [st, ct * ca, -ct * sa, a * st],
            [0, sa, ca, d],
            [0, 0, 0, 1],
        ]
    )


def chain(arm, q):
    T = arm.base
    found = [T]
    for i in range(arm.n):
        theta, d = arm.theta[i], arm.d[i]
        if arm.joints[i] == "R":
            theta = theta + q[i]
        else:
            d = d + q[i]
        T = T @ transform(theta, d, arm.a[i], arm.alpha[i])
        found.append(T)
    return found


def forward_kinematics(arm, q):
    return chain(arm, q)[-1] @ arm.tool


def jacobian(arm, q):
    T = chain(arm, q)
    p = (T[-1] @ arm.tool)[:3, 3]
    J = np.zeros((6, arm.n))
    for i in range(arm.n):
        z = T[i][:3, 2]
        if arm.joints[i] == "R":
            J[:3, i] = np.cross(z, p - T[i][:3, 3])
            J[3:, i] = z
        else:
            J[:3, i] = z
    return J
