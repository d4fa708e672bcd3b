"""Verification of Coriolis coefficients: states, results in extended precision, residuals."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ..arm.states import random_motion
from ..implementations.implementation import Implementation
from . import claims, physics
from .claims import Claim
from .residuals import Residual
from .trials import Extended, Trial, largest, split, torques_without_gravity

if TYPE_CHECKING:
    from ..arm.arm import Arm
    from ..validation import FloatArray


def trials(arm: Arm, samples: int, rng: np.random.Generator) -> list[Trial]:
    """Draw positions; the scale is the largest entry of coefficients and mass matrix."""
    states = random_motion(arm, samples, rng)
    q = states.q
    scale = largest(physics.kinetic_matrix(arm, q), physics.christoffel_symbols(arm, q))
    return [Trial(arm, states, (q,), scale, split(extended_coriolis_coefficients(arm, q)))]


def extended_coriolis_coefficients(
    arm: Arm, q: FloatArray, formulation: str | None = None
) -> Extended:
    """Coriolis coefficients in extended precision, by torques of each joint and pair in motion."""
    n = arm.n
    pairs = np.array(list(combinations(range(n), 2)), dtype=np.intp).reshape(-1, 2)
    unit = np.eye(n)
    rates = np.concatenate([unit, unit[pairs[:, 0]] + unit[pairs[:, 1]]])
    torques = torques_without_gravity(arm, q, rates, np.zeros_like(rates), formulation)
    alone, both = torques[:, :n], torques[:, n:]
    C = np.zeros((len(q), n, n, n), dtype=torques.dtype)
    for j in range(n):
        C[:, :, j, j] = alone[:, j]
    for run, (j, k) in enumerate(pairs):
        C[:, :, j, k] = C[:, :, k, j] = (both[:, run] - alone[:, j] - alone[:, k]) / 2
    return C


def residuals(
    _: Arm, __: Implementation, tried: list[tuple[Trial, FloatArray]]
) -> dict[Claim, Residual]:
    """Return the residuals of every claim on the coefficients of a subject."""
    trial, C = tried[0]
    k = len(C)
    return {
        claims.EXACT_COEFFICIENTS: Residual(trial.off(C), k),
        claims.CHRISTOFFEL: Residual(trial.disagreement(C, trial.christoffel_symbols), k),
        claims.SYMMETRIC_PAIRS: Residual(trial.disagreement(C, C.swapaxes(-1, -2)), k),
    }
