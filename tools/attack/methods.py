"""The methods of an arm that take arrays: operands, options, and the shapes of results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from equidyn.dynamics.facts import FACTS, Facts

_MOTION = FACTS["inverse_dynamics"]
_DRIVES = {"friction", "motors"}
_WRITES = {"out", "threads"}


class Method(NamedTuple):
    """A method: what the core says of it, or this file where no kernel computes it."""

    name: str
    facts: Facts
    options: tuple[str, ...]
    # whether each row of a batch has the bits that it has alone
    exact: bool = True

    @property
    def operands(self) -> tuple[str, ...]:
        """Names of the operands."""
        return self.facts.operands

    @property
    def joints(self) -> int:
        """Number of joints with fewer of which there is no result."""
        return 6 if self.name == "operational_space_inertia" else 1

    @property
    def results(self) -> int:
        """Number of results."""
        return len(self.facts.shapes)

    @property
    def is_like_operands(self) -> bool:
        """Whether its only result has the shape of an operand."""
        return self.facts.shapes == _MOTION.shapes

    def shapes(self, n: int, options: Mapping[str, Any]) -> tuple[int, ...]:
        """Return the last axes of each result for an arm of n joints."""
        # what friction and a motor add to the parameters of a link
        drives = 3 * bool(options.get("friction")) + bool(options.get("motors"))
        return self.facts.extents(n, drives)[0]

    def of(self, arm: Any) -> Callable[..., Any]:
        """Return the method of an arm, which gives several results as a tuple."""
        method: Callable[..., Any] = getattr(arm, self.name)
        if self.name != "breakdown":
            return method
        return lambda *operands, **options: tuple(method(*operands, **options).terms.values())


def of_kernel(name: str) -> Method:
    """Return a method that a kernel computes."""
    own = FACTS[name].options
    options = own - {"columns"} | _WRITES | (_DRIVES if "columns" in own else set())
    return Method(name, FACTS[name], tuple(sorted(options)))


_ENDS = ("tip_wrench", "base_motion")

METHODS = (
    # each of its two results has a shape of its own
    *(of_kernel(name) for name in FACTS if name != "pose_and_jacobian"),
    Method("link_motion", _MOTION._replace(shapes=((-1, 3),) * 10), _ENDS),
    Method(
        "breakdown",
        _MOTION._replace(shapes=_MOTION.shapes * 8),
        (*_ENDS, *_DRIVES, "threads"),
        exact=False,
    ),
)
BY_NAME = {method.name: method for method in METHODS}
