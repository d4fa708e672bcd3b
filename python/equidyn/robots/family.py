"""Families of arms: functions of the user from n to an arm of n joints, and values of n."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..arm.arm import Arm
from ..validation import brief, count, function, several

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


def numbers_of_joints(n: Sequence[int], largest: int) -> tuple[int, ...]:
    """Return numbers of joints, checked and sorted.

    Raises
    ------
    ValueError, TypeError
        If there are none, or one is below 1 or above the largest.
    """
    sizes = {count("n", size, largest=largest) for size in several("n", n, "numbers of joints")}
    if not sizes:
        raise ValueError(f"n: expected numbers of joints, 1 or more, got {brief(n)}")
    return tuple(sorted(sizes))
