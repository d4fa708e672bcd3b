"""The quantities that can be verified, with their trials and residuals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..implementations.implementation import Implementation
from . import coriolis_coefficients, forward_dynamics, mass_matrix, torques
from .claims import Claim
from .residuals import Residual
from .trials import Trial

if TYPE_CHECKING:
    from ..arm.arm import Arm
    from ..validation import FloatArray

Tried = list[tuple[Trial, "FloatArray"]]


@dataclass(frozen=True)
class Quantity:
    """Verification of a quantity.

    Attributes
    ----------
    result : str
        The quantity, in the words of a claim.
    trials : callable
        Draws the states of all situations, with reference results.
    residuals : callable
        Returns the residuals of every claim on the results of a subject.
    """

    result: str
    trials: Callable[[Arm, int, np.random.Generator], list[Trial]]
    residuals: Callable[[Arm, Implementation, Tried], dict[Claim, Residual]]


QUANTITIES = {
    "inverse_dynamics": Quantity("torque", torques.trials, torques.residuals),
    "mass_matrix": Quantity("mass matrix", mass_matrix.trials, mass_matrix.residuals),
    "forward_dynamics": Quantity(
        "acceleration", forward_dynamics.trials, forward_dynamics.residuals
    ),
    "coriolis_coefficients": Quantity(
        "coefficients", coriolis_coefficients.trials, coriolis_coefficients.residuals
    ),
}
