"""Operation counts of candidates, beside those of the formulations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from ..graph.operations import Operations
from ..implementations.implementation import Implementation
from ..implementations.recorded_run import recorded_operations
from .conventions import Conventions

if TYPE_CHECKING:
    from ..arm.arm import Arm

_Counted = TypeVar("_Counted")


def operations_of(candidate: Implementation, arm: Arm, conventions: Conventions) -> Operations:
    """Count the operations of a candidate on an arm; rotations are as the function has them.

    Raises
    ------
    ValueError
        If the conventions need something that candidates do not take; if the function cannot be
        counted.
    """
    if conventions.base == "moving" or conventions.tip_wrench or conventions.friction:
        raise ValueError(
            f"{candidate.called}: cannot be counted with a moving base, a tip wrench "
            "or friction, because candidates do not take them"
        )
    return recorded_operations(candidate, conventions.arm(arm), conventions.dead_code)


def countable(
    candidates: Iterable[Implementation], count: Callable[[Implementation], _Counted]
) -> tuple[tuple[_Counted, ...], tuple[str, ...]]:
    """Return the results of those candidates that can be counted, and reasons for the others."""
    counted, refusals = [], []
    for candidate in candidates:
        try:
            counted.append(count(candidate))
        except (ValueError, RuntimeError) as error:
            refusals.append(f"not counted: {error}")
    return tuple(counted), tuple(refusals)
