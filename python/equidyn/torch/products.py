"""Quantities of an arm as functions of arrays, and their vector-Jacobian products."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arm.arm import Arm
from ..dynamics.facts import FACTS
from ..gradients.rules import RULES, Calls
from ..validation import FloatArray

# number of regressors of six joints that fit into the cache of a processor
_STATES = 128


class _Calls(Calls):
    """Calls of the methods of an arm, with the options of the quantity, for `Rule.backward`."""

    numpy = np

    def __init__(self, arm: Arm, options: Mapping[str, Any], has_parameters: bool) -> None:
        self._arm, self._options, self.has_parameters = arm, options, has_parameters

    def all_of(self, quantity: str, *operands: FloatArray) -> Sequence[FloatArray]:
        """Return all results of a quantity."""
        results = getattr(self._arm, quantity)(*operands, **self._options)
        return results if isinstance(results, tuple) else (results,)

    def to_parameters(self, state: Sequence[FloatArray], cotangent: FloatArray) -> FloatArray:
        """Return the weighted sum over states of the rows of regressors, a few states at a time."""
        *rows, weight = (x.reshape(-1, self._arm.n) for x in np.broadcast_arrays(*state, cotangent))
        # breakaway friction does not depend on the parameters
        arm = self._arm
        arm = arm if arm.breakaway is None else arm.with_friction(arm.viscous, arm.coulomb)
        total: Any = 0.0
        for start in range(0, max(1, len(weight)), _STATES):
            some = slice(start, start + _STATES)
            regressor = arm.regressor(*(x[some] for x in rows), **self._options)
            total = total + np.einsum("si,sip->p", weight[some], regressor)
        gradient: FloatArray = total
        return gradient


@dataclass(frozen=True)
class Quantity:
    """A quantity of an arm as a function of arrays.

    Attributes
    ----------
    name : str
        Name of the method of the arm.
    arm : Arm
        The arm.
    options : dict
        Options of the method.
    parameters : bool
        Whether parameters of the arm are the last argument.
    """

    name: str
    arm: Arm
    options: dict[str, Any]
    parameters: bool

    def value(self, *arguments: FloatArray) -> FloatArray:
        """Return the quantity."""
        calls, operands, _ = self._split(arguments)
        return np.asarray(calls(self.name, *operands))

    def product(self, *arguments: FloatArray) -> Sequence[FloatArray]:
        """Return the gradients with respect to each argument; the last one is the cotangent."""
        calls, operands, (cotangent,) = self._split(arguments)
        return RULES[self.name].backward(calls, operands, cotangent)

    def _split(
        self, arguments: Sequence[FloatArray]
    ) -> tuple[_Calls, Sequence[FloatArray], Sequence[FloatArray]]:
        """Return calls of the arm that the arguments ask for, operands, and what follows them."""
        count = len(FACTS[self.name].operands)
        operands, rest = arguments[:count], arguments[count:]
        arm = self.arm.with_parameters(rest[0]) if self.parameters else self.arm
        calls = _Calls(arm, self.options, self.parameters)
        return calls, operands, rest[1:] if self.parameters else rest
