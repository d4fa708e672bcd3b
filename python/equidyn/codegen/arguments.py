"""Arguments and results of generated functions."""

from __future__ import annotations

from math import prod
from typing import NamedTuple


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


# force, then moment; angular velocity, angular acceleration, linear acceleration
TIP_WRENCH = Argument("tip_wrench", (6,))
BASE_MOTION = Argument("base_motion", (9,))


def parameter_arguments(n: int) -> dict[str, Argument]:
    """Return the parameters of an arm of n joints that can be arguments, by name, in order."""
    shapes = {
        "mass": (n,),
        "com": (n, 3),
        "inertia": (n, 3, 3),
        "a": (n,),
        "a_y": (n,),
        "d": (n,),
        "gravity": (3,),
        "payload": (1,),
    }
    return {name: Argument(name, shape) for name, shape in shapes.items()}


PARAMETERS = tuple(parameter_arguments(0))
