"""Newton-Euler in NumPy, standard convention, loops over the links."""

import numpy as np

z = np.array([0.0, 0.0, 1.0])


def frame(arm, i, q):
    revolute = arm.joints[i] == "R"
    theta = arm.theta[i] + q if revolute else arm.theta[i]
    d = arm.d[i] if revolute else arm.d[i] + q
    a, alpha = arm.a[i], arm.alpha[i]
    ct, st, ca, sa = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha)
    R = np.array([[ct, -st * ca, st * sa], [st, ct * ca, -ct * sa], [0, sa, ca]])
    return R, np.array([a * ct, a * st, d])


def inverse_dynamics(arm, q, qd, qdd):
    n = len(q)
    frames = [frame(arm, i, q[i]) for i in range(n)]
    w, al = np.zeros(3), np.zeros(3)
    a = -arm.base[:3, :3].T @ arm.gravity
    ws, als, As, Fs, Ns = [], [], [], [], []
    for i, (R, p) in enumerate(frames):
        r, c, m, J = R.T @ p, arm.com[i], arm.mass[i], arm.inertia[i]
        if arm.joints[i] == "R":
            al = R.T @ (al + np.cross(w, z * qd[i]) + z * qdd[i])
            w = R.T @ (w + z * qd[i])
            slide = np.zeros(3)
        else:
            al = R.T @ al
            w = R.T @ w
            slide = 2 * np.cross(w, R.T @ z * qd[i]) + R.T @ z * qdd[i]
        a = R.T @ a + np.cross(al, r) + np.cross(w, np.cross(w, r)) + slide
        ac = a + np.cross(al, c) + np.cross(w, np.cross(w, c))
        F = m * ac
        N = J @ al + np.cross(w, J @ w)
        ws.append(w), als.append(al), As.append(a), Fs.append(F), Ns.append(N)
    f, nn = np.zeros(3), np.zeros(3)
    fs, ns, tau = [None] * n, [None] * n, np.zeros(n)
    for i in reversed(range(n)):
        R, p = frames[i]
        r, c = R.T @ p, arm.com[i]
        Rn = frames[i + 1][0] if i + 1 < n else np.eye(3)
        f, fn = Fs[i] + Rn @ f, Rn @ f
        nn = Ns[i] + np.cross(r + c, Fs[i]) + Rn @ nn + np.cross(r, fn)
        fs[i], ns[i] = f, nn
        axis = R.T @ z
        tau[i] = nn @ axis if arm.joints[i] == "R" else f @ axis
    return tau, {"w": ws, "al": als, "a": As, "F": Fs, "N": Ns, "f": fs, "n": ns}
