"""Quantities of an arm as functions of arrays, and their vector-Jacobian products."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ..arm.arm import Arm
from ..arm.arms import Arms
from ..dynamics.base_and_link_motion import BaseMotion
from ..dynamics.facts import FACTS
from ..gradients.base import PARTS
from ..gradients.rules import RULES, Calls
from ..validation import FloatArray

# number of states whose products with parameters fit into the cache of a processor
_STATES = 1024

# the last arms that were asked for: of a value, and of its gradient
_KEPT = 2


class _Calls(Calls):
    """Calls of the methods of arms, with the options of the quantity, for `Rule.backward`."""

    numpy = np

    def __init__(
        self, arms: Arm | Arms, options: Mapping[str, Any], parameters: FloatArray | None
    ) -> None:
        self._arms, self._options, self._parameters = arms, options, parameters
        self.has_parameters = parameters is not None
        self.has_tip, self.has_base = "tip_wrench" in options, "base_motion" in options

    def all_of(self, quantity: str, *operands: FloatArray) -> Sequence[FloatArray]:
        """Return all results of a quantity, with the options that it takes."""
        takes = FACTS[quantity].options
        if "columns" in takes:
            takes |= {"friction", "motors"}
        options = {name: value for name, value in self._options.items() if name in takes}
        results = getattr(self._arms, quantity)(*operands, **options)
        return results if isinstance(results, tuple) else (results,)

    def tool_jacobian(self, q: FloatArray) -> FloatArray:
        """Return the Jacobian of the tool, in its axes."""
        return self._arms.jacobian(q, frame="tool")

    def to_parameters(self, state: Sequence[FloatArray], cotangent: FloatArray) -> FloatArray:
        """Return the products with the regressors, summed over the states of each arm."""
        assert self._parameters is not None
        shape = self._parameters.shape
        if self._parameters.size == shape[-1]:
            return self._sum(state, cotangent).reshape(shape)
        products = self("regressor_vjp", *state, cotangent)
        axes = tuple(k for k, extent in enumerate(shape[:-1]) if extent == 1)
        total: FloatArray = products.sum(axis=axes, keepdims=True)
        return total

    def _sum(self, state: Sequence[FloatArray], cotangent: FloatArray) -> FloatArray:
        """Return the sum of the products over all states, of one arm, a few states at a time."""
        n = self._arms.n
        rows = [x.reshape(-1, n) for x in np.broadcast_arrays(*state, cotangent)]
        total: Any = 0.0
        for start in range(0, max(1, len(rows[0])), _STATES):
            some = (x[start : start + _STATES] for x in rows)
            total = total + self("regressor_vjp", *some).sum(axis=0)
        gradient: FloatArray = total
        return gradient


@lru_cache(_KEPT)
def _of_parameters(arm: Arm, shape: tuple[int, ...], memory: bytes) -> Arm | Arms:
    """Return the arm with other parameters, or many arms of rows of them."""
    parameters = np.frombuffer(memory).reshape(shape)
    return arm.with_parameters(parameters) if len(shape) == 1 else arm.vary(parameters=parameters)


@lru_cache(_KEPT)
def _weightless(arm: Arm) -> Arm:
    """Return the arm without gravity."""
    return arm.with_gravity((0.0, 0.0, 0.0))


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
    ends : tuple of str
        Names of the arguments that follow the operands: the wrench at the tip, and the parts of the
        motion of the base.
    parameters : bool
        Whether parameters of the arm, with as many axes, follow them.
    weightless : bool
        Whether gravity is a part of the motion of the base.
    """

    name: str
    arm: Arm
    options: dict[str, Any]
    ends: tuple[str, ...] = ()
    parameters: bool = False
    weightless: bool = False

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
        operands, rest = arguments[:count], list(arguments[count:])
        options = dict(self.options)
        if "tip_wrench" in self.ends:
            options["tip_wrench"] = rest.pop(0)
        if len(self.ends) >= len(PARTS):
            options["base_motion"] = BaseMotion(*(rest.pop(0) for _ in PARTS))
        parameters = rest.pop(0) if self.parameters else None
        return _Calls(self._arms(parameters), options, parameters), operands, rest

    def _arms(self, parameters: FloatArray | None) -> Arm | Arms:
        """Return the arm, or those of the parameters."""
        arm = _weightless(self.arm) if self.weightless else self.arm
        if parameters is None:
            return arm
        # of an array that repeats one row, one arm
        alike = all(
            stride == 0 or extent == 1
            for stride, extent in zip(parameters.strides[:-1], parameters.shape[:-1], strict=True)
        )
        rows = parameters[(0,) * (parameters.ndim - 1)] if alike else parameters
        return _of_parameters(arm, rows.shape, rows.tobytes())
