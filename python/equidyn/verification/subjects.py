"""Subjects of a verification: the formulations of equidyn, and a user's candidates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arm.states import States
from ..dynamics.registry import chosen_names, entry, refusals
from ..implementations.candidate import Candidate
from ..validation import FloatArray

if TYPE_CHECKING:
    from ..arm.arm import Arm


@dataclass(frozen=True)
class Subject:
    """A formulation, or a candidate for one.

    Attributes
    ----------
    name : str
        Name of the formulation, or of the candidate.
    candidate : Candidate or None
        A user's function that computes the quantity, unless it is a formulation of equidyn.
    quantity : str
        The computed quantity, as `equidyn.formulations` takes it.
    """

    name: str
    candidate: Candidate | None = None
    quantity: str = "inverse_dynamics"

    @property
    def judges_others(self) -> bool:
        """Whether others are compared with it: a formulation that equidyn brings along."""
        return self.candidate is None and entry(self.name, self.quantity).own is None

    def can_try(self, states: States) -> bool:
        """Return whether the subject takes the tip wrench and base motion of the states."""
        return self.candidate is None or (states.tip_wrench is None and states.base_motion is None)

    def torque(self, arm: Arm, states: States) -> FloatArray:
        """Torques of the states, (m, n)."""
        return self.result(arm, (states.q, states.qd, states.qdd), **loads_of(states))

    def result(self, arm: Arm, operands: tuple[FloatArray, ...], **loads: Any) -> FloatArray:
        """Results of m states, (m, n), (m, n, n) or (m, n, n, n) by the quantity."""
        if self.candidate is not None:
            return self.candidate.results(arm, operands)
        method = getattr(arm, self.quantity)
        return np.asarray(method(*operands, formulation=self.name, **loads))


def loads_of(states: States) -> dict[str, Any]:
    """Return tip wrench and base motion where there are any, as methods of `Arm` take them."""
    loads = {"tip_wrench": states.tip_wrench, "base_motion": states.base_motion}
    return {name: load for name, load in loads.items() if load is not None}


def torque(arm: Arm, formulation: str | None, states: States) -> FloatArray:
    """Torques of the states by a formulation of equidyn, (m, n)."""
    return arm.inverse_dynamics(
        states.q, states.qd, states.qdd, formulation=formulation, **loads_of(states)
    )


def subjects(
    arm: Arm,
    formulations: Iterable[str] | None,
    candidates: Iterable[Candidate],
    quantity: str,
) -> list[Subject]:
    """Return the given formulations, or all that take the arm, then the candidates.

    Raises
    ------
    ValueError
        If a formulation is unknown.
    """
    refused = refusals(arm, quantity) if formulations is None else {}
    names = [name for name in chosen_names(formulations, quantity) if name not in refused]
    return [Subject(name, quantity=quantity) for name in names] + [
        Subject(candidate.name, candidate, quantity) for candidate in candidates
    ]
