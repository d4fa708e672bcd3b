"""The arm of each state, where a model for each is evaluated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .. import _core

if TYPE_CHECKING:
    from ..arm import Arm, Arms


def numbers_of_arms(arm: Arm | Arms, leading: tuple[int, ...]) -> NDArray[np.int32] | None:
    """Return the number of the arm of each state, as the core reads it; None for one arm."""
    if isinstance(arm, _core.Arm):
        return None
    numbers = np.broadcast_to(arm._numbers(), leading)
    return np.ascontiguousarray(numbers, np.int32)
