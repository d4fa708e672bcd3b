"""Bodies that would be wider than the arm: tensors in other units, or placeholders."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..._validation import ROUNDING, shown

# moments below this part of mass times squared reach of the arm change nothing
_TELLING = 1e-5

# where the data of the arm say little of its reach, m
_USUAL_REACH = 1.0


def known_reach(joints: str, lengths: float, further: float) -> float:
    """Return a bound of the reach of an arm, m: of its links, and of what its last joint carries.

    At least 1 m where slides, or a single joint, leave it unknown.
    """
    known = len(joints) > 1 and "P" not in joints and lengths > 0
    return lengths + further if known else max(_USUAL_REACH, lengths + further)


def wide_bodies(mass: ArrayLike, inertia: ArrayLike, reach: float, total: float) -> dict[int, str]:
    """Return what is suspect of bodies that are wider than the arm, by their indices.

    Parameters
    ----------
    mass : array_like, shape (m,)
        kg.
    inertia : array_like, shape (m, 3, 3)
        About the centres of mass, kg m².
    reach, total : float
        Reach, m, and mass, kg, of the whole arm.
    """
    masses = np.asarray(mass, float)
    moments = np.linalg.eigvalsh(np.asarray(inertia, float))[:, 2]
    with np.errstate(over="ignore"):  # tiny masses, huge arms
        wide = moments > np.maximum(masses * (1 + ROUNDING), _TELLING * total) * reach**2
        return {int(k): _suspicion(masses[k], moments[k]) for k in np.flatnonzero(wide)}


def _suspicion(mass: float, moment: float) -> str:
    """Say how far from an axis a body would have to be."""
    if mass == 0:
        return f"{shown(moment)} kg m² without any mass: a placeholder?"
    return (
        f"{shown(moment)} kg m² is the moment of {shown(mass)} kg that lie "
        f"{shown(np.sqrt(moment / mass))} m from an axis: kg mm², or a placeholder?"
    )
