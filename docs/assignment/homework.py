"""Homework: inverse dynamics of a planar arm of two links.

Angles are from the x axis, gravity acts along -y; of each link: mass m, length l, distance of the
centre of mass from its joint lc, moment of inertia about the centre of mass I.
"""

import equidyn

m1, m2, l1, l2, lc1, lc2, I1, I2, g = 2.0, 1.5, 0.6, 0.4, 0.3, 0.2, 0.05, 0.02, 9.81

arm = equidyn.robots.planar_2r(length=(l1, l2), mass=(m1, m2), com=(lc1, lc2), inertia=(I1, I2))


def gravity_torque(q):
    """Return (G1, G2) at the joint positions q."""
    raise NotImplementedError


def inverse_dynamics(q, qd, qdd):
    """Return the torques (tau1, tau2) of a motion."""
    raise NotImplementedError
