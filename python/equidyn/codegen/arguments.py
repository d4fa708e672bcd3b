"""Arguments and results of generated functions, and the order of their elements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any, NamedTuple

from ..validation import several


class Argument(NamedTuple):
    """Argument or result of a generated function: numbers in an array of some shape.

    Attributes
    ----------
    name : str
        Its name.
    shape : tuple of int
        Its shape; a result of shape () is a single number.
    """

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of elements."""
        return prod(self.shape)

    @property
    def elements(self) -> list[str]:
        """Names of the elements, row after row: "qd[0]", "qd[1]", ..."""
        return [f"{self.name}[{k}]" for k in range(self.size)]


def indices(position: int, shape: Sequence[int]) -> list[int]:
    """Return the index on each axis of an element that has a position row after row."""
    found: list[int] = []
    for extent in reversed(shape):
        position, index = divmod(position, extent)
        found.insert(0, index)
    return found


def split(element: str) -> tuple[str, int]:
    """Return the argument and the position of an element such as "com[5]"."""
    argument, _, position = element.removesuffix("]").partition("[")
    return argument, int(position)


def element_of(name: str, shape: Sequence[int]) -> list[int]:
    """Return the indices of an element such as "com[5]" of an argument."""
    return indices(split(name)[1], shape)


def nested(texts: Sequence[str], shape: Sequence[int], indent: str) -> list[str]:
    """Return the lines of a literal of an array, with a comma behind the last line.

    Parameters
    ----------
    texts : sequence of str
        The elements, row after row; one to a line.
    shape : sequence of int
        Its shape; () for a number.
    indent : str
        Blanks before an inner list.
    """
    if not shape:
        return [f"{texts[0]},"]
    size = len(texts) // shape[0]
    parts = [texts[start : start + size] for start in range(0, len(texts), size)]
    inner = [line for part in parts for line in nested(part, shape[1:], indent)]
    return ["[", *(f"{indent}{line}" for line in inner), "],"]


# force, then moment; angular velocity, angular acceleration, linear acceleration
TIP_WRENCH = Argument("tip_wrench", (6,))
BASE_MOTION = Argument("base_motion", (9,))


# in the place of names of parameters: all that a quantity depends on
ALL = "all"


def parameter_arguments(n: int) -> dict[str, Argument]:
    """Return the parameters of an arm of n joints that can be arguments, by name, in order."""
    shapes = {
        "mass": (n,),
        "com": (n, 3),
        "inertia": (n, 3, 3),
        "a": (n,),
        "a_y": (n,),
        "d": (n,),
        "alpha": (n,),
        "theta": (n,),
        "gravity": (3,),
        "g": (1,),
        "payload": (1,),
    }
    return {name: Argument(name, shape) for name, shape in shapes.items()}


PARAMETERS = tuple(parameter_arguments(0))


def parameters_asked(value: Any) -> str | Iterable[str]:
    """Return the names of parameters that a user gives, or "all"."""
    if isinstance(value, str) and value == ALL:
        return value
    return several("parameters", value, f"names of parameters, or {ALL!r}")
