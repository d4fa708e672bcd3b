"""Facts of the quantities that kernels compute, from the core."""

from __future__ import annotations

from typing import NamedTuple

from .. import _core

_JOINTS, _PARAMETERS = -1, -2

# inertial parameters of a link
_OF_LINK = 10


class Facts(NamedTuple):
    """Operands, results and options of a quantity.

    Attributes
    ----------
    operands : tuple of str
        Names of its positional arguments.
    shapes : tuple of tuple of int
        Shapes of its results in one state; negative extents depend on the arm.
    options : frozenset of str
        Names of its options, apart from ``out`` and ``threads``; "columns": friction and motors,
        also without data of the arm.
    """

    operands: tuple[str, ...]
    shapes: tuple[tuple[int, ...], ...]
    options: frozenset[str]

    def extents(self, n: int, drives: int = 0) -> tuple[tuple[int, ...], ...]:
        """Return the shapes for n joints, each with some parameters of its drive."""
        of_arm = {_JOINTS: n, _PARAMETERS: (_OF_LINK + drives) * n}
        return tuple(tuple(of_arm.get(extent, extent) for extent in shape) for shape in self.shapes)


FACTS = {name: Facts(**record) for name, record in _core.quantities().items()}
