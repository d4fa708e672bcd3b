"""Who is examined: the formulations of equidyn, and candidates that a user brings along."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._validation import function, text
from ...arm.states import Array, States
from ...dynamics.formulations import chosen_names, refusals
from ...dynamics.formulations import formulations as registry

if TYPE_CHECKING:
    from ...arm.arm import Arm

# how near, as part of the largest torque, the answers of two calls are that mean the same
_SAME = 1e-6

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
        together = self._together(arm, states)
        if together is not None:
            return together
        return np.array([self._alone(arm, states, row) for row in range(len(states.q))])

    def _together(self, arm: Arm, states: States) -> Array | None:
        """Torques of all states in one call, where the candidate takes that; None where not.

        Functions of one state may happen to return something for many: what they say of the first
        and of the last state alone decides.
        """
        try:
            tau = np.asarray(self._call(arm, states.q, states.qd, states.qdd), dtype=np.float64)
        except Exception:
            return None
        if tau.shape != states.q.shape:
            return None
        for row in (0, -1):
            try:
                alone = self._alone(arm, states, row)
            except ValueError:
                continue  # it takes batches only
            largest = np.abs(alone).max()
            if not np.allclose(tau[row], alone, rtol=0, atol=_SAME * largest, equal_nan=True):
                return None
        return tau

    def _alone(self, arm: Arm, states: States, row: int) -> Array:
        """Torques of one state, (n,)."""
        try:
            answer = self._call(arm, states.q[row], states.qd[row], states.qdd[row])
        except Exception as error:
            raise ValueError(
                f"candidates[{self.name!r}] raised {type(error).__name__}: {error}"
            ) from error
        try:
            tau = np.asarray(answer, dtype=np.float64)
        except (TypeError, ValueError):
            raise ValueError(
                f"candidates[{self.name!r}]: must return real numbers, got {type(answer).__name__}"
            ) from None
        if tau.shape != (arm.n,):
            raise ValueError(
                f"candidates[{self.name!r}]: must return shape ({arm.n},), got shape {tau.shape}"
            )
        return tau

    def _call(self, arm: Arm, *state: Array) -> Any:
        """Call the candidate with copies: it cannot spoil the states of the others."""
        assert self.candidate is not None
        return self.candidate(arm, *(array.copy() for array in state))


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
    if not isinstance(candidates, Mapping):
        raise TypeError(f"candidates: expected functions by name, got {type(candidates).__name__}")
    for name, candidate in candidates.items():
        if text("candidates", name) in known:
            raise ValueError(f"candidates: {name!r} is the name of a formulation; take another")
        function(f"candidates[{name!r}]", candidate, "(arm, q, qd, qdd)")
    refused = refusals(arm) if formulations is None else {}
    names = [name for name in chosen_names(formulations) if name not in refused]
    return [Subject(name) for name in names] + [
        Subject(name, candidate) for name, candidate in candidates.items()
    ]
