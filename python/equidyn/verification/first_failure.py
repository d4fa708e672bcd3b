"""The first state and joint in which a subject differs from the expected result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..dynamics.facts import FACTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..validation import FloatArray
    from .trials import Trial


@dataclass(frozen=True, eq=False)
class FirstFailure:
    """The first state and joint in which a result differs by more than the tolerance.

    Attributes
    ----------
    subject : str
        The formulation, or candidate.
    state : int
        Index of the state, from 0.
    entry : tuple of int
        Joint numbers from 1: one for torques and accelerations, two or three for matrices.
    operands : dict of ndarray
        The state: the arguments among q, qd, qdd and tau.
    expected, found : float
        The expected number and that of the subject.
    """

    subject: str
    state: int
    entry: tuple[int, ...]
    operands: Mapping[str, FloatArray]
    expected: float
    found: float

    def __str__(self) -> str:
        joints = "joint" if len(self.entry) == 1 else "joints"
        lines = [
            f"{self.subject} fails first in state {self.state} at {joints} "
            f"{', '.join(map(str, self.entry))}: expected {self.expected!r}, got {self.found!r}"
        ]
        lines += [f"  {name} = {values.tolist()}" for name, values in self.operands.items()]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, ready for JSON; what is not finite becomes None."""
        return {
            "subject": self.subject,
            "state": self.state,
            "entry": list(self.entry),
            "operands": {name: values.tolist() for name, values in self.operands.items()},
            "expected": self.expected,
            "found": self.found if np.isfinite(self.found) else None,
        }


def first_failure(
    subject: str,
    quantity: str,
    trial: Trial,
    found: FloatArray,
    expected: NDArray[Any],
    tolerance: float,
) -> FirstFailure | None:
    """Return the first entry of the first state that differs; None where all agree.

    Parameters
    ----------
    subject : str
        Name of the subject.
    quantity : str
        The computed quantity.
    trial : Trial
        The states.
    found, expected : ndarray, shape (m, ...)
        Results of the subject, and the expected ones.
    tolerance : float
        The largest difference allowed, in units of eps times the scale of the trial.
    """
    # a number that is not finite is no agreement
    wrong = ~(trial.errors(found, expected) <= tolerance)
    if not wrong.any():
        return None
    place = tuple(int(k) for k in np.argwhere(wrong)[0])
    state, *entry = place
    names = FACTS[quantity].operands
    return FirstFailure(
        subject=subject,
        state=state,
        entry=tuple(k + 1 for k in entry),
        operands={name: values[state] for name, values in zip(names, trial.operands, strict=True)},
        expected=float(expected[place]),
        found=float(found[place]),
    )
