"""Names and table labels of joints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..output.text import in_one_line


def usual_joint_names(n: int) -> tuple[str, ...]:
    """Return the default names of joints."""
    return tuple(f"joint_{number}" for number in range(1, n + 1))


def are_given(names: Sequence[str]) -> bool:
    """Tell whether joint names differ from the default."""
    return tuple(names) != usual_joint_names(len(names))


def joint_labels(arm: Any) -> list[str]:
    """Return a label for each joint of an arm: its name where one was given, else its number."""
    if are_given(arm.joint_names):
        return [in_one_line(name) for name in arm.joint_names]
    return [str(number + 1) for number in range(arm.n)]
