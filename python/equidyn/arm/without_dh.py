"""Arms without Denavit-Hartenberg parameters: their a_y is not zero."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .. import _core
from ..dynamics.joint_names import are_given

if TYPE_CHECKING:
    from .arm import Arm


def require_dh(arm: Arm, what: str) -> None:
    """Raise for an arm that Denavit-Hartenberg parameters do not describe.

    Raises
    ------
    ValueError
        If a_y is not zero, naming what needs these parameters, the links, and the reason.
    """
    reason = why_without_dh(arm)
    if reason:
        raise ValueError(
            f"{what}: expected Denavit-Hartenberg parameters, got an arm without: {reason}"
        )


def why_without_dh(arm: Arm) -> str:
    """Return the links with nonzero a_y, and the joint axes that are almost parallel there."""
    links = np.flatnonzero(arm.a_y).tolist()
    if not links:
        return ""
    numbers = ", ".join(str(i + 1) for i in links)
    reason = f"a_y is not zero at link{'s' * (len(links) > 1)} {numbers}"
    pairs = ", ".join(_joints(arm, i) for i in links if _almost_parallel(arm, i))
    return f"{reason}, as axes of joints are almost parallel: {pairs}" if pairs else reason


def _almost_parallel(arm: Arm, link: int) -> bool:
    """Tell whether the joint axes of a link are almost, but not exactly, parallel."""
    between_joints = _first(arm, link) in range(arm.n - 1)
    return between_joints and 0.0 < abs(np.sin(arm.alpha[link])) < _core.ALMOST_PARALLEL


def _first(arm: Arm, link: int) -> int:
    """Return the index of the joint from which the twist of a link leads."""
    return link if arm.convention == "standard" else link - 1


def _joints(arm: Arm, link: int) -> str:
    """Name the two joints between which the twist of a link leads."""
    i = _first(arm, link)
    if are_given(arm.joint_names):
        return f"{arm.joint_names[i]!r} and {arm.joint_names[i + 1]!r}"
    return f"{i + 1} and {i + 2}"
