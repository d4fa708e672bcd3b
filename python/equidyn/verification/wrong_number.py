"""The first wrong number of some results, with the state in which it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..validation import FloatArray


@dataclass(frozen=True, eq=False)
class FirstWrong:
    """The first number that differs from the expected one by more than the tolerance.

    Attributes
    ----------
    state : int
        The state: its index, from 0; of a file, its number, from 1.
    entry : tuple of int
        Indices of the number in that state, from 1: the joint, or row and column.
    expected, found : float
        The expected number, and the one that was found.
    operands : dict of ndarray
        The state: the arguments among q, qd, qdd and tau.
    axis : str
        What the index counts where there is one.
    subject : str
        What returned the number: a formulation, or a candidate.
    """

    state: int
    entry: tuple[int, ...]
    expected: float
    found: float
    operands: Mapping[str, FloatArray] = field(default_factory=dict)
    axis: str = "joint"
    subject: str = ""

    def __str__(self) -> str:
        indices = ", ".join(map(str, self.entry))
        at = f" at {self.axis} {indices}" if len(self.entry) == 1 else f" at entry ({indices})"
        said = [
            f"{self.subject} fails first in " if self.subject else "",
            f"state {self.state}{at if self.entry else ''}: ",
            f"expected {self.expected!r}, got {self.found!r}",
        ]
        state = [f"  {name} = {values.tolist()}" for name, values in self.operands.items()]
        return "\n".join(["".join(said), *state])

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data for JSON; non-finite numbers become None."""
        return {
            "subject": self.subject,
            "state": self.state,
            "entry": list(self.entry),
            "operands": {name: values.tolist() for name, values in self.operands.items()},
            "expected": self.expected,
            "found": self.found if np.isfinite(self.found) else None,
        }


def first_wrong(
    wrong: NDArray[np.bool_],
    expected: NDArray[Any],
    found: FloatArray,
    operands: Mapping[str, FloatArray] | None = None,
    *,
    axis: str = "joint",
    subject: str = "",
    states_from: int = 0,
) -> FirstWrong | None:
    """Return the first wrong entry of the first state that has one; None where none is wrong.

    Parameters
    ----------
    wrong : ndarray of bool, shape (m, ...)
        Which numbers are wrong.
    expected, found : ndarray, shape (m, ...)
        The expected numbers, and those that were found.
    operands : mapping of str to ndarray, shape (m, n), optional
        The states.
    axis, subject : str
        As in `FirstWrong`.
    states_from : int
        Number of the first state.
    """
    if not wrong.any():
        return None
    state, *entry = place = tuple(map(int, np.argwhere(wrong)[0]))
    return FirstWrong(
        state=states_from + state,
        entry=tuple(index + 1 for index in entry),
        expected=float(expected[place]),
        found=float(found[place]),
        operands={name: values[state] for name, values in (operands or {}).items()},
        axis=axis,
        subject=subject,
    )
