"""Verification of forward dynamics: situations, and residuals of the accelerations.

They are compared by the torques of their differences: rounding of an acceleration grows with the
condition of the mass matrix, that of its torque does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..implementations.implementation import Implementation
from . import claims, physics
from .claims import Claim
from .residuals import Residual, power_residual
from .torques import situations
from .trials import Trial, disagreement, extended_torque, largest, torque

if TYPE_CHECKING:
    from ..arm.arm import Arm
    from ..validation import FloatArray


def trials(arm: Arm, samples: int, rng: np.random.Generator) -> list[Trial]:
    """Draw the motions of all situations, and their torques."""
    drawn = []
    for states in situations(arm, samples, rng):
        tau = torque(arm, states)
        inertia = physics.kinetic_matrix(arm, states.q)
        operands = (states.q, states.qd, tau)
        drawn.append(Trial(arm, states, operands, largest(tau), inertia=inertia))
    return drawn


def residuals(
    arm: Arm, subject: Implementation, tried: list[tuple[Trial, FloatArray]]
) -> dict[Claim, Residual]:
    """Return the residuals of every claim on the accelerations of a subject."""
    base_at_rest = [(t, qdd) for t, qdd in tried if t.states.base_motion is None]
    k = len(tried[0][1])
    return {
        claims.EXACT_ACCELERATION: Residual(
            max(_exact_residual(arm, t, qdd) for t, qdd in tried), k
        ),
        claims.INVERSE: Residual(max(t.disagreement(qdd, t.states.qdd) for t, qdd in tried), k),
        claims.POWER: Residual(max(_power_residual(arm, t, qdd) for t, qdd in base_at_rest), k),
        claims.LINEAR_IN_TORQUE: Residual(_linearity_residual(arm, subject, tried[0][0]), k),
    }


def _power_residual(arm: Arm, trial: Trial, qdd: FloatArray) -> float:
    """Power of the given torques, against the rate of energy with the accelerations."""
    rate = physics.energy_rate(arm, trial.states.q, trial.states.qd, qdd)
    return power_residual(trial, trial.operands[2], rate)


def _exact_residual(arm: Arm, trial: Trial, qdd: FloatArray) -> float:
    """Torques of the accelerations in extended precision, against the given ones."""
    torques = extended_torque(arm, trial.states.with_acceleration(qdd))
    return disagreement(torques, trial.operands[2], trial.scale)


def _linearity_residual(arm: Arm, subject: Implementation, trial: Trial) -> float:
    """Residual of the linearity of accelerations in the torque."""
    states = trial.states
    tau_x = trial.operands[2]
    tau_0 = torque(arm, states.coasting())
    tau_y = torque(arm, states.with_acceleration(np.roll(states.qdd, 1, axis=-1)))
    x, y, zero, both = (
        subject.results(arm, (states.q, states.qd, tau))
        for tau in (tau_x, tau_y, tau_0, tau_x + tau_y - tau_0)
    )
    return trial.disagreement(both + zero, x + y)
