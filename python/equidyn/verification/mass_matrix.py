"""Verification of the mass matrix: states, results in extended precision, residuals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arm.states import random_motion
from ..implementations.implementation import Implementation
from . import claims, physics
from .claims import Claim
from .residuals import definiteness_residual, symmetry_residual
from .torques import is_singular
from .trials import Extended, Trial, largest, split, torques_without_gravity

if TYPE_CHECKING:
    from ..arm.arm import Arm
    from ..validation import FloatArray


def trials(arm: Arm, samples: int, rng: np.random.Generator) -> list[Trial]:
    """Draw positions; the scale is the largest entry."""
    states = random_motion(arm, samples, rng)
    scale = largest(physics.kinetic_matrix(arm, states.q))
    return [Trial(states, (states.q,), scale, split(extended_mass_matrix(arm, states.q)))]


def extended_mass_matrix(arm: Arm, q: FloatArray, formulation: str | None = None) -> Extended:
    """Mass matrices in extended precision, columns by torques of unit accelerations."""
    unit = np.eye(arm.n)
    columns = torques_without_gravity(arm, q, np.zeros_like(unit), unit, formulation)
    return np.asarray(columns.swapaxes(-1, -2))


def residuals(
    arm: Arm, _: Implementation, tried: list[tuple[Trial, FloatArray]]
) -> dict[Claim, float]:
    """Return the residuals of every claim on the mass matrices of a subject."""
    trial, mass = tried[0]
    q = trial.states.q
    return {
        claims.EXACT_MASS_MATRIX: trial.off(mass),
        claims.ENERGY: trial.disagreement(mass, physics.kinetic_matrix(arm, q)),
        claims.SYMMETRY: symmetry_residual(mass),
        claims.POSITIVE: definiteness_residual(mass, is_singular(arm, q)),
    }
