"""Implementations of a quantity: a formulation of equidyn, or a function of a user.

A function is called with many states or one by one, with copies, and has one error message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .._core import DoubleDouble
from ..arm.states import random_motion
from ..dynamics.facts import FACTS
from ..dynamics.registry import chosen_names, kernel_name, refusals
from ..dynamics.registry import formulations as registry
from ..graph.numpy_of_objects import numpy_of_objects
from ..validation import FloatArray, brief, float64_copy, text, without_ones
from .signature import of_arrays, takes_arm

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
class Implementation:
    """What computes a quantity: a formulation of equidyn, or a function of a user.

    Attributes
    ----------
    name : str
        Its name in tables.
    function : callable
        The function.
    quantity : str
        The computed quantity, as `equidyn.formulations` takes it.
    takes_arm : bool
        Whether the first argument of the function is the arm.
    by_user : bool
        Whether the function is one of a user.
    faults : list of str
        Errors of the function in single states; their results are NaN.
    """

    name: str
    function: Function
    quantity: str = "inverse_dynamics"
    takes_arm: bool = True
    by_user: bool = True
    faults: list[str] = field(default_factory=list)

    @property
    def called(self) -> str:
        """The function in messages."""
        return f"candidates[{brief(self.name)}]"

    def results(self, arm: Arm, operands: tuple[FloatArray, ...], **loads: Any) -> FloatArray:
        """Results of m states, (m, n), (m, n, n) or (m, n, n, n) by the quantity; NaN for errors.

        Those of a user's function in one call where it returns the same for the first and the last
        state alone; functions of one state may happen to return something for many. Formulations
        alone take tip wrench and base motion.
        """
        if not self.by_user:
            found: FloatArray = self.function(arm, *operands, **loads)
            return found
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
        shape = (len(operands[0]), *self.shapes(arm)[0])
        if without_ones(results.shape) != without_ones(shape):
            return None
        kept = all(isinstance(number, DoubleDouble) for number in results.flat)
        return results.reshape(shape) if kept else None

    def takes_single_states(
        self, arm: Arm, operands: tuple[FloatArray, ...], together: bool = False
    ) -> bool:
        """Return whether to call the function with one state at a time, not with a batch.

        Parameters
        ----------
        arm : Arm
            The arm.
        operands : tuple of ndarray, shape (m, n)
            Some states, the first of which the function has to compute.
        together : bool
            Whether a function that takes both is called with a batch.

        Raises
        ------
        ValueError
            If it raises, which is the cause, or returns something else than numbers of the shape.
        """
        if together and self._together(arm, operands) is not None:
            return False
        try:
            self.alone(arm, operands, 0)
        except ValueError:
            first = tuple(np.repeat(operand[:1], _REPEATED, axis=0) for operand in operands)
            if self._together(arm, first) is None:
                raise
            return False
        return True

    def alone(self, arm: Arm, operands: tuple[FloatArray, ...], row: int) -> FloatArray:
        """Compute the result of one state.

        Raises
        ------
        ValueError
            As `takes_single_states`.
        """
        return self.shaped(arm, self.answer(arm, *(operand[row] for operand in operands)))

    def computes(self, arms: Iterable[Arm]) -> bool:
        """Return whether the function computes a random state of every one of some arms."""
        try:
            for arm in arms:
                self.takes_single_states(arm, random_operands(arm, self.quantity))
        except ValueError:
            return False
        return True

    def shapes(self, arm: Arm) -> tuple[tuple[int, ...], ...]:
        """Shapes that the result of one state may have."""
        return (FACTS[self.quantity].extents(arm.n)[0],)

    def call(self, arm: Arm, *state: Any) -> Any:
        """Call the function with copies, so that it cannot change the states of the others."""
        copies = (array.copy() for array in state)
        return self.function(arm, *copies) if self.takes_arm else self.function(*copies)

    def answer(self, arm: Arm, *state: FloatArray) -> Any:
        """Call the function; what it raises is the cause of a ValueError."""
        try:
            return self.call(arm, *state)
        except (Exception, SystemExit) as error:
            raise ValueError(f"{self.called} raised {in_words(error)}") from error

    def shaped(self, arm: Arm, answer: Any) -> FloatArray:
        """Return the numbers of the answer for one state, in one of the shapes of the quantity."""
        result, shapes = self.numbers(answer), self.shapes(arm)
        for shape in shapes:
            # a column, or a batch of one state, holds the same numbers
            if without_ones(result.shape) == without_ones(shape):
                return result.reshape(shape)
        expected = " or ".join(map(str, shapes))
        transpose = ", the transpose" if result.shape[::-1] in shapes else ""
        raise ValueError(
            f"{self.called}: must return shape {expected}, got shape {result.shape}{transpose}"
        )

    def numbers(self, answer: Any, part: str = "") -> FloatArray:
        """Return a copy of an answer: the function may return the same array each time.

        Raises
        ------
        ValueError
            If it is anything else than real numbers.
        """
        name = self.called + part
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
            return np.full(self.shapes(arm)[0], np.nan)

    def _together(self, arm: Arm, operands: tuple[FloatArray, ...]) -> FloatArray | None:
        """Results of all states in one call, or None where the function takes single states."""
        try:
            results = self.numbers(self.answer(arm, *operands))
        except ValueError:
            return None
        if results.shape not in [(len(operands[0]), *shape) for shape in self.shapes(arm)]:
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


def in_words(error: BaseException) -> str:
    """Return type and message of an error, whatever its message does."""
    try:
        said = str(error)
    except Exception:
        said = ""
    return f"{type(error).__name__}: {said}".removesuffix(": ")


def random_operands(arm: Arm, quantity: str) -> tuple[FloatArray, ...]:
    """Draw a state, always the same: the operands of a quantity, each of shape (1, n)."""
    x = random_motion(arm, 1, np.random.default_rng(0))
    values = {"q": x.q, "qd": x.qd, "qdd": x.qdd, "tau": arm.inverse_dynamics(x.q, x.qd, x.qdd)}
    return tuple(values[operand] for operand in FACTS[quantity].operands)


def candidates_of(
    functions: Mapping[str, Function] | None, quantity: str = "inverse_dynamics"
) -> tuple[Implementation, ...]:
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
        operands = FACTS[quantity].operands
        of_states = of_arrays(function, operands)
        with_arm = takes_arm(f"candidates[{brief(name)}]", of_states, operands)
        found.append(Implementation(name, of_states, quantity, with_arm))
    return tuple(found)


def formulation(name: str, quantity: str = "inverse_dynamics") -> Implementation:
    """Return the formulation of a name."""

    def results(arm: Arm, *operands: FloatArray, **loads: Any) -> FloatArray:
        return np.asarray(getattr(arm, quantity)(*operands, formulation=name, **loads))

    return Implementation(name, results, quantity, by_user=False)


def chosen(
    arms: Iterable[Arm],
    formulations: Iterable[str] | None,
    candidates: Iterable[Implementation],
    quantity: str,
) -> list[Implementation]:
    """Return the given formulations, or all that take the arms, then the candidates.

    Raises
    ------
    ValueError
        If a formulation is unknown.
    """
    names = chosen_names(formulations, quantity)
    if formulations is None:
        refused = {name for arm in arms for name in refusals(arm, quantity)}
        names = [name for name in names if name not in refused]
    return [*(formulation(name, quantity) for name in names), *candidates]
