"""The parameters of bodies that are nearest to an estimate."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .._validation import FloatArray
from ..arm.arm import Arm
from ..arm.parameters.base_parameters import BaseParameters
from ..arm.parameters.parameters import PER_LINK, ArmParameters
from ..arm.parameters.pseudo_inertia import links_of, pseudo_inertias
from .nearest_bodies import Bodies, nearest_bodies
from .scales import parameter_scales

# an eigenvalue of a pseudo-inertia, or a drive, may be negative by this part of the largest
_ROUNDING = 1e-12

# the thinnest body that is taken for given, by the smallest eigenvalue of its pseudo-inertia; the
# lightest, and the least viscous friction and rotor, in sizes of the arm
_THINNEST, _LIGHTEST, _LEAST_DRIVE = 1e-4, 1e-3, 1e-6


def physical_parameters(
    given: Arm, guess: FloatArray, base: BaseParameters, information: FloatArray
) -> FloatArray:
    """Return an estimate, or the parameters of bodies that predict as it does or nearly so, (p,).

    Parameters
    ----------
    given : Arm
        Whose size the parameters are measured by.
    guess : ndarray, shape (p,)
        What bodies stay near to where the estimate does not tell, but for its order of magnitude.
    base : BaseParameters
        With the estimate.
    information : ndarray, shape (k, b)
        How certain it is: the square root of the inverse covariance.
    """
    scales = parameter_scales(given, base.parameters)
    order, links, drives = _order(base.parameters)
    estimate = (base.parameters.values / scales)[order]
    x = _within_rounding(estimate, links, drives)
    if x is None:
        W = (information @ (base.structural.matrix * scales))[:, order]
        r = information @ base.values
        reference = _reference((guess / scales)[order], estimate, links, drives)
        x = nearest_bodies(W, r, _of_its_order(reference, W, r)).parameters
    values = np.empty_like(x)
    values[order] = x
    return values * scales


def _order(parameters: ArmParameters) -> tuple[NDArray[np.intp], int, int]:
    """Return the indices of links, then viscous friction and rotors, then others; two numbers."""
    names = parameters.names
    drives = [k for k, name in enumerate(names) if name.startswith(("viscous", "rotor"))]
    others = [k for k, name in enumerate(names) if name.startswith("coulomb")]
    links = len(names) - len(drives) - len(others)
    of_links = [k for k in range(len(names)) if k not in {*drives, *others}]
    return np.array(of_links + drives + others), links, len(drives)


def _within_rounding(estimate: FloatArray, links: int, drives: int) -> FloatArray | None:
    """Return an estimate without rounding errors that no body has, or None where more is wrong."""
    J = pseudo_inertias(estimate[:links].reshape(-1, PER_LINK))
    values, vectors = np.linalg.eigh(J)
    least = -_ROUNDING * np.abs(values).max(axis=1)
    of_drives = estimate[links : links + drives]
    massless = (J[:, 3, 3] <= 0) & J.any(axis=(1, 2))
    if np.any(massless | (values[:, 0] < least)) or np.any(
        of_drives < -_ROUNDING * np.abs(estimate).max()
    ):
        return None
    clipped = links_of((vectors * np.maximum(values, 0.0)[:, np.newaxis]) @ vectors.swapaxes(1, 2))
    x = estimate.copy()
    x[:links] = np.where(values[:, :1] < 0, clipped, x[:links].reshape(-1, PER_LINK)).ravel()
    x[links : links + drives] = np.maximum(of_drives, 0.0)
    return np.asarray(x)


def _reference(guess: FloatArray, estimate: FloatArray, links: int, drives: int) -> Bodies:
    """Return bodies like those that are guessed, but none impossible, and as long as the arm."""
    J = pseudo_inertias(guess[:links].reshape(-1, PER_LINK))
    J[:, 3, 3] = np.maximum(J[:, 3, 3], np.trace(J[:, :3, :3], axis1=1, axis2=2))
    values, vectors = np.linalg.eigh(J)
    sizes = np.maximum(values[:, -1:], _LIGHTEST)
    roots = np.sqrt(np.maximum(values, _THINNEST * sizes))
    of_drives = np.maximum(guess, np.abs(estimate))[links : links + drives]
    of_drives = np.maximum(of_drives, _LEAST_DRIVE)
    return Bodies(vectors * roots[:, np.newaxis], of_drives, estimate[links + drives :])


def _of_its_order(reference: Bodies, W: FloatArray, r: FloatArray) -> Bodies:
    """Return bodies as many powers of ten as heavy as W x needs for the size of r."""
    x = reference.parameters
    x[len(x) - len(reference.others) :] = 0.0
    sizes = np.linalg.norm([W @ x, r], axis=1)
    factor = 10.0 ** np.round(np.diff(np.log10(sizes))[0]) if sizes.all() else 1.0
    return Bodies(reference.factors * np.sqrt(factor), reference.drives * factor, reference.others)
