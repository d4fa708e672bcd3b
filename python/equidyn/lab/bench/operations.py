"""Operations on floating-point numbers that the kernels take for one evaluation."""

from __future__ import annotations

from ...arm.arm import Arm
from ...robots import random_arm
from ..count.counting import count_operations

# of a sine and a cosine of one angle, multiplications and additions (kernels/sincos.hpp)
SINE_AND_COSINE = 19 + 18


def counted_operations(arm: Arm) -> dict[str, int]:
    """Return the operations of the tasks whose kernel the counting numbers go through.

    These are multiplications and additions on which a torque depends, on a base at rest, and those
    of a sine and a cosine for every revolute joint. What it takes to read and write rows is none.
    A kernel knows right angles and zero shifts; it does not ask whether a moment of mass, or a
    component of gravity, is zero, so that products with these count.
    """
    count = count_operations(_with_general_bodies(arm), "minimal_newton_euler", base="tilted")
    angles = SINE_AND_COSINE * arm.joints.count("R")
    return {"inverse dynamics": count.multiplications + count.additions + angles}


def _with_general_bodies(arm: Arm) -> Arm:
    """Return the same arm with other bodies, nothing of which is zero."""
    bodies = random_arm(arm.n, seed=0, joints=arm.joints).to_dict()
    other = {name: bodies[name] for name in ("mass", "com", "inertia")}
    return Arm.from_dict({**arm.to_dict(), **other})
