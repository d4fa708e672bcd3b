"""Arms for which two rows of Table 7.4 were counted, and their operations."""

from __future__ import annotations

import numpy as np

from ....arm import Arm
from ....counting import Conventions, Polynomial, count_operations, general_arm
from ..printed_counts.tables import Pair

# the wrist, of the three last of six joints
_N = 6
_WRIST = slice(3, None)


def arm_with_spherical_wrist(twists: tuple[float, float, float] | None = None) -> Arm:
    """Return the general arm of six joints, the axes of the last three in one point.

    Parameters
    ----------
    twists : tuple of float, optional
        Twists of these three links, rad; by default those of the general arm, which are not right
        angles.

    Returns
    -------
    Arm
        In standard DH.
    """
    data = general_arm(_N).to_dict()
    a, d, alpha = (np.array(data[name], dtype=float) for name in ("a", "d", "alpha"))
    a[_WRIST] = 0
    d[_WRIST.start + 1 :] = 0
    if twists is not None:
        alpha[_WRIST] = twists
    return Arm.from_dict({**data, "a": a, "d": d, "alpha": alpha})


def operations_on(arm: Arm | str, formulation: str, conventions: Conventions) -> Pair:
    """Count the multiplications and additions of an evaluation on one arm."""
    total = count_operations(arm, formulation, **vars(conventions)).total
    return Polynomial.of([total.multiplications]), Polynomial.of([total.additions])
