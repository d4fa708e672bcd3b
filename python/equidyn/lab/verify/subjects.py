"""Who is examined: the formulations of equidyn, and candidates that a user brings along."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arm.states import Array, States
from ...dynamics.formulations import chosen_names, refusals
from ...dynamics.formulations import formulations as registry

if TYPE_CHECKING:
    from ...arm.arm import Arm

Candidate = Callable[["Arm", Array, Array, Array], Any]


@dataclass(frozen=True)
class Subject:
    """A formulation, or a candidate for one.

    Attributes
    ----------
    name : str
        Name of the formulation, or of the candidate.
    candidate : callable, or None
        What computes the torques, where it is not a formulation of equidyn.
    """

    name: str
    candidate: Candidate | None = None

    def can_try(self, states: States) -> bool:
        """Tell whether the subject takes the tip wrench and base motion of the states."""
        return self.candidate is None or (states.tip_wrench is None and states.base_motion is None)

    def torque(self, arm: Arm, states: States) -> Array:
        """Torques of the states, (m, n)."""
        if self.candidate is None:
            return torque(arm, self.name, states)
        rows = zip(states.q.copy(), states.qd.copy(), states.qdd.copy(), strict=True)
        return np.array([self._checked(self.candidate(arm, *row), arm.n) for row in rows])

    def _checked(self, answer: Any, n: int) -> Array:
        tau = np.asarray(answer, dtype=np.float64)
        if tau.shape != (n,):
            raise ValueError(
                f"candidates[{self.name!r}]: must return shape ({n},), got shape {tau.shape}"
            )
        return tau


def torque(arm: Arm, formulation: str | None, states: States) -> Array:
    """Torques of the states by a formulation of equidyn, (m, n)."""
    return arm.inverse_dynamics(
        states.q,
        states.qd,
        states.qdd,
        formulation=formulation,
        tip_wrench=states.tip_wrench,
        base_motion=states.base_motion,
    )


def subjects(
    arm: Arm, formulations: Iterable[str] | None, candidates: Mapping[str, Candidate]
) -> list[Subject]:
    """Return the formulations asked for, or all that take the arm, then the candidates.

    Raises
    ------
    ValueError
        If a formulation is unknown, or a candidate bears the name of one.
    TypeError
        If a candidate cannot be called.
    """
    known = {formulation.name for formulation in registry()}
    for name, candidate in candidates.items():
        if name in known:
            raise ValueError(f"candidates: {name!r} is the name of a formulation; take another")
        if not callable(candidate):
            raise TypeError(
                f"candidates[{name!r}]: expected a function of (arm, q, qd, qdd), "
                f"got {type(candidate).__name__}"
            )
    refused = refusals(arm) if formulations is None else {}
    names = [name for name in chosen_names(formulations) if name not in refused]
    return [Subject(name) for name in names] + [
        Subject(name, candidate) for name, candidate in candidates.items()
    ]
