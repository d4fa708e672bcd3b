"""Physically consistent parameters nearest to an estimate."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..arm.arm import Arm
from ..arm.parameters.base_parameters import BaseParameters
from ..arm.parameters.parameters import PER_LINK, ArmParameters
from ..arm.parameters.pseudo_inertia import links_of, pseudo_inertias
from ..validation import ROUNDING, FloatArray
from .nearest_bodies import Bodies, nearest_bodies
from .scales import parameter_scales
from .validation import TOLERANCE, deviation

# rounding error of an eigenvalue of a pseudo-inertia, or of a drive, relative to the largest
_ROUNDING = 1e-12

# least eigenvalue of the pseudo-inertia of a reference body; its least mass, and the least viscous
# friction and rotor, in sizes of the arm
_THINNEST, _LIGHTEST, _LEAST_DRIVE = 1e-4, 1e-3, 1e-6


def physical_parameters(
    given: Arm, guess: FloatArray, base: BaseParameters, information: FloatArray
) -> FloatArray:
    """Return an estimate (p,), or the parameters of bodies that predict the same, or nearly so.

    Parameters
    ----------
    given : Arm
        Arm with the size that scales the parameters.
    guess : ndarray, shape (p,)
        Reference, up to its order of magnitude, where the estimate does not determine parameters.
    base : BaseParameters
        Base parameters with the estimate.
    information : ndarray, shape (k, b)
        Square root of the inverse covariance of the estimate.
    """
    scales = parameter_scales(given, base.parameters.units)
    order, links, drives = _order(base.parameters)
    estimate = (base.parameters.values / scales)[order]
    x = within_rounding(estimate, links, drives)
    if x is None:
        W = (information @ (base.structural.matrix * scales))[:, order]
        r = information @ base.values
        x = nearest_parameters(W, r, (guess / scales)[order], estimate, links, drives)
    values = np.empty_like(x)
    values[order] = x
    return values * scales


def misfit(found: FloatArray, estimate: FloatArray) -> list[str]:
    """Return a warning if the torques of parameters differ significantly from an estimate.

    Parameters
    ----------
    found, estimate : ndarray, shape (k,)
        Of both, the combinations that the data determine, in units of their standard deviations.
    """
    off = found - estimate
    chi_square, part = float(off @ off), np.linalg.norm(off) / (np.linalg.norm(estimate) or 1.0)
    # the square allows for few parameters (Laurent & Massart 2000)
    if part <= ROUNDING or deviation(chi_square - TOLERANCE**2, len(off)) <= TOLERANCE:
        return []
    return [
        "no bodies predict the torques as the estimate does: the nearest ones differ from it "
        f"by {part:.2g} of them (root mean square, weighted by the noise), "
        f"{np.sqrt(chi_square / len(off)):.2g} times what noise explains"
    ]


def _order(parameters: ArmParameters) -> tuple[NDArray[np.intp], int, int]:
    """Return the indices of links, of viscous friction and rotors, of others; and two counts."""
    names = parameters.names
    drives = [k for k, name in enumerate(names) if name.startswith(("viscous", "rotor"))]
    others = [k for k, name in enumerate(names) if name.startswith("coulomb")]
    links = len(names) - len(drives) - len(others)
    of_links = [k for k in range(len(names)) if k not in {*drives, *others}]
    return np.array(of_links + drives + others), links, len(drives)


def within_rounding(estimate: FloatArray, links: int, drives: int) -> FloatArray | None:
    """Return an estimate with impossible rounding errors removed; None if it is not physical."""
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


def nearest_parameters(
    W: FloatArray, r: FloatArray, guess: FloatArray, estimate: FloatArray, links: int, drives: int
) -> FloatArray:
    """Return the parameters of the bodies that minimise |W x - r|; of several, near the guess.

    Parameters
    ----------
    W, r : ndarray, shape (k, p) and (k,)
        Equations in units of the noise, of full rank.
    guess, estimate : ndarray, shape (p,)
        Parameters in units of the arm's size, first those of links, then those of motors.
    links, drives : int
        Numbers of both.
    """
    reference = _of_its_order(_reference(guess, estimate, links, drives), W, r)
    return nearest_bodies(W, r, reference).parameters


def _reference(guess: FloatArray, estimate: FloatArray, links: int, drives: int) -> Bodies:
    """Return physical bodies near the guess, of the length of the arm."""
    J = pseudo_inertias(guess[:links].reshape(-1, PER_LINK))
    J[:, 3, 3] = np.maximum(J[:, 3, 3], np.trace(J[:, :3, :3], axis1=1, axis2=2))
    values, vectors = np.linalg.eigh(J)
    sizes = np.maximum(values[:, -1:], _LIGHTEST)
    roots = np.sqrt(np.maximum(values, _THINNEST * sizes))
    of_drives = np.maximum(guess, np.abs(estimate))[links : links + drives]
    of_drives = np.maximum(of_drives, _LEAST_DRIVE)
    return Bodies(vectors * roots[:, np.newaxis], of_drives, estimate[links + drives :])


def _of_its_order(reference: Bodies, W: FloatArray, r: FloatArray) -> Bodies:
    """Return the reference scaled by a power of ten to the order of magnitude of the solution."""
    x = reference.parameters
    x[len(x) - len(reference.others) :] = 0.0
    sizes = np.linalg.norm([W @ x, r], axis=1)
    factor = 10.0 ** np.round(np.diff(np.log10(sizes))[0]) if sizes.all() else 1.0
    return Bodies(reference.factors * np.sqrt(factor), reference.drives * factor, reference.others)
