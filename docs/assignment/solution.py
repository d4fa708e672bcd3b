"""Solution: inverse dynamics of a planar arm of two links."""

import numpy as np

import equidyn

m1, m2, l1, l2, lc1, lc2, I1, I2, g = 2.0, 1.5, 0.6, 0.4, 0.3, 0.2, 0.05, 0.02, 9.81

arm = equidyn.robots.planar_2r(length=(l1, l2), mass=(m1, m2), com=(lc1, lc2), inertia=(I1, I2))


def gravity_torque(q):
    """Return (G1, G2) at the joint positions q."""
    second = m2 * lc2 * g * np.cos(q[0] + q[1])
    return [(m1 * lc1 + m2 * l1) * g * np.cos(q[0]) + second, second]


def inverse_dynamics(q, qd, qdd):
    """Return the torques (tau1, tau2) of a motion."""
    G1, G2 = gravity_torque(q)
    c, h = m2 * l1 * lc2 * np.cos(q[1]), m2 * l1 * lc2 * np.sin(q[1])
    M11 = m1 * lc1**2 + I1 + m2 * (l1**2 + lc2**2) + 2 * c + I2
    M12 = m2 * lc2**2 + c + I2
    M22 = m2 * lc2**2 + I2
    tau1 = M11 * qdd[0] + M12 * qdd[1] - h * (2 * qd[0] * qd[1] + qd[1] ** 2) + G1
    tau2 = M12 * qdd[0] + M22 * qdd[1] + h * qd[0] ** 2 + G2
    return [tau1, tau2]
