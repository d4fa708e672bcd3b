"""Calls of candidates in a benchmark: a user's functions of torques, from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...implementations import Implementation, random_operands
from ...peers import Call

if TYPE_CHECKING:
    from ...arm import Arm
    from ...validation import FloatArray

# the library of their rows
LIBRARY = "candidate"


def call_of(candidate: Implementation, arm: Arm) -> Call:
    """Return the call of a candidate: on single states, and on more in a loop, or on batches.

    One that writes into its operands gets copies, which are in its time: the others need these.

    Raises
    ------
    ValueError
        If the function does not compute a state of the arm.
    """
    operands = random_operands(arm, candidate.quantity)
    single = candidate.takes_single_states(arm, operands)
    first = ("arm",) if candidate.takes_arm else ()
    end = ".copy()" if _writes(candidate, arm, operands, single) else ""
    arguments = ", ".join([*first, *(name + end for name in ("q", "qd", "qdd"))])
    return Call(
        library=LIBRARY,
        name=candidate.name,
        task="inverse dynamics",
        result=f"function({arguments})",
        names={"function": candidate.function, "arm": arm},
        rows="each" if single else "all",
    )


def _writes(
    candidate: Implementation, arm: Arm, operands: tuple[FloatArray, ...], single: bool
) -> bool:
    """Return whether the function of a candidate changes its operands."""
    states = [operand[0] if single else operand for operand in operands]
    given = [state.copy() for state in states]
    candidate.function(*((arm, *given) if candidate.takes_arm else given))
    return not all(map(np.array_equal, given, states))
