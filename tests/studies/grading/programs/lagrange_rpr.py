"""RPR in a vertical plane by Lagrange's equation, every entry on a line of its own."""

from numpy import array, cos, sin

m1, m2, m3, c1, c2, c3, I1, I2, I3, g = 3.1, 1.9, 1.3, 0.23, -0.13, 0.11, 0.117, 0.031, 0.043, 9.81


def mass_matrix(q):
    _, r, q3 = q
    M11 = (
        I1 + I2 + I3 + m1 * c1**2 + m2 * (r + c2) ** 2 + m3 * (r**2 + c3**2 + 2 * r * c3 * sin(q3))
    )
    M12 = -m3 * c3 * cos(q3)
    M13 = -I3 - m3 * (c3**2 + r * c3 * sin(q3))
    M22 = m2 + m3
    M23 = m3 * c3 * cos(q3)
    M33 = I3 + m3 * c3**2
    return array([[M11, M12, M13], [M12, M22, M23], [M13, M23, M33]])


def gravity_torque(q):
    q1, r, q3 = q
    G1 = g * (m1 * c1 * cos(q1) + m2 * (r + c2) * sin(q1) + m3 * (r * sin(q1) + c3 * cos(q1 - q3)))
    G2 = -(m2 + m3) * g * cos(q1)
    G3 = -m3 * g * c3 * cos(q1 - q3)
    return array([G1, G2, G3])


def inverse_dynamics(q, qd, qdd):
    _, r, q3 = q
    w1, v, w3 = qd
    C112 = 2 * m2 * (r + c2) + 2 * m3 * (r + c3 * sin(q3))
    C113 = 2 * m3 * r * c3 * cos(q3)
    C133 = -m3 * r * c3 * cos(q3)
    C211 = -m2 * (r + c2) - m3 * (r + c3 * sin(q3))
    C213 = 2 * m3 * c3 * sin(q3)
    C233 = -m3 * c3 * sin(q3)
    C311 = -m3 * r * c3 * cos(q3)
    C312 = -2 * m3 * c3 * sin(q3)
    h1 = C112 * w1 * v + C113 * w1 * w3 + C133 * w3**2
    h2 = C211 * w1**2 + C213 * w1 * w3 + C233 * w3**2
    h3 = C311 * w1**2 + C312 * w1 * v
    return mass_matrix(q) @ qdd + array([h1, h2, h3]) + gravity_torque(q)
