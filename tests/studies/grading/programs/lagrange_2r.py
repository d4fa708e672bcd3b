"""Planar 2R by Lagrange's equation, every entry on a line of its own."""

from numpy import cos, sin

m1, m2, l1, l2, lc1, lc2, I1, I2, g = 4.6, 2.3, 1.0, 0.8, 0.45, 0.35, 0.4, 0.15, 9.81


def inverse_dynamics(q, qd, qdd):
    c, h = m2 * l1 * lc2 * cos(q[1]), m2 * l1 * lc2 * sin(q[1])
    M11 = I1 + I2 + m1 * lc1**2 + m2 * l1**2 + m2 * lc2**2 + 2 * c
    M12 = m2 * lc2**2 + c + I2
    M21 = m2 * lc2**2 + c + I2
    M22 = m2 * lc2**2 + I2
    G2 = m2 * lc2 * g * cos(q[0] + q[1])
    G1 = (m1 * lc1 + m2 * l1) * g * cos(q[0]) + G2
    tau1 = M11 * qdd[0] + M12 * qdd[1] - h * (2 * qd[0] * qd[1] + qd[1] ** 2) + G1
    tau2 = M21 * qdd[0] + M22 * qdd[1] + h * qd[0] ** 2 + G2
    return [tau1, tau2]
