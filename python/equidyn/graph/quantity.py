"""Quantities of a graph with operators of numbers: one code for numbers and graphs."""

from __future__ import annotations

from dataclasses import dataclass

from .graph import Graph


@dataclass(frozen=True, eq=False)
class Quantity:
    """Quantity of a graph; its operators add nodes to the graph.

    Attributes
    ----------
    graph : Graph
        The graph.
    reference : int
        Reference to the quantity, as for the methods of the graph.
    """

    graph: Graph
    reference: int

    def __add__(self, other: Quantity | float) -> Quantity:
        return self._made(self.graph.add(self.reference, self._of(other)))

    def __sub__(self, other: Quantity | float) -> Quantity:
        return self._made(self.graph.add(self.reference, -self._of(other)))

    def __rsub__(self, other: float) -> Quantity:
        return -self + other

    def __mul__(self, other: Quantity | float) -> Quantity:
        return self._made(self.graph.multiply(self.reference, self._of(other)))

    def __neg__(self) -> Quantity:
        return self._made(-self.reference)

    __radd__ = __add__
    __rmul__ = __mul__

    def _of(self, other: Quantity | float) -> int:
        """Return the reference of a quantity, or of a number."""
        return other.reference if isinstance(other, Quantity) else self.graph.number(other)

    def _made(self, reference: int) -> Quantity:
        return Quantity(self.graph, reference)
