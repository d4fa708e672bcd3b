"""The parameters of bodies that are nearest to an estimate."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from .._validation import FloatArray, shown
from ..arm.arm import Arm
from ..arm.base_parameters import BaseParameters
from ..arm.parameters import PER_LINK, ArmParameters
from ..arm.pseudo_inertia import OF_PARAMETER, pseudo_inertias
from .scales import least_change, parameter_scales

# in pure numbers: the smallest eigenvalue of a pseudo-inertia that is asked for, how much nearness
# to what was given counts, and how sharply the best known combination of parameters is held
_MARGIN, _NEARNESS, _SHARPEST = 1e-5, 1e-4, 1e4

# what eigenvalues may be below zero
_ROUNDING = 1e-9


def physical_parameters(
    given: Arm, guess: FloatArray, base: BaseParameters, information: FloatArray
) -> FloatArray:
    """Return an estimate, or the parameters of bodies that are nearest to it, shape (p,).

    Parameters
    ----------
    given : Arm
        Whose size the parameters are measured by.
    guess : ndarray, shape (p,)
        What bodies stay near to where the estimate does not tell.
    base : BaseParameters
        With the estimate.
    information : ndarray, shape (k, b)
        How certain it is: the square root of the inverse covariance.

    Raises
    ------
    ImportError
        If the estimate is not of bodies, and cvxpy or Clarabel is missing.
    """
    scales = parameter_scales(given, base.parameters)
    problem = _unphysical(base.parameters, base.parameters.values, scales)
    if not problem:
        return base.parameters.values
    try:
        import_module("clarabel")
        cvxpy = import_module("cvxpy")
    except ImportError as error:
        raise ImportError(
            f"{problem}: the estimate is no physical body, and to find the nearest one takes "
            f"{error.name}: pip install 'equidyn[identify]'"
        ) from error
    B, estimate = base.structural.matrix * scales, base.values
    weight = information / max(1.0, np.linalg.norm(information @ B) / _SHARPEST)
    pure = _solved(cvxpy, base.parameters, guess / scales, weight @ B, weight @ estimate)

    # bodies that predict exactly what the estimate does, where the nearest leave room for it
    nearest = pure * scales
    exact = nearest + least_change(base, scales, estimate - B @ pure)
    return nearest if _unphysical(base.parameters, exact, scales) else exact


def _solved(
    cvxpy: Any, parameters: ArmParameters, guess: FloatArray, W: FloatArray, r: FloatArray
) -> FloatArray:
    """Return the x of bodies and drives for which W x is nearest to r, and x not far from guess."""
    x = cvxpy.Variable(len(guess))
    bodies = (
        sum(x[first + k] * OF_PARAMETER[k] for k in range(PER_LINK))
        for first in _first_of_links(parameters)
    )
    constraints = [J >> _MARGIN * np.eye(4) for J in bodies]
    constraints += [x[k] >= 0 for k in _not_negative(parameters)]
    distance = cvxpy.sum_squares(W @ x - r) + _NEARNESS * cvxpy.sum_squares(x - guess)
    cvxpy.Problem(cvxpy.Minimize(distance), constraints).solve(solver=cvxpy.CLARABEL)
    return np.asarray(x.value)


def _unphysical(parameters: ArmParameters, values: FloatArray, scales: FloatArray) -> str:
    """Say which link, or drive, is no physical one, and why; nothing where all are."""
    pure = values / scales
    for number, first in enumerate(_first_of_links(parameters), start=1):
        J = pseudo_inertias(pure[first : first + PER_LINK])
        if J[3, 3] < 0 or (J[3, 3] == 0 and J[3].any()):
            return f"link {number}: mass must be positive, got {shown(values[first])} kg"
        if np.linalg.eigvalsh(J)[0] < -_ROUNDING * np.abs(J).max():
            return f"link {number}: no distribution of mass has its moments"
    for k in _not_negative(parameters):
        if values[k] < 0:
            return f"{parameters.names[k]}: must not be negative, got {shown(values[k])}"
    return ""


def _first_of_links(parameters: ArmParameters) -> list[int]:
    """Return the indices of the masses."""
    return [k for k, name in enumerate(parameters.names) if name[1:].isdigit()]


def _not_negative(parameters: ArmParameters) -> list[int]:
    """Return the indices of viscous friction and rotors."""
    names = enumerate(parameters.names)
    return [k for k, name in names if name.startswith(("viscous", "rotor"))]
