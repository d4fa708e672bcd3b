"""Arms with a spherical wrist or a prismatic joint, and the operations counted on them."""

from __future__ import annotations

import numpy as np

from ....arm import Arm
from ....counting import (
    Conventions,
    Polynomial,
    count_operations,
    general_arm,
    operation_polynomial,
)
from ..printed_counts.tables import Pair

# the wrist, of the three last of six joints
_N = 6
_WRIST = slice(3, None)

# the prismatic joint: neither the first nor the last one
_PRISMATIC = 2


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


def arm_with_prismatic_joint(n: int) -> Arm:
    """Return the general arm, the third of more than three joints prismatic."""
    arm = general_arm(n)
    if n <= _PRISMATIC + 1:
        return arm
    third = np.arange(n) == _PRISMATIC
    joints = "".join("P" if prismatic else "R" for prismatic in third)
    data = arm.to_dict()
    return Arm.from_dict(
        {**data, "joints": joints, "theta": np.where(third, 0.7, 0), "d": ~third * data["d"]}
    )


def prismatic_joint_operations(formulation: str, step: str, conventions: Conventions) -> Pair:
    """Count the prismatic joint's operations in a step of the same cost for all revolute joints."""
    revolute, mixed = (
        operation_polynomial(formulation, family=family, **vars(conventions)).steps[step]
        for family in (general_arm, arm_with_prismatic_joint)
    )
    multiplications, additions = (
        with_prismatic - without + Polynomial.of([without(1) - without(0)])
        for with_prismatic, without in zip(mixed[:2], revolute[:2], strict=True)
    )
    return multiplications, additions
