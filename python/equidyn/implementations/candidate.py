"""Calls of a user's function: on many states or one by one, on copies, with one error message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .._core import DoubleDouble
from ..arm.states import random_motion
from ..dynamics.facts import FACTS
from ..dynamics.registry import formulations as registry
from ..dynamics.registry import kernel_name
from ..graph.numpy_of_objects import numpy_of_objects
from ..validation import FloatArray, brief, float64_copy, text, without_ones
from .signature import takes_arm

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..arm.arm import Arm

# a function of the arm, or without it, and of the operands of a quantity
Function = Callable[..., Any]

# equal states in a first batch: a function of one state does not return as many rows by chance,
# such as a function that unpacks two joints, called with two states
_REPEATED = 13

# arrays of numbers of 106 bits
_WIDE = np.frompyfunc(DoubleDouble, 1, 1)

# tolerance of equal results of two calls, relative to the largest one
_SAME = 1e-6


@dataclass(frozen=True, eq=False)
class Candidate:
    """A user's function that computes a quantity.

    Attributes
    ----------
    name : str
        Its name in tables.
    function : callable
        The function.
    quantity : str
        The computed quantity, as `equidyn.formulations` takes it.
    takes_arm : bool
        Whether its first argument is the arm.
    faults : list of str
        Errors in single states; their results are NaN.
    """

    name: str
    function: Function
    quantity: str = "inverse_dynamics"
    takes_arm: bool = True
    faults: list[str] = field(default_factory=list)

    @property
    def called(self) -> str:
        """The function in messages."""
        return f"candidates[{brief(self.name)}]"

    def results(self, arm: Arm, operands: tuple[FloatArray, ...]) -> FloatArray:
        """Results of m states, (m, n), (m, n, n) or (m, n, n, n) by the quantity; NaN for errors.

        In one call where the function returns the same for the first and the last state alone;
        functions of one state may happen to return something for many.
        """
        together = self._together(arm, operands)
        if together is not None:
            return together
        return np.array([self._alone_or_nan(arm, operands, row) for row in range(len(operands[0]))])

    def in_extended_precision(
        self, arm: Arm, operands: tuple[FloatArray, ...]
    ) -> NDArray[np.object_] | None:
        """Results of single states in extended precision; None where the function leaves it."""
        wide = (_WIDE(operand) for operand in operands)
        try:
            with numpy_of_objects():
                found = [
                    np.array(self.call(arm, *state), dtype=object)
                    for state in zip(*wide, strict=True)
                ]
            results = np.array(found, dtype=object)
        except Exception:
            return None
        shape = (len(operands[0]), *self.shape(arm))
        if without_ones(results.shape) != without_ones(shape):
            return None
        kept = all(isinstance(number, DoubleDouble) for number in results.flat)
        return results.reshape(shape) if kept else None

    def require(self, arm: Arm, operands: tuple[FloatArray, ...]) -> None:
        """Raise an error unless the function computes the first of some states.

        Raises
        ------
        ValueError
            If it raises, which is the cause, or returns something else than numbers of the shape.
        """
        first = tuple(np.repeat(operand[:1], _REPEATED, axis=0) for operand in operands)
        if self._together(arm, first) is None:
            self.alone(arm, first, 0)

    def alone(self, arm: Arm, operands: tuple[FloatArray, ...], row: int) -> FloatArray:
        """Compute the result of one state.

        Raises
        ------
        ValueError
            As `require`.
        """
        try:
            answer = self.call(arm, *(operand[row] for operand in operands))
        except Exception as error:
            raise ValueError(f"{self.called} raised {type(error).__name__}: {error}") from error
        result, shape = self._numbers(answer), self.shape(arm)
        # a column, or a batch of one state, holds the same numbers
        if without_ones(result.shape) != without_ones(shape):
            raise ValueError(f"{self.called}: must return shape {shape}, got shape {result.shape}")
        return result.reshape(shape)

    def computes(self, arms: Iterable[Arm]) -> bool:
        """Return whether the function computes a random state of every one of some arms."""
        try:
            for arm in arms:
                self.require(arm, random_operands(arm, self.quantity))
        except ValueError:
            return False
        return True

    def takes_single_states(self, arm: Arm, operands: tuple[FloatArray, ...]) -> bool:
        """Return whether the function computes single states, not batches alone."""
        try:
            self.alone(arm, operands, 0)
        except ValueError:
            return False
        return True

    def takes_batches(self, arm: Arm, operands: tuple[FloatArray, ...]) -> bool:
        """Return whether the function computes these states in one call."""
        return self._together(arm, operands) is not None

    def shape(self, arm: Arm) -> tuple[int, ...]:
        """Shape of the result of one state."""
        return FACTS[self.quantity].extents(arm.n)[0]

    def call(self, arm: Arm, *state: Any) -> Any:
        """Call the function with copies, so that it cannot change the states of the others."""
        copies = (array.copy() for array in state)
        return self.function(arm, *copies) if self.takes_arm else self.function(*copies)

    def _numbers(self, answer: Any) -> FloatArray:
        """Return a copy of an answer: the function may return the same array each time.

        Raises
        ------
        ValueError
            If it is anything else than real numbers.
        """
        name = self.called
        try:
            return float64_copy(name, answer, "must return")
        except (TypeError, ValueError) as error:
            raise ValueError(str(error)) from None
        # tensors of other libraries raise what these choose
        except Exception as error:
            raise ValueError(f"{name}: must return real numbers, got {error}") from error

    def _alone_or_nan(self, arm: Arm, operands: tuple[FloatArray, ...], row: int) -> FloatArray:
        try:
            return self.alone(arm, operands, row)
        except ValueError as error:
            if str(error) not in self.faults:
                self.faults.append(str(error))
            return np.full(self.shape(arm), np.nan)

    def _together(self, arm: Arm, operands: tuple[FloatArray, ...]) -> FloatArray | None:
        """Results of all states in one call, or None where the function takes single states."""
        try:
            results = self._numbers(self.call(arm, *operands))
        except Exception:
            return None
        if results.shape != (len(operands[0]), *self.shape(arm)):
            return None
        for row in (0, -1):
            try:
                alone = self.alone(arm, operands, row)
            except ValueError:
                continue  # it takes batches only
            largest = np.abs(alone).max()
            if not np.allclose(results[row], alone, rtol=0, atol=_SAME * largest, equal_nan=True):
                return None
        return results


def random_operands(arm: Arm, quantity: str) -> tuple[FloatArray, ...]:
    """Draw a state, always the same: the operands of a quantity, each of shape (1, n)."""
    x = random_motion(arm, 1, np.random.default_rng(0))
    values = {"q": x.q, "qd": x.qd, "qdd": x.qdd, "tau": arm.inverse_dynamics(x.q, x.qd, x.qdd)}
    return tuple(values[operand] for operand in FACTS[quantity].operands)


def candidates_of(
    functions: Mapping[str, Function] | None, quantity: str = "inverse_dynamics"
) -> tuple[Candidate, ...]:
    """Return the candidates of the argument ``candidates=``, validated.

    Raises
    ------
    ValueError
        If one has the name of a formulation.
    TypeError
        If the argument is no mapping of names to functions; if a function takes other arguments.
    """
    if functions is None:
        return ()
    if not isinstance(functions, Mapping):
        raise TypeError(f"candidates: expected functions by name, got {type(functions).__name__}")
    known = {formulation.name for formulation in (*registry(quantity), *registry())}
    known.add(kernel_name(quantity))
    found = []
    for name, function in functions.items():
        if text("candidates", name) in known:
            raise ValueError(f"candidates: {name!r} is the name of a formulation; choose another")
        with_arm = takes_arm(f"candidates[{brief(name)}]", function, FACTS[quantity].operands)
        found.append(Candidate(name, function, quantity, with_arm))
    return tuple(found)
