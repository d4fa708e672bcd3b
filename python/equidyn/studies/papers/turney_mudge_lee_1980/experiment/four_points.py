"""Simulation of section 7: RK4, unit accelerations in (5.1) and (5.2), Gaussian elimination.

paper        code     meaning
theta, gamma q, qd    joint positions and velocities
y, g(y)      y, g     (gamma, theta), and its derivative (f, gamma)
epsilon      step     size of a step
h_1 ... h_4  h1 ...   increments of the four stages
"""

from __future__ import annotations

import numpy as np

from .....arm import Arm
from .....validation import FloatArray

# (5.1) and (5.2), the improved equations, which section 7 recommends for the runs
IMPROVED = "modified_newton_euler"

# operations of RK4 besides four evaluations of f, for each joint, which has two numbers in y: four
# products with the step, two halves, two doubles, a sixth; three sums for the stages, three of the
# h, and one of the step
PRODUCTS, SUMS = 2 * (4 + 2 + 2 + 1), 2 * (3 + 3 + 1)


def follow(
    arm: Arm, q: FloatArray, qd: FloatArray, step: float, steps: int
) -> tuple[FloatArray, FloatArray]:
    """Return positions and velocities (steps + 1, n) of an arm without joint torques."""
    n = arm.n

    def g(y: FloatArray) -> FloatArray:
        gamma, theta = y[:n], y[n:]
        f = arm.forward_dynamics(theta, gamma, np.zeros(n), formulation=IMPROVED)
        return np.concatenate([f, gamma])

    states = [np.concatenate([qd, q])]
    for _ in range(steps):
        y = states[-1]
        h1 = step * g(y)
        h2 = step * g(y + 0.5 * h1)
        h3 = step * g(y + 0.5 * h2)
        h4 = step * g(y + h3)
        states.append(y + (h1 + 2 * h2 + 2 * h3 + h4) / 6)
    rates, positions = np.split(np.array(states), 2, axis=1)
    return positions, rates
