"""Planar 2R in closed form, with numbers of its own: angles from the x axis, gravity along -y."""

import numpy as np

m1, m2, l1, l2, lc1, lc2, I1, I2, g = 4.6, 2.3, 1.0, 0.8, 0.45, 0.35, 0.4, 0.15, 9.81


def inverse_dynamics(q, qd, qdd):
    q1, q2 = q
    d1, d2 = qd
    c2, s2 = np.cos(q2), np.sin(q2)
    h = m2 * l1 * lc2 * s2
    M11 = m1 * lc1**2 + I1 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * c2) + I2
    M12 = m2 * (lc2**2 + l1 * lc2 * c2) + I2
    M22 = m2 * lc2**2 + I2
    G1 = (m1 * lc1 + m2 * l1) * g * np.cos(q1) + m2 * lc2 * g * np.cos(q1 + q2)
    G2 = m2 * lc2 * g * np.cos(q1 + q2)
    tau1 = M11 * qdd[0] + M12 * qdd[1] - 2 * h * d1 * d2 - h * d2**2 + G1
    tau2 = M12 * qdd[0] + M22 * qdd[1] + h * d1**2 + G2
    return [tau1, tau2]


def mass_matrix(q):
    rest, *columns = (np.array(inverse_dynamics(q, [0, 0], e)) for e in ([0, 0], [1, 0], [0, 1]))
    return np.column_stack([column - rest for column in columns])


def gravity_torque(q):
    return inverse_dynamics(q, np.zeros(2), np.zeros(2))


def coriolis_matrix(q, qd):
    h = m2 * l1 * lc2 * np.sin(q[1])
    return np.array([[-h * qd[1], -h * (qd[0] + qd[1])], [h * qd[0], 0]])
