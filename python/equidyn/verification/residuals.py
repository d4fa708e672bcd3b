"""Residuals of the claims on torques, in units of eps times the largest torque."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ..arm.states import States
from ..implementations.implementation import Implementation
from ..validation import FloatArray
from . import physics
from .claims import EPS, POSITIVE
from .trials import Trial, disagreement, torque

if TYPE_CHECKING:
    from ..arm.arm import Arm

# accelerations of 2^100 rad/s² do not overflow
_LARGEST_EXPONENT = 100.0


def power_residual(arm: Arm, states: States, tau: FloatArray, largest_torque: float) -> float:
    """Power at the joints minus that at the tip, against the rate of energy."""
    power = np.sum(tau * states.qd, axis=-1)
    if states.tip_wrench is not None:
        power = power - physics.tip_power(arm, states.q, states.qd, states.tip_wrench)
    rate = physics.energy_rate(arm, states.q, states.qd, states.qdd)
    largest_rate = float(np.max(np.sum(np.abs(states.qd), axis=-1)))
    return disagreement(power, rate, largest_torque * largest_rate)


def gravity_residual(arm: Arm, subject: Implementation, trial: Trial) -> float:
    """Torque at rest, against the gradient of the potential energy."""
    resting = trial.states.at_rest()
    gradient = physics.potential_gradient(arm, resting.q)
    return disagreement(torque(arm, resting, subject), gradient, trial.scale)


def linearity_residual(arm: Arm, subject: Implementation, trial: Trial, tau: FloatArray) -> float:
    """tau(x + y) + tau(0) against tau(x) + tau(y), where x and y are accelerations."""
    states = trial.states
    x, y = states.qdd, np.roll(states.qdd, 1, axis=-1)
    tau_0, tau_y, tau_xy = (
        torque(arm, states.with_acceleration(qdd), subject) for qdd in (np.zeros_like(x), y, x + y)
    )
    return disagreement(tau_xy + tau_0, tau + tau_y, trial.scale)


def mass_matrices(arm: Arm, subject: Implementation, trial: Trial, count: int) -> FloatArray:
    """Mass matrices of the first `count` states, (count, n, n), from torques of the arm at rest.

    Column i is (tau(q, 0, k_i e_i) - tau(q, 0, 0)) / k_i, of the given arm: a closed form with its
    own numbers cannot leave out gravity. The acceleration k_i, a power of two, is so large that the
    torque of inertia exceeds that of gravity: its rounding would hide the entries.
    """
    q = trial.states.q[:count]
    resting = States(q, np.zeros_like(q), np.zeros_like(q))
    diagonal = np.einsum("kii->ki", physics.kinetic_matrix(arm, q))
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


def is_negligible(eigenvalue: float) -> bool:
    """Return whether an eigenvalue of a matrix with unit diagonal is zero but for rounding."""
    return abs(eigenvalue) <= EPS * POSITIVE.tolerance


def smallest_eigenvalue(mass: FloatArray) -> float:
    """Smallest eigenvalue of all mass matrices, scaled to a unit diagonal.

    Metres and radians do not compare; with a diagonal of ones every eigenvalue is a pure number,
    and the sign of the smallest one is the same. Minus infinity if an entry is NaN.
    """
    if not np.all(np.isfinite(mass)):
        return -math.inf
    diagonal = np.einsum("kii->ki", mass)
    unit = 1.0 / np.sqrt(np.where(diagonal > 0, diagonal, 1.0))
    scaled = unit[:, :, None] * mass * unit[:, None, :]
    return float(np.linalg.eigvalsh((scaled + scaled.swapaxes(-1, -2)) / 2.0).min())
