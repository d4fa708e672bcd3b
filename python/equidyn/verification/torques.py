"""Verification of the torques of inverse dynamics: situations and residuals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arm.states import States, random_motion, with_moving_base, with_tip_wrench
from ..implementations.implementation import Implementation
from . import claims, physics
from .claims import Claim
from .residuals import (
    definiteness_residual,
    gravity_residual,
    is_negligible,
    linearity_residual,
    mass_matrices,
    power_residual,
    smallest_eigenvalue,
    symmetry_residual,
)
from .trials import Trial, extended_torque, largest, split, torque

if TYPE_CHECKING:
    from ..arm.arm import Arm
    from ..validation import FloatArray

# number of states for mass matrices, of n evaluations each
_MASS_MATRICES = 10


def situations(arm: Arm, samples: int, rng: np.random.Generator) -> list[States]:
    """Free motion, a wrench at the tip, and that on a moving base."""
    free = random_motion(arm, samples, rng)
    loaded = with_tip_wrench(free, rng)
    return [free, loaded, with_moving_base(loaded, rng)]


def trials(arm: Arm, samples: int, rng: np.random.Generator) -> list[Trial]:
    """Draw the states of all situations; the scale is the largest torque."""
    return [
        Trial(
            states,
            (states.q, states.qd, states.qdd),
            largest(torque(arm, states)),
            split(extended_torque(arm, states)),
        )
        for states in situations(arm, samples, rng)
    ]


def residuals(
    arm: Arm, subject: Implementation, tried: list[tuple[Trial, FloatArray]]
) -> dict[Claim, float]:
    """Return the residuals of every claim on the torques of a subject."""
    base_at_rest = [(t, tau) for t, tau in tried if t.states.base_motion is None]
    free, free_tau = tried[0]
    mass = mass_matrices(arm, subject, free, _MASS_MATRICES)
    return {
        claims.REFERENCE: max(t.off(tau) for t, tau in tried),
        claims.POWER: max(power_residual(arm, t.states, tau, t.scale) for t, tau in base_at_rest),
        claims.SYMMETRY: symmetry_residual(mass),
        claims.POSITIVE: definiteness_residual(mass, is_singular(arm, free.states.q)),
        claims.GRAVITY: gravity_residual(arm, subject, free),
        claims.LINEARITY: linearity_residual(arm, subject, free, free_tau),
    }


def is_singular(arm: Arm, q: FloatArray) -> bool:
    """Return whether some motion of the joints moves no inertia, independent of formulations.

    By the kinetic energy; or none beyond errors of the arm's data, as forward dynamics judges.
    """
    energy = physics.kinetic_matrix(arm, q[:1])
    singular = arm._singular_joints(q[0], motors=False, held=False)
    return bool(singular) or is_negligible(smallest_eigenvalue(energy))
