"""Subjects of a verification: the formulations of equidyn, and a user's candidates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._validation import FloatArray, function, text
from ...arm.states import States
from ...dynamics.formulations import chosen_names, refusals
from ...dynamics.formulations import formulations as registry
from ...dynamics.names import QUANTITIES

if TYPE_CHECKING:
    from ...arm.arm import Arm

# tolerance of equal results of two calls, relative to the largest torque
_SAME = 1e-6

# arguments of candidates: the arm and the operands of the quantity
Candidate = Callable[..., Any]

_ARGUMENTS = {
    quantity: f"(arm, {', '.join(table['operands'])})" for quantity, table in QUANTITIES.items()
}
# axes of the result of one state, of length n each
AXES: dict[str, int] = {quantity: table["axes"] for quantity, table in QUANTITIES.items()}


@dataclass(frozen=True)
class Subject:
    """A formulation, or a candidate for one.

    Attributes
    ----------
    name : str
        Name of the formulation, or of the candidate.
    candidate : callable, or None
        Function that computes the quantity, unless it is a formulation of equidyn.
    quantity : str
        The computed quantity, as `equidyn.formulations` takes it.
    """

    name: str
    candidate: Candidate | None = None
    quantity: str = "inverse_dynamics"

    def can_try(self, states: States) -> bool:
        """Return whether the subject takes the tip wrench and base motion of the states."""
        return self.candidate is None or (states.tip_wrench is None and states.base_motion is None)

    def torque(self, arm: Arm, states: States) -> FloatArray:
        """Torques of the states, (m, n)."""
        return self.result(arm, (states.q, states.qd, states.qdd), **loads_of(states))

    def result(self, arm: Arm, operands: tuple[FloatArray, ...], **loads: Any) -> FloatArray:
        """Results of m states, (m, n), (m, n, n) or (m, n, n, n) by the quantity."""
        if self.candidate is None:
            method = getattr(arm, self.quantity)
            return np.asarray(method(*operands, formulation=self.name, **loads))
        together = self._together(arm, operands)
        if together is not None:
            return together
        return np.array([self._alone(arm, operands, row) for row in range(len(operands[0]))])

    def _shape(self, arm: Arm) -> tuple[int, ...]:
        """Shape of the result of one state."""
        return (arm.n,) * AXES[self.quantity]

    def _together(self, arm: Arm, operands: tuple[FloatArray, ...]) -> FloatArray | None:
        """Results of all states in one call, or None where the candidate takes single states.

        Functions of one state may happen to return something for many: their results for the first
        and the last state alone decide.
        """
        try:
            results = np.asarray(self._call(arm, *operands), dtype=np.float64)
        except Exception:
            return None
        if results.shape != (len(operands[0]), *self._shape(arm)):
            return None
        for row in (0, -1):
            try:
                alone = self._alone(arm, operands, row)
            except ValueError:
                continue  # it takes batches only
            largest = np.abs(alone).max()
            if not np.allclose(results[row], alone, rtol=0, atol=_SAME * largest, equal_nan=True):
                return None
        return results

    def _alone(self, arm: Arm, operands: tuple[FloatArray, ...], row: int) -> FloatArray:
        """Compute the result of one state."""
        try:
            answer = self._call(arm, *(operand[row] for operand in operands))
        except Exception as error:
            raise ValueError(
                f"candidates[{self.name!r}] raised {type(error).__name__}: {error}"
            ) from error
        try:
            result = np.asarray(answer, dtype=np.float64)
        except (TypeError, ValueError):
            raise ValueError(
                f"candidates[{self.name!r}]: must return real numbers, got {type(answer).__name__}"
            ) from None
        shape = self._shape(arm)
        if result.shape != shape:
            raise ValueError(
                f"candidates[{self.name!r}]: must return shape {shape}, got shape {result.shape}"
            )
        return result

    def _call(self, arm: Arm, *state: FloatArray) -> Any:
        """Call the candidate with copies, so that it cannot change the states of the others."""
        assert self.candidate is not None
        return self.candidate(arm, *(array.copy() for array in state))


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
    candidates: Mapping[str, Candidate],
    quantity: str,
) -> list[Subject]:
    """Return the given formulations, or all that take the arm, then the candidates.

    Raises
    ------
    ValueError
        If a formulation is unknown, or a candidate has the name of one.
    TypeError
        If a candidate cannot be called.
    """
    known = {formulation.name for formulation in (*registry(quantity), *registry())}
    if not isinstance(candidates, Mapping):
        raise TypeError(f"candidates: expected functions by name, got {type(candidates).__name__}")
    for name, candidate in candidates.items():
        if text("candidates", name) in known:
            raise ValueError(f"candidates: {name!r} is the name of a formulation; take another")
        function(f"candidates[{name!r}]", candidate, _ARGUMENTS[quantity])
    refused = refusals(arm, quantity) if formulations is None else {}
    names = [name for name in chosen_names(formulations, quantity) if name not in refused]
    return [Subject(name, quantity=quantity) for name in names] + [
        Subject(name, candidate, quantity) for name, candidate in candidates.items()
    ]
