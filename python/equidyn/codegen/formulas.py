"""Formulas of a graph, in order of evaluation, in the notation of a language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from itertools import count
from typing import NamedTuple

from ..graph.graph import Graph, Operation
from .arguments import split

# length from which a formula gets a name, so that lines stay below a hundred characters
_LONGEST = 34


class Notation(ABC):
    """Notation of a language for the parts of a formula.

    Attributes
    ----------
    times : str
        Sign between factors.
    """

    times: str

    @abstractmethod
    def number(self, value: float) -> str:
        """Write a number that is not negative."""

    @abstractmethod
    def input(self, name: str) -> str:
        """Write an input such as "qd[0]"."""

    @abstractmethod
    def variable(self, letter: str, index: int) -> str:
        """Write the name of a variable; indices count from 0."""

    @abstractmethod
    def quotient(self, numerator: str, denominator: str) -> str:
        """Write a quotient of a product and a factor."""

    @abstractmethod
    def function(self, operation: Operation, argument: str) -> str:
        """Write a cosine, a sine or a sign."""


class CodeNotation(Notation):
    """Notation common to programming languages, exact to the last digit."""

    def number(self, value: float) -> str:
        """Write all digits."""
        return repr(value)

    def input(self, name: str) -> str:
        """Write its name, an element of an array."""
        return name

    def variable(self, letter: str, index: int) -> str:
        """Write letter and index."""
        return f"{letter}{index}"

    def quotient(self, numerator: str, denominator: str) -> str:
        """Write both with a stroke between them."""
        return f"{numerator} / {denominator}"


class Formula(NamedTuple):
    """Formula of a named quantity."""

    name: str
    value: str


class Formulas:
    """Named quantities of a graph in order of evaluation, with all others written within them.

    Cosines and sines are named c and s, with the index of their joint. Quotients, and quantities
    used several times, or too long within another formula, are named t.

    Attributes
    ----------
    named : list of Formula
        In order: each one uses only earlier ones.
    outputs : list of str
        Formulas of the outputs of the graph.
    """

    def __init__(self, graph: Graph, notation: Notation) -> None:
        self._graph, self._notation = graph, notation
        self._names: dict[int, str] = {}
        self._numbers = count()
        self.named: list[Formula] = []
        uses, outputs = _uses(graph), set(map(abs, graph.outputs))
        for node in graph.live():
            if graph.nodes[node].operation in (Operation.NUMBER, Operation.INPUT):
                continue
            formula = self._sum(node)
            too_long = len(formula) > _LONGEST and node not in outputs
            is_quotient = graph.nodes[node].operation is Operation.DIVIDE
            if self._is_trigonometric(node) or is_quotient or uses[node] > 1 or too_long:
                self._names[node] = self._new_name(node)
                self.named.append(Formula(self._names[node], formula))
        self.outputs = [self._sum(output) for output in graph.outputs]

    def _new_name(self, node: int) -> str:
        """Return the name of a node, after its joint or by number."""
        if self._is_trigonometric(node):
            joint = self._joint(self._graph.nodes[node].left)
            if joint is not None:
                letter = "c" if self._graph.nodes[node].operation is Operation.COSINE else "s"
                return self._notation.variable(letter, joint)
        return self._notation.variable("t", next(self._numbers))

    def _joint(self, angle: int) -> int | None:
        """Return the index of the joint that turns by an angle; None of an angle of the arm."""
        operation, left, right, _, name = self._graph.nodes[abs(angle)]
        if operation is Operation.INPUT:
            argument, index = split(name)
            return index if argument == "q" else None
        if operation is Operation.NUMBER:
            return None
        found = self._joint(left)
        return self._joint(right) if found is None else found

    def _is_trigonometric(self, node: int) -> bool:
        return self._graph.nodes[node].operation in (Operation.COSINE, Operation.SINE)

    def _sum(self, x: int) -> str:
        """Write a sum; a positive term comes first if there is any."""
        first, *others = sorted(self._terms(x), key=lambda term: term < 0)
        start = "-" * (first < 0) + self._product(abs(first))
        return start + "".join(f" {'-' if x < 0 else '+'} {self._product(abs(x))}" for x in others)

    def _product(self, node: int) -> str:
        return self._notation.times.join(self._factor(factor) for factor in self._factors(node))

    def _factor(self, node: int) -> str:
        """Write a node that is not a product, in parentheses if it is a sum."""
        if node in self._names:
            return self._names[node]
        operation, left, right, value, name = self._graph.nodes[node]
        match operation:
            case Operation.NUMBER:
                return self._notation.number(value)
            case Operation.INPUT:
                return self._notation.input(name)
            case Operation.ADD:
                return f"({self._sum(node)})"
            case Operation.DIVIDE:
                several = len(self._factors(right)) > 1
                divisor = self._product(right)
                divisor = f"({divisor})" if several else divisor
                return self._notation.quotient(self._product(left), divisor)
            case _:
                return self._notation.function(operation, self._sum(left))

    def _terms(self, x: int) -> list[int]:
        """Return the terms of a sum, unnamed sums expanded."""
        node = self._graph.nodes[abs(x)]
        if abs(x) in self._names or node.operation is not Operation.ADD:
            return [x]
        sign = 1 if x > 0 else -1
        return self._terms(sign * node.left) + self._terms(sign * node.right)

    def _factors(self, node: int) -> list[int]:
        """Return the factors of a product, unnamed products expanded, numbers first."""
        operation, left, right, _, _ = self._graph.nodes[node]
        if node in self._names or operation is not Operation.MULTIPLY:
            return [node]
        factors = self._factors(left) + self._factors(right)
        return sorted(factors, key=lambda factor: not self._graph.is_number(factor))


def _uses(graph: Graph) -> Counter[int]:
    """Count how often each node is an operand or an output."""
    uses: Counter[int] = Counter(abs(output) for output in graph.outputs)
    for node in graph.live():
        uses[abs(graph.nodes[node].left)] += 1
        uses[abs(graph.nodes[node].right)] += 1
    return uses
