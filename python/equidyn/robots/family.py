"""Families of arms: functions of the user from n to an arm of n joints."""

from __future__ import annotations

from collections.abc import Callable

from ..arm.arm import Arm
from ..validation import function

Family = Callable[[int], Arm]


def member(family: Family, n: int) -> Arm:
    """Return the arm of n joints of a family.

    Raises
    ------
    ValueError, TypeError
        If the family is no function, or does not return an arm of n joints.
    """
    arm = function("family", family, "n")(n)
    if not isinstance(arm, Arm):
        raise TypeError(f"family: expected an arm of {n} joints, got {type(arm).__name__}")
    if arm.n != n:
        raise ValueError(f"family: expected an arm of {n} joints, got {arm.n}")
    return arm
