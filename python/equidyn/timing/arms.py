"""The arms on which formulations are timed: of growing length, or a single one."""

from __future__ import annotations

from collections.abc import Sequence

from ..arm.arm import Arm
from ..robots import ArmLike, load, random_arm
from ..robots.family import Family, member, numbers_of_joints

SIZES = (1, 2, 3, 4, 6, 8, 10, 15, 20, 30, 50, 70, 100)

# more joints than any useful timing has, few enough for the memory
_LONGEST = 10_000


def chosen_arms(
    n: Sequence[int] | None, family: Family | None, arm: ArmLike | None, seed: int
) -> tuple[list[Arm], str]:
    """Return the arms, and their description.

    Raises
    ------
    ValueError
        For impossible numbers of joints; if `family` returns an arm of another n; if `arm` is given
        together with `n` or `family`.
    """
    if arm is not None:
        if n is not None or family is not None:
            raise ValueError("arm: expected either arm, or n and family, got both")
        arm = load(arm)
        return [arm], arm.name or "this arm"
    sizes = numbers_of_joints(SIZES if n is None else n, _LONGEST)
    if family is None:
        return [random_arm(size, seed) for size in sizes], f"random arms, seed {seed}"
    name = getattr(family, "__name__", type(family).__name__)
    return [member(family, size) for size in sizes], f"arms of {name}"
