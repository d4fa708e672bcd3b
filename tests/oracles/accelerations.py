"""Joint accelerations in high precision, from the kinetic energy that `lagrange` computes."""

from decimal import Decimal

import mpmath
import numpy as np

from oracles import lagrange

mp = mpmath.mp.clone()
mp.dps = lagrange.DIGITS


def mass_matrix(arm, q):
    """The mass matrix (n, n) at one position: qd M qd is twice the kinetic energy."""
    particles = lagrange.Particles(arm)
    q, one = lagrange.exact(q), lagrange.exact(np.eye(arm.n))

    def energy(qd):
        return particles.energies(q, qd)[0]

    alone = [energy(rates) for rates in one]
    M = mp.matrix(arm.n)
    for i in range(arm.n):
        for j in range(i + 1):
            both = energy(one[i] + one[j]) if i != j else 4 * alone[i]
            M[i, j] = M[j, i] = mp.mpf(str(both - alone[i] - alone[j]))
    return M


def from_rest(arm, q, tau):
    """Accelerations (n,) that torques cause at rest, without gravity; and M in float64."""
    M = mass_matrix(arm, q)
    solution = mp.lu_solve(M, mp.matrix([mp.mpf(str(Decimal(float(x)))) for x in tau]))
    return np.array(solution.T.tolist()[0], float), M


def left_along_each_joint(M):
    """Share of the inertia along each joint that is left once all joints beyond yield."""
    M, n = M.copy(), M.rows
    shares = [mp.mpf(0)] * n
    whole = [M[i, i] for i in range(n)]
    for k in reversed(range(n)):
        shares[k] = M[k, k] / whole[k]
        for i in range(k):
            for j in range(k):
                M[i, j] -= M[i, k] * M[k, j] / M[k, k]
    return np.array(shares, float)
