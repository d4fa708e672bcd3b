"""Expression graph with common subexpressions eliminated and constants folded."""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from .operations import Operations


class Operation(Enum):
    """Operation of a node of a `Graph`."""

    NUMBER = "number"
    INPUT = "input"
    ADD = "add"
    MULTIPLY = "multiply"
    DIVIDE = "divide"
    COSINE = "cos"
    SINE = "sin"
    SIGN = "sgn"


class Node(NamedTuple):
    """Node of a `Graph`: nodes with equal entries are one.

    Attributes
    ----------
    operation : Operation
        The operation, a number or an input.
    left, right : int
        References to the operands; 0 without operand.
    value : float
        Value of a number, never negative.
    name : str
        Name of an input.
    """

    operation: Operation
    left: int = 0
    right: int = 0
    value: float = 0.0
    name: str = ""


class Graph:
    """Expression graph: sums, products, quotients, cosines, sines and signs of inputs and numbers.

    A quantity is a reference: the number of a node, negative for its negation. So 0 is the number
    zero, a change of sign costs nothing, and x - y and y - x are one node.

    Every method that makes a quantity first looks for an existing one, in any order of operands,
    and simplifies: arithmetic among numbers, zeros and ones, x - x, several numbers in one product,
    quarter turns in an angle.

    Attributes
    ----------
    nodes : list of Node
        Nodes, operands first; node 0 is the number zero.
    outputs : list of int
        References to the results.
    """

    def __init__(self) -> None:
        zero = Node(Operation.NUMBER)
        self.nodes = [zero]
        self.outputs: list[int] = []
        self._known = {zero: 0}

    def number(self, value: float) -> int:
        """Return a number."""
        size = self._node(Node(Operation.NUMBER, value=abs(value)))
        return size if value > 0 else -size

    def input(self, name: str) -> int:
        """Return the input of this name."""
        return self._node(Node(Operation.INPUT, name=name))

    def add(self, x: int, y: int) -> int:
        """Return x + y."""
        if x == 0 or y == 0:
            return x or y
        if x == -y:
            return 0
        if self.is_number(x) and self.is_number(y):
            return self.number(self.value(x) + self.value(y))
        x, y = sorted((x, y), key=abs)
        return self._node(Node(Operation.ADD, x, y)) if x > 0 else -self.add(-x, -y)

    def multiply(self, x: int, y: int) -> int:
        """Return x y."""
        if x == 0 or y == 0:
            return 0
        if (x < 0) != (y < 0):
            return -self.multiply(abs(x), abs(y))
        x, y = sorted((abs(x), abs(y)), key=lambda node: (not self.is_number(node), node))
        if self.is_number(x):
            return self._scale(self.value(x), y)
        return self._node(Node(Operation.MULTIPLY, x, y))

    def divide(self, x: int, y: int) -> int:
        """Return x / y.

        Raises
        ------
        ZeroDivisionError
            If y is the number zero.
        """
        if y == 0:
            raise ZeroDivisionError("division by zero in a graph")
        if x == 0 or abs(x) == abs(y):
            return x and self.number(1.0 if x == y else -1.0)
        if self.is_number(x) and self.is_number(y):
            return self.number(self.value(x) / self.value(y))
        if self.is_number(y) and abs(self.value(y)) == 1:
            return self.multiply(y, x)
        node = self._node(Node(Operation.DIVIDE, abs(x), abs(y)))
        return node if (x > 0) == (y > 0) else -node

    def cosine(self, x: int) -> int:
        """Return cos x."""
        return self._cosine_after(0, x)

    def sine(self, x: int) -> int:
        """Return sin x."""
        return self._cosine_after(3, x)

    def sign(self, x: int) -> int:
        """Return 1, 0 or -1, as x is positive, zero or negative."""
        if self.is_number(x):
            return self.number(float(self.value(x) > 0) - float(self.value(x) < 0))
        size = self._node(Node(Operation.SIGN, abs(x)))
        return size if x > 0 else -size

    def total(self, terms: Iterable[int]) -> int:
        """Return the sum of quantities."""
        result = 0
        for term in terms:
            result = self.add(result, term)
        return result

    def is_number(self, x: int) -> bool:
        """Tell whether a quantity is a number."""
        return self.nodes[abs(x)].operation is Operation.NUMBER

    def value(self, x: int) -> float:
        """Return the value of a number."""
        return math.copysign(self.nodes[abs(x)].value, x)

    def live(self) -> list[int]:
        """Return the nodes that an output depends on, operands first."""
        needed = [False] * len(self.nodes)
        for output in self.outputs:
            needed[abs(output)] = True
        for k in range(len(self.nodes) - 1, 0, -1):
            if needed[k]:
                needed[abs(self.nodes[k].left)] = needed[abs(self.nodes[k].right)] = True
        return [k for k in range(1, len(self.nodes)) if needed[k]]

    def operations(self) -> Operations:
        """Count the operations of the outputs."""
        kinds = [self.nodes[k].operation for k in self.live()]
        return Operations(
            multiplications=kinds.count(Operation.MULTIPLY),
            additions=kinds.count(Operation.ADD),
            trigonometric=kinds.count(Operation.COSINE) + kinds.count(Operation.SINE),
            divisions=kinds.count(Operation.DIVIDE),
        )

    def _node(self, node: Node) -> int:
        """Return the number of an equal node, or of this one, added to the graph."""
        number = self._known.setdefault(node, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
        return number

    def _scale(self, factor: float, x: int) -> int:
        """Return a positive multiple of a node; constant factors are merged."""
        node = self.nodes[x]
        if node.operation is Operation.NUMBER:
            return self.number(factor * node.value)
        if node.operation is Operation.MULTIPLY and self.is_number(node.left):
            return self.multiply(self.number(factor * self.value(node.left)), node.right)
        if factor == 1:
            return x
        return self._node(Node(Operation.MULTIPLY, self.number(factor), x))

    def _cosine_after(self, quarters: int, x: int) -> int:
        """Return the cosine of an angle plus quarter turns."""
        turned, angle = self._without_quarter_turns(x)
        function, sign = (
            (Operation.COSINE, 1),
            (Operation.SINE, -1),
            (Operation.COSINE, -1),
            (Operation.SINE, 1),
        )[(quarters + turned) % 4]
        if self.is_number(angle):
            exact = math.cos if function is Operation.COSINE else math.sin
            return self.number(sign * exact(self.value(angle)))
        if function is Operation.SINE and angle < 0:
            sign = -sign
        return sign * self._node(Node(function, abs(angle)))

    def _without_quarter_turns(self, x: int) -> tuple[int, int]:
        """Split an angle into exact quarter turns and a rest."""
        node = self.nodes[abs(x)]
        sign = 1 if x >= 0 else -1
        terms = [sign * node.left, sign * node.right] if node.operation is Operation.ADD else [x]
        constant = next((term for term in terms if self.is_number(term)), 0)
        quarters = round(self.value(constant) / (math.pi / 2))
        if not math.isclose(self.value(constant), quarters * math.pi / 2, rel_tol=1e-15):
            return 0, x
        return quarters, self.total(term for term in terms if term != constant)
