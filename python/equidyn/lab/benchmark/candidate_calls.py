"""Calls of candidates in a benchmark: a user's functions of torques, from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..candidates.candidate import Candidate, random_operands
from ..peers.call import Call

if TYPE_CHECKING:
    from ...arm.arm import Arm

# the library of their rows
LIBRARY = "candidate"


def call_of(candidate: Candidate, arm: Arm) -> Call:
    """Return the call of a candidate: on single states, and on more in a loop, or on batches.

    Raises
    ------
    ValueError
        If the function does not compute a state of the arm.
    """
    operands = random_operands(arm, candidate.quantity)
    candidate.require(arm, operands)
    single = candidate.takes_single_states(arm, operands)
    return Call(
        library=LIBRARY,
        name=candidate.name,
        task="inverse dynamics",
        result="function(arm, q, qd, qdd)" if candidate.takes_arm else "function(q, qd, qdd)",
        names={"function": candidate.function, "arm": arm},
        rows="each" if single else "all",
    )
