"""Operations that a prismatic joint among revolute ones adds to a step."""

from __future__ import annotations

import numpy as np

from ....arm import Arm
from ....counting import Conventions, Polynomial, general_arm, operation_polynomial
from ..printed_counts.tables import Pair

# the prismatic joint: neither the first nor the last one
_PRISMATIC = 2


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
