"""Verification of the mass matrix: states, results in extended precision, residuals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arm.states import random_motion
from ..implementations.implementation import Implementation
from . import claims, physics
from .claims import Claim
from .residuals import Residual, definiteness_residual, symmetry_residual
from .trials import Extended, Trial, largest, split, torques_without_gravity

if TYPE_CHECKING:
    from ..arm.arm import Arm
    from ..validation import FloatArray


def trials(arm: Arm, samples: int, rng: np.random.Generator) -> list[Trial]:
    """Draw positions; the scale is the largest entry."""
    states = random_motion(arm, samples, rng)
    scale = largest(physics.kinetic_matrix(arm, states.q))
    return [Trial(arm, states, (states.q,), scale, split(extended_mass_matrix(arm, states.q)))]


def extended_mass_matrix(arm: Arm, q: FloatArray, formulation: str | None = None) -> Extended:
    """Mass matrices in extended precision, columns by torques of unit accelerations."""
    unit = np.eye(arm.n)
    columns = torques_without_gravity(arm, q, np.zeros_like(unit), unit, formulation)
    return np.asarray(columns.swapaxes(-1, -2))


def residuals(
    _: Arm, __: Implementation, tried: list[tuple[Trial, FloatArray]]
) -> dict[Claim, Residual]:
    """Return the residuals of every claim on the mass matrices of a subject."""
    trial, mass = tried[0]
    k = len(mass)
    regular = definiteness_residual(mass, trial.is_singular)
    return {
        claims.EXACT_MASS_MATRIX: Residual(trial.off(mass), k),
        claims.ENERGY: Residual(trial.disagreement(mass, trial.kinetic_matrix), k),
        claims.SYMMETRY: Residual(symmetry_residual(mass), k),
        claims.POSITIVE: Residual(regular, k),
    }
