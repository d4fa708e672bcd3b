"""Newton-Euler in the modified convention, with rows."""

import numpy as np

Z = np.array([0, 0, 1.0])


def frame(arm, i, q):
    sliding = arm.joints[i] == "P"
    t = arm.theta[i] + (0 if sliding else q)
    d = arm.d[i] + (q if sliding else 0)
    a, al = arm.a[i], arm.alpha[i]
    R = [
        [np.cos(t), -np.sin(t), 0],
        [np.sin(t) * np.cos(al), np.cos(t) * np.cos(al), -np.sin(al)],
        [np.sin(t) * np.sin(al), np.cos(t) * np.sin(al), np.cos(al)],
    ]
    return np.array(R), np.array([a, -np.sin(al) * d, np.cos(al) * d])


def inverse_dynamics(arm, q, qd, qdd):
    n = arm.n
    w, wd, vd = np.zeros(3), np.zeros(3), -arm.base[:3, :3].T @ arm.gravity
    frames, F, N = [frame(arm, i, q[i]) for i in range(n)], [], []
    rows = {"omega": [], "wd": [], "vd": []}
    for i, (R, P) in enumerate(frames):
        vd = R.T @ (vd + np.cross(wd, P) + np.cross(w, np.cross(w, P)))
        if arm.joints[i] == "R":
            wd = R.T @ wd + np.cross(R.T @ w, qd[i] * Z) + qdd[i] * Z
            w = R.T @ w + qd[i] * Z
        else:
            wd, w = R.T @ wd, R.T @ w
            vd = vd + 2 * np.cross(w, qd[i] * Z) + qdd[i] * Z
        c = arm.com[i]
        F.append(arm.mass[i] * (vd + np.cross(wd, c) + np.cross(w, np.cross(w, c))))
        N.append(arm.inertia[i] @ wd + np.cross(w, arm.inertia[i] @ w))
        rows["omega"].append(w), rows["wd"].append(wd), rows["vd"].append(vd)
    f, nn, tau = np.zeros(3), np.zeros(3), np.zeros(n)
    R, P = np.eye(3), np.zeros(3)
    for i in reversed(range(n)):
        nn = N[i] + R @ nn + np.cross(arm.com[i], F[i]) + np.cross(P, R @ f)
        f = R @ f + F[i]
        tau[i] = (nn if arm.joints[i] == "R" else f)[2]
        R, P = frames[i]
    return {"tau": tau, **rows}
