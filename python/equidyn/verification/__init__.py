"""Verification of the formulations against each other and against physics."""

from .claims import AGREEMENT, EPS
from .coriolis_coefficients import extended_coriolis_coefficients
from .mass_matrix import extended_mass_matrix
from .significant_digits import SINGLE, digits
from .trials import disagreement, extended_torque, largest, torque
from .verification import Check, Verification
from .verifying import verify
from .wrong_number import FirstWrong, first_wrong

__all__ = [
    "AGREEMENT",
    "EPS",
    "SINGLE",
    "Check",
    "FirstWrong",
    "Verification",
    "digits",
    "disagreement",
    "extended_coriolis_coefficients",
    "extended_mass_matrix",
    "extended_torque",
    "first_wrong",
    "largest",
    "torque",
    "verify",
]


def __dir__() -> list[str]:
    return sorted(__all__)
