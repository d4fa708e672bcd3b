"""Newton-Euler with the matrix A of angular motion, standard convention."""

import numpy as np

z = np.array([0.0, 0.0, 1.0])


def frame(arm, i, q):
    revolute = arm.joints[i] == "R"
    theta = arm.theta[i] + q * revolute
    d = arm.d[i] + q * (not revolute)
    ct, st, ca, sa = np.cos(theta), np.sin(theta), np.cos(arm.alpha[i]), np.sin(arm.alpha[i])
    R = np.array([[ct, -st * ca, st * sa], [st, ct * ca, -ct * sa], [0, sa, ca]])
    return R, np.array([arm.a[i] * ct, arm.a[i] * st, d])


def angular(w, al):
    wx, wy, wz = w
    return np.array(
        [
            [-(wy**2) - wz**2, wx * wy - al[2], wx * wz + al[1]],
            [wx * wy + al[2], -(wx**2) - wz**2, wy * wz - al[0]],
            [wx * wz - al[1], wz * wy + al[0], -(wx**2) - wy**2],
        ]
    )


def inverse_dynamics(arm, q, qd, qdd):
    n = arm.n
    frames = [frame(arm, i, q[i]) for i in range(n)]
    w, al, a = np.zeros(3), np.zeros(3), -arm.base[:3, :3].T @ arm.gravity
    Fs, Ns = [], []
    for i, (R, p) in enumerate(frames):
        r, c, slide = R.T @ p, arm.com[i], np.zeros(3)
        if arm.joints[i] == "R":
            al = R.T @ (al + np.cross(w, z * qd[i]) + z * qdd[i])
            w = R.T @ (w + z * qd[i])
        else:
            al, w = R.T @ al, R.T @ w
            slide = 2 * np.cross(w, R.T @ z * qd[i]) + R.T @ z * qdd[i]
        A = angular(w, al)
        a = R.T @ a + A @ r + slide
        K = 0.5 * np.trace(arm.inertia[i]) * np.eye(3) - arm.inertia[i]
        B = A @ K
        Fs.append(arm.mass[i] * (a + A @ c))
        Ns.append(np.array([B[2, 1] - B[1, 2], B[0, 2] - B[2, 0], B[1, 0] - B[0, 1]]))
    f, nn, tau = np.zeros(3), np.zeros(3), np.zeros(n)
    for i in reversed(range(n)):
        R, p = frames[i]
        Rn = frames[i + 1][0] if i + 1 < n else np.eye(3)
        r, fn = R.T @ p, Rn @ f
        nn = Ns[i] + np.cross(r + arm.com[i], Fs[i]) + Rn @ nn + np.cross(r, fn)
        f = Fs[i] + fn
        tau[i] = (R.T @ z) @ (nn if arm.joints[i] == "R" else f)
    return tau
