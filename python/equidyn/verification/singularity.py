"""Whether some motion of the joints moves no inertia, and eigenvalues that tell."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from . import physics
from .claims import EPS, POSITIVE

if TYPE_CHECKING:
    from ..arm.arm import Arm
    from ..validation import FloatArray


def is_singular(arm: Arm, q: FloatArray) -> bool:
    """Return whether some motion of the joints moves no inertia, independent of formulations.

    By the kinetic energy; or none beyond errors of the arm's data, as forward dynamics judges.
    """
    energy = physics.kinetic_matrix(arm, q[:1])
    singular = arm._singular_joints(q[0], motors=False)
    return bool(singular) or is_negligible(smallest_eigenvalue(energy))


def is_negligible(eigenvalue: float) -> bool:
    """Return whether an eigenvalue of a matrix with unit diagonal is zero but for rounding."""
    return abs(eigenvalue) <= EPS * POSITIVE.tolerance


def smallest_eigenvalue(mass: FloatArray) -> float:
    """Smallest eigenvalue of all mass matrices, scaled to a unit diagonal.

    Metres and radians do not compare; with a diagonal of ones every eigenvalue is a pure number,
    and the sign of the smallest one is the same. Minus infinity if an entry is NaN.
    """
    if not np.all(np.isfinite(mass)):
        return -math.inf
    diagonal = np.einsum("kii->ki", mass)
    unit = 1.0 / np.sqrt(np.where(diagonal > 0, diagonal, 1.0))
    scaled = unit[:, :, None] * mass * unit[:, None, :]
    return float(np.linalg.eigvalsh((scaled + scaled.swapaxes(-1, -2)) / 2.0).min())
