"""Residuals of the claims on torques, in units of eps times the largest torque."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..arm.states import States
from ..implementations.implementation import Implementation
from ..validation import FloatArray
from .claims import EPS
from .singularity import is_negligible, smallest_eigenvalue
from .trials import Trial, disagreement, torque

if TYPE_CHECKING:
    from ..arm.arm import Arm

# accelerations of 2^100 rad/s² do not overflow
_LARGEST_EXPONENT = 100.0


class Residual(NamedTuple):
    """Residual of a claim.

    Attributes
    ----------
    size : float
        In units of eps times a scale; infinite if NaN.
    states : int
        Number of tried states in each situation.
    """

    size: float
    states: int


def power_residual(trial: Trial, tau: FloatArray, energy_rate: FloatArray) -> float:
    """Power of torques at the joints minus that at the tip, against the rate of energy."""
    qd = trial.states.qd
    power = np.sum(tau * qd, axis=-1) - trial.tip_power
    largest_rate = float(np.max(np.sum(np.abs(qd), axis=-1)))
    return disagreement(power, energy_rate, trial.scale * largest_rate)


def gravity_residual(arm: Arm, subject: Implementation, trial: Trial) -> float:
    """Torque at rest, against the gradient of the potential energy."""
    at_rest = torque(arm, trial.states.at_rest(), subject)
    return disagreement(at_rest, trial.potential_gradient, trial.scale)


def linearity_residual(arm: Arm, subject: Implementation, trial: Trial, tau: FloatArray) -> float:
    """tau(x + y) + tau(0) against tau(x) + tau(y), where x and y are accelerations."""
    states = trial.states
    x, y = states.qdd, np.roll(states.qdd, 1, axis=-1)
    tau_0, tau_y, tau_xy = (
        torque(arm, states.with_acceleration(qdd), subject) for qdd in (np.zeros_like(x), y, x + y)
    )
    return disagreement(tau_xy + tau_0, tau + tau_y, trial.scale)


def mass_matrices(arm: Arm, subject: Implementation, trial: Trial) -> FloatArray:
    """Mass matrices, (m, n, n), from torques of the arm at rest.

    Column i is (tau(q, 0, k_i e_i) - tau(q, 0, 0)) / k_i, of the given arm: a closed form with its
    own numbers cannot leave out gravity. The acceleration k_i, a power of two, is so large that the
    torque of inertia exceeds that of gravity: its rounding would hide the entries.
    """
    q = trial.states.q
    resting = States(q, np.zeros_like(q), np.zeros_like(q))
    diagonal = np.einsum("kii->ki", trial.kinetic_matrix)
    with np.errstate(divide="ignore", over="ignore"):
        ratio = trial.scale / np.maximum(diagonal, np.finfo(np.float64).tiny)
        k = np.exp2(np.clip(np.ceil(np.log2(ratio)), 0.0, _LARGEST_EXPONENT))
    pushes = k[:, :, np.newaxis] * np.eye(arm.n)
    positions, at_rest = np.repeat([q, resting.qd], arm.n, axis=1)
    rows = States(positions, at_rest, pushes.reshape(-1, arm.n))
    pushed = torque(arm, rows, subject).reshape(pushes.shape)
    columns = (pushed - torque(arm, resting, subject)[:, np.newaxis]) / k[:, :, np.newaxis]
    return np.swapaxes(columns, -1, -2)


def symmetry_residual(mass: FloatArray) -> float:
    """Mass matrices against their transposes; the scale is the largest entry."""
    return disagreement(mass, mass.swapaxes(-1, -2), float(np.max(np.abs(mass))))


def definiteness_residual(mass: FloatArray, arm_is_singular: bool) -> float:
    """Distance of the smallest eigenvalue below zero; infinite if zero for a regular arm."""
    eigenvalue = smallest_eigenvalue(mass)
    if not arm_is_singular and is_negligible(eigenvalue):
        return math.inf
    return max(0.0, -eigenvalue / EPS)
