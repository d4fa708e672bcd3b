"""Verification of the torques of inverse dynamics: situations and residuals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arm.states import States, random_motion, with_moving_base, with_tip_wrench
from ..implementations.implementation import Implementation
from . import claims
from .claims import Claim
from .residuals import (
    Residual,
    definiteness_residual,
    gravity_residual,
    linearity_residual,
    mass_matrices,
    power_residual,
    symmetry_residual,
)
from .sample_sizes import states_of_mass_matrices
from .trials import Trial, extended_torque, largest, split, torque

if TYPE_CHECKING:
    from ..arm.arm import Arm
    from ..validation import FloatArray


def situations(arm: Arm, samples: int, rng: np.random.Generator) -> list[States]:
    """Free motion, a wrench at the tip, and that on a moving base."""
    free = random_motion(arm, samples, rng)
    loaded = with_tip_wrench(free, rng)
    return [free, loaded, with_moving_base(loaded, rng)]


def trials(arm: Arm, samples: int, rng: np.random.Generator) -> list[Trial]:
    """Draw the states of all situations; the scale is the largest torque."""
    return [
        Trial(
            arm,
            states,
            (states.q, states.qd, states.qdd),
            largest(torque(arm, states)),
            split(extended_torque(arm, states)),
        )
        for states in situations(arm, samples, rng)
    ]


def residuals(
    arm: Arm, subject: Implementation, tried: list[tuple[Trial, FloatArray]]
) -> dict[Claim, Residual]:
    """Return the residuals of every claim on the torques of a subject."""
    base_at_rest = [(t, tau) for t, tau in tried if t.states.base_motion is None]
    free, free_tau = tried[0]
    few = free.first(states_of_mass_matrices(subject, arm.n))
    mass = mass_matrices(arm, subject, few)
    regular = definiteness_residual(mass, free.is_singular)
    k, k_mass = len(free_tau), len(mass)
    return {
        claims.REFERENCE: Residual(max(t.off(tau) for t, tau in tried), k),
        claims.POWER: Residual(
            max(power_residual(t, tau, t.energy_rate) for t, tau in base_at_rest), k
        ),
        claims.SYMMETRY: Residual(symmetry_residual(mass), k_mass),
        claims.POSITIVE: Residual(regular, k_mass),
        claims.GRAVITY: Residual(gravity_residual(arm, subject, free), k),
        claims.LINEARITY: Residual(linearity_residual(arm, subject, free, free_tau), k),
    }
