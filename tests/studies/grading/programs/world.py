"""Newton-Euler in axes of the base, gravity as a force, rows in these axes."""

import numpy as np


def inverse_dynamics(arm, q, qd, qdd):
    n = arm.n
    R, p = np.eye(3), np.zeros(3)
    gravity = arm.base[:3, :3].T @ arm.gravity
    w = al = a = np.zeros(3)
    rows = {"w": [], "al": [], "a": []}
    axes, origins, coms, F, N = [], [], [], [], []
    for i in range(n):
        z, before = R[:, 2], p
        turning = arm.joints[i] == "R"
        t = arm.theta[i] + (q[i] if turning else 0)
        d = arm.d[i] + (0 if turning else q[i])
        s, c, sa, ca = np.sin(t), np.cos(t), np.sin(arm.alpha[i]), np.cos(arm.alpha[i])
        p = p + R @ [arm.a[i] * c, arm.a[i] * s, d]
        R = R @ [[c, -s * ca, s * sa], [s, c * ca, -c * sa], [0, sa, ca]]
        r = p - before
        if turning:
            al = al + np.cross(w, z) * qd[i] + z * qdd[i]
            w = w + z * qd[i]
        a = a + np.cross(al, r) + np.cross(w, np.cross(w, r))
        if not turning:
            a = a + 2 * np.cross(w, z) * qd[i] + z * qdd[i]
        com = R @ arm.com[i]
        ac = a + np.cross(al, com) + np.cross(w, np.cross(w, com))
        tensor = R @ arm.inertia[i] @ R.T
        F.append(arm.mass[i] * (ac - gravity))
        N.append(tensor @ al + np.cross(w, tensor @ w))
        axes.append(z), origins.append(before), coms.append(p + com)
        rows["w"].append(w), rows["al"].append(al), rows["a"].append(a)
    tau = np.zeros(n)
    for i in range(n):
        for k in range(i, n):
            moment = N[k] + np.cross(coms[k] - origins[i], F[k])
            tau[i] += axes[i] @ (moment if arm.joints[i] == "R" else F[k])
    return tau, rows
