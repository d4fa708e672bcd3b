"""Arm of three revolute joints, a column and two links in a vertical plane, by Lagrange."""

from numpy import array, cos, sin

m2, m3, l2, c2, c3, g = 1.9, 1.3, 0.41, 0.23, 0.13, 9.81
I1z, I2x, I2y, I2z, I3x, I3y, I3z = 0.1, 0.012, 0.033, 0.037, 0.009, 0.047, 0.053


def mass_matrix(q):
    _, q2, q3 = q
    M11 = (
        I1z
        + I2x * sin(q2) ** 2
        + I2y * cos(q2) ** 2
        + m2 * c2**2 * cos(q2) ** 2
        + I3x * sin(q2 + q3) ** 2
        + I3y * cos(q2 + q3) ** 2
        + m3 * (l2 * cos(q2) + c3 * cos(q2 + q3)) ** 2
    )
    M22 = I2z + I3z + m2 * c2**2 + m3 * (l2**2 + c3**2 + 2 * l2 * c3 * cos(q3))
    M23 = I3z + m3 * (c3**2 + l2 * c3 * cos(q3))
    M33 = I3z + m3 * c3**2
    return array([[M11, 0, 0], [0, M22, M23], [0, M23, M33]])


def gravity_torque(q):
    _, q2, q3 = q
    G3 = m3 * g * c3 * cos(q2 + q3)
    G2 = (m2 * c2 + m3 * l2) * g * cos(q2) + G3
    return array([0, G2, G3])
