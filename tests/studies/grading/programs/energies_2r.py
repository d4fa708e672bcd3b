"""Planar 2R: energies, Christoffel symbols and the matrix of these, in closed form."""

import numpy as np
from numpy import cos, sin

m1, m2, l1, l2, lc1, lc2, I1, I2, g = 4.6, 2.3, 1.0, 0.8, 0.45, 0.35, 0.4, 0.15, 9.81


def kinetic_energy(q, qd):
    c = m2 * l1 * lc2 * cos(q[1])
    square1 = (m1 * lc1**2 + m2 * l1**2 + m2 * lc2**2 + 2 * c + I1 + I2) * qd[0] ** 2 / 2
    square2 = (m2 * lc2**2 + I2) * qd[1] ** 2 / 2
    product = (m2 * lc2**2 + c + I2) * qd[0] * qd[1]
    return square1 + square2 + product


def potential_energy(q):
    return m1 * g * lc1 * sin(q[0]) + m2 * g * (l1 * sin(q[0]) + lc2 * sin(q[0] + q[1]))


def coriolis_coefficients(q):
    h = m2 * l1 * lc2 * sin(q[1])
    return np.array([[[0, -h], [-h, -h]], [[h, 0], [0, 0]]])


def coriolis_matrix(q, qd):
    h = m2 * l1 * lc2 * sin(q[1])
    C11 = -h * qd[1]
    C12 = -h * qd[0] - h * qd[1]
    return np.array([[C11, C12], [h * qd[0], 0]])
