"""What a prismatic joint among revolute ones takes of a step."""

from __future__ import annotations

import numpy as np

from ...arm.arm import Arm
from ...lab.count.conventions import Conventions, general_arm
from ...lab.count.operation_polynomials import operation_polynomial
from ...lab.count.polynomial import Polynomial
from ..printed_counts.tables import Pair

# the joint that slides: neither the first nor the last one
_SLIDE = 2


def arm_with_a_slide(n: int) -> Arm:
    """Return the general arm, the third of more than three joints prismatic."""
    arm = general_arm(n)
    if n <= _SLIDE + 1:
        return arm
    slides = np.arange(n) == _SLIDE
    joints = "".join("P" if slide else "R" for slide in slides)
    data = arm.to_dict()
    return Arm.from_dict(
        {**data, "joints": joints, "theta": np.where(slides, 0.7, 0), "d": ~slides * data["d"]}
    )


def operations_of_a_slide(formulation: str, step: str, conventions: Conventions) -> Pair:
    """Count what the prismatic joint takes of a step that takes the same for every revolute one."""
    revolute, mixed = (
        operation_polynomial(formulation, family=family, **vars(conventions)).steps[step]
        for family in (general_arm, arm_with_a_slide)
    )
    multiplications, additions = (
        with_slide - without + Polynomial.of([without(1) - without(0)])
        for with_slide, without in zip(mixed[:2], revolute[:2], strict=True)
    )
    return multiplications, additions
