"""Numbers that record the operations of a Python function, by the rules of a traced formulation."""

from __future__ import annotations

import numbers
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from .trace import IntArray, Operation, live_nodes

# reference of a constant
_CONSTANT = -1

# a constant so near to 0, 1 or -1 is meant to be that, as the cosine of a right angle
_ROUNDING = 16 * float(np.finfo(np.float64).eps)

# largest exponent of a power that is a product
_LARGEST_POWER = 64


class NotRecorded(ValueError):
    """Something that a function does with its numbers and that is no recorded operation."""


class Recording:
    """Operations of one evaluation, in order.

    Operations that cost nothing are not recorded: those among constants, sums with 0, products with
    0, 1 or -1. Negations are recorded, but free.
    """

    def __init__(self) -> None:
        self._operation: list[Operation] = []
        self._left: list[int] = []
        self._right: list[int] = []

    def input(self, value: float) -> Recorded:
        """Return a number that is known only when the arm moves."""
        return self.add(Operation.INPUT, _CONSTANT, _CONSTANT, value)

    def add(self, operation: Operation, left: int, right: int, value: float) -> Recorded:
        """Record an operation on two nodes; -1 for a constant."""
        self._operation.append(operation)
        self._left.append(left)
        self._right.append(right)
        return Recorded(self, len(self._operation) - 1, value)

    def counted(self, results: list[Any], dead_code: bool = False) -> IntArray:
        """Return the recorded operations that results depend on, or all."""
        operation, left, right = (
            np.array(column, dtype=np.int32)
            for column in (self._operation, self._left, self._right)
        )
        nodes = [x.node if isinstance(x, Recorded) else _CONSTANT for x in results]
        mask = live_nodes(left, right, np.array(nodes, dtype=np.int32))
        return operation if dead_code else operation[mask]


class Recorded:
    """A number that records what is done with it.

    Its operators take plain numbers as constants; arrays of it have dtype object.

    Attributes
    ----------
    recording : Recording
        The operations until now, and others.
    node : int
        Index of the operation of which it is the result.
    value : float
        Its value in the state of the evaluation.
    """

    __slots__ = ("node", "recording", "value")
    __hash__ = object.__hash__

    def __init__(self, recording: Recording, node: int, value: float) -> None:
        self.recording, self.node, self.value = recording, node, value

    def __add__(self, other: Any) -> Any:
        return self._with(other, _sum)

    def __radd__(self, other: Any) -> Any:
        return self._with(other, _sum, swapped=True)

    def __sub__(self, other: Any) -> Any:
        return self._with(other, _difference)

    def __rsub__(self, other: Any) -> Any:
        return self._with(other, _difference, swapped=True)

    def __mul__(self, other: Any) -> Any:
        return self._with(other, _product)

    def __rmul__(self, other: Any) -> Any:
        return self._with(other, _product, swapped=True)

    def __truediv__(self, other: Any) -> Any:
        return self._with(other, _quotient)

    def __rtruediv__(self, other: Any) -> Any:
        return self._with(other, _quotient, swapped=True)

    def __pow__(self, exponent: Any) -> Any:
        if exponent != int(exponent) or not abs(exponent) <= _LARGEST_POWER:
            raise NotRecorded(f"a power with the exponent {exponent} is not counted")
        power: Any = 1.0
        for _ in range(abs(int(exponent))):
            power = power * self
        return power if exponent >= 0 else 1.0 / power

    def __neg__(self) -> Recorded:
        return self.recording.add(Operation.NEGATE, self.node, _CONSTANT, -self.value)

    def __pos__(self) -> Recorded:
        return self

    def conjugate(self) -> Recorded:
        """Return the number itself."""
        return self

    def sin(self) -> Recorded:
        """Return the sine, as `numpy.sin` calls it."""
        return self.recording.add(Operation.SINE, self.node, _CONSTANT, float(np.sin(self.value)))

    def cos(self) -> Recorded:
        """Return the cosine, as `numpy.cos` calls it."""
        return self.recording.add(Operation.COSINE, self.node, _CONSTANT, float(np.cos(self.value)))

    def tan(self) -> Any:
        """Return sine over cosine, as `numpy.tan` calls it."""
        return self.sin() / self.cos()

    def __float__(self) -> NoReturn:
        raise NotRecorded(
            "needs a plain number: write np.sin instead of math.sin, and let arrays of floats "
            "be made by np.zeros, np.empty or np.array"
        )

    __int__ = __index__ = __complex__ = __float__

    def __bool__(self) -> NoReturn:
        raise NotRecorded("branches on a value: operations must not depend on the state")

    def _compared(self, _: object) -> NoReturn:
        raise NotRecorded("compares values: operations must not depend on the state")

    __lt__ = __le__ = __gt__ = __ge__ = _compared
    __eq__ = __ne__ = _compared

    def __abs__(self) -> NoReturn:
        raise NotRecorded("takes an absolute value, which depends on a sign")

    def __repr__(self) -> str:
        return f"recorded {self.value!r}"

    def _with(self, other: Any, operate: Callable[[Any, Any], Any], swapped: bool = False) -> Any:
        """Operate on this and another number; arrays and all else do it themselves."""
        if not isinstance(other, (Recorded, numbers.Real)):
            return NotImplemented
        meant = other if isinstance(other, Recorded) else _meant(float(other))
        return operate(meant, self) if swapped else operate(self, meant)


# one of the two numbers of each operation may be a constant: a plain number


def _sum(x: Any, y: Any) -> Any:
    if _is(x, 0.0) or _is(y, 0.0):
        return y if _is(x, 0.0) else x
    return _recorded(Operation.ADD, x, y, _value(x) + _value(y))


def _difference(x: Any, y: Any) -> Any:
    if _is(x, 0.0) or _is(y, 0.0):
        return -y if _is(x, 0.0) else x
    return _recorded(Operation.SUBTRACT, x, y, _value(x) - _value(y))


def _product(x: Any, y: Any) -> Any:
    for factor, other in ((x, y), (y, x)):
        if _is(factor, 0.0):
            return 0.0
        if _is(factor, 1.0) or _is(factor, -1.0):
            return other if _is(factor, 1.0) else -other
    return _recorded(Operation.MULTIPLY, x, y, _value(x) * _value(y))


def _quotient(x: Any, y: Any) -> Any:
    if _is(x, 0.0):
        return 0.0
    if _is(y, 1.0) or _is(y, -1.0):
        return x if _is(y, 1.0) else -x
    return _recorded(Operation.DIVIDE, x, y, _value(x) / _value(y))


def _recorded(operation: Operation, x: Any, y: Any, value: float) -> Recorded:
    recording: Recording = (x if isinstance(x, Recorded) else y).recording
    left, right = (z.node if isinstance(z, Recorded) else _CONSTANT for z in (x, y))
    return recording.add(operation, left, right, value)


def _is(x: Any, constant: float) -> bool:
    return not isinstance(x, Recorded) and x == constant


def _value(x: Any) -> float:
    return float(x.value) if isinstance(x, Recorded) else float(x)


def _meant(constant: float) -> float:
    """Return 0, 1 or -1 for a constant that differs from it by rounding alone."""
    nearest = round(constant) if abs(constant) < 2 else 2
    return float(nearest) if abs(constant - nearest) < _ROUNDING and nearest != 2 else constant
