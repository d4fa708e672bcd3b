"""The first wrong number of a student's function, and the state in which it returned that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...validation import FloatArray, shown

if TYPE_CHECKING:
    from .tasks import Task


@dataclass(frozen=True)
class Failure:
    """The first wrong number.

    Attributes
    ----------
    index : tuple of int
        Its index in the result, from 1.
    state : dict of str to ndarray, shape (n,)
        The operands by name.
    got, expected : float
        The numbers; of a Coriolis matrix, of its product with the velocities.
    """

    index: tuple[int, ...]
    state: dict[str, FloatArray]
    got: float
    expected: float

    def __str__(self) -> str:
        place = ", ".join(map(str, self.index))
        state = ", ".join(f"{name} = {shown(value)}" for name, value in self.state.items())
        return f"entry {place}: got {self.got:.6g}, expected {self.expected:.6g} at {state}"


def first_failure(
    task: Task, got: FloatArray, expected: FloatArray, allowed: FloatArray
) -> Failure | None:
    """Return the first wrong number, or None where all are right."""
    wrong = np.argwhere(~(np.abs(got - expected) <= allowed))
    if not wrong.size:
        return None
    state, *index = (int(i) for i in wrong[0])
    place = (state, *index)
    return Failure(
        index=tuple(i + 1 for i in index),
        state={
            name: operand[state] for name, operand in zip(task.names, task.operands, strict=True)
        },
        got=float(got[place]),
        expected=float(expected[place]),
    )
