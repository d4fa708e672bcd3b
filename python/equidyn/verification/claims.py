"""Claims on every formulation, with their tolerances."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

EPS = float(np.finfo(np.float64).eps)

# scales of the residuals, in addition to eps
SCALES = {
    "inverse_dynamics": "the largest torque",
    "mass_matrix": "the largest entry",
    "forward_dynamics": "the largest torque; accelerations are converted to the torques they need",
    "coriolis_coefficients": "the largest entry of coefficients and mass matrix",
}


@dataclass(frozen=True)
class Claim:
    """Claim that must hold for every formulation.

    Attributes
    ----------
    name : str
        Its name in tables.
    statement : str
        The claim in words.
    tolerance : float
        The largest residual allowed, in units of eps times the scale of the quantity.
    reason : str
        Reason for the tolerance.
    """

    name: str
    statement: str
    tolerance: float
    reason: str


# 1e-13. On random arms the worst residual of any claim is 10 eps up to 12 joints and 16 eps at 100;
# the rest is room for arms in which much larger forces cancel along the joint axes. A wrong term
# gives 1e10 and more.
_TOLERANCE = 450.0


def agreement(result: str) -> Claim:
    """Return the claim that all formulations give the same result."""
    return Claim(
        name="others",
        statement=f"the same {result} as every other formulation",
        tolerance=_TOLERANCE,
        reason="two computations of about a hundred roundings each",
    )


AGREEMENT = agreement("torque")
REFERENCE = Claim(
    name="exact",
    statement="the torque from the same equations in extended precision",
    tolerance=_TOLERANCE,
    reason="one such computation; the error of the other is far below eps",
)
POWER = Claim(
    name="power",
    statement="power at joints and tip is the rate of kinetic and potential energy",
    tolerance=_TOLERANCE,
    reason="the rate of energy (complex step) has about as many roundings",
)
SYMMETRY = Claim(
    name="M=Mᵗ",
    statement="the mass matrix is symmetric",
    tolerance=_TOLERANCE,
    reason="its columns are differences of two torques at rest",
)
POSITIVE = Claim(
    name="M>0",
    statement="the mass matrix is positive definite if the kinetic energy is",
    tolerance=_TOLERANCE,
    reason="an eigenvalue moves no more than the entries",
)
GRAVITY = Claim(
    name="∇V",
    statement="the torque at rest is the gradient of the potential energy",
    tolerance=_TOLERANCE,
    reason="the gradient (complex step) has about as many roundings",
)
LINEARITY = Claim(
    name="linear",
    statement="the torque is linear in the acceleration",
    tolerance=_TOLERANCE,
    reason="four torques",
)

# only for candidates, and only if it fails: formulations have no memory
REPEATABLE = Claim(
    name="again",
    statement="a second call with the same state gives the same numbers",
    tolerance=_TOLERANCE,
    reason="threads may add in another order",
)

# claims of the other quantities

EXACT_MASS_MATRIX = Claim(
    name="exact",
    statement="the mass matrix from torques of unit accelerations in extended precision",
    tolerance=_TOLERANCE,
    reason=REFERENCE.reason,
)
ENERGY = Claim(
    name="energy",
    statement="the matrix of the kinetic energy",
    tolerance=_TOLERANCE,
    reason=AGREEMENT.reason,
)
EXACT_COEFFICIENTS = Claim(
    name="exact",
    statement="the coefficients from torques of unit velocities in extended precision",
    tolerance=_TOLERANCE,
    reason=REFERENCE.reason,
)
CHRISTOFFEL = Claim(
    name="∇M",
    statement="the Christoffel symbols of the matrix of the kinetic energy",
    tolerance=_TOLERANCE,
    reason=GRAVITY.reason,
)
SYMMETRIC_PAIRS = Claim(
    name="jk=kj",
    statement="the order of the two velocities does not matter",
    tolerance=_TOLERANCE,
    reason="they may be computed one after the other",
)
EXACT_ACCELERATION = Claim(
    name="exact",
    statement="the acceleration needs the given torque, in extended precision",
    tolerance=_TOLERANCE,
    reason="rounding of the acceleration, as part of its torque",
)
INVERSE = Claim(
    name="inverse",
    statement="the acceleration from which inverse dynamics computed the torque",
    tolerance=_TOLERANCE,
    reason="rounding of the torque, and of the acceleration as part of its torque",
)
LINEAR_IN_TORQUE = Claim(
    name="linear",
    statement="the acceleration is linear in the torque",
    tolerance=_TOLERANCE,
    reason="four accelerations",
)

# claims of derived quantities

CORIOLIS = Claim(
    name="∇M",
    statement="the Christoffel symbols of the matrix of the kinetic energy, times velocities",
    tolerance=_TOLERANCE,
    reason=GRAVITY.reason,
)
SKEW = Claim(
    name="skew",
    statement="the rate of the matrix of the kinetic energy minus 2 C is skew-symmetric",
    tolerance=_TOLERANCE,
    reason=GRAVITY.reason,
)
RATE = Claim(
    name="rate",
    statement="the rate of the matrix of the kinetic energy",
    tolerance=_TOLERANCE,
    reason=GRAVITY.reason,
)
DERIVATIVES = Claim(
    name="exact",
    statement="the derivatives of the torque, by differences in extended precision",
    tolerance=_TOLERANCE,
    reason=REFERENCE.reason,
)
OF_ACCELERATIONS = Claim(
    name="inverse",
    statement="the derivatives of the acceleration need those of the torque, in extended precision",
    tolerance=_TOLERANCE,
    reason="rounding of the inverse of the mass matrix, as part of its torques",
)
OF_THE_TOOL = Claim(
    name="JM⁻¹Jᵗ",
    statement="the inverse of J M⁻¹ Jᵗ, by the motion of the links",
    tolerance=_TOLERANCE,
    reason="rounding of the matrix and of its inverse, as part of their product",
)
