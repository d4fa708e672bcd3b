"""The methods of an arm that take arrays: operands, options, and the shapes of results."""

from __future__ import annotations

from typing import NamedTuple

# letters of shapes: n the joints, 3 the components of a vector
_FORCE = ("tip_wrench", "base_motion")


class Method(NamedTuple):
    """What there is to know for calling one, written down independently of the package."""

    name: str
    operands: tuple[str, ...]
    result: str
    options: tuple[str, ...]
    results: int = 1

    def shapes(self, n: int) -> tuple[int, ...]:
        """Return the last axes of each result for an arm of n joints."""
        return tuple(n if letter == "n" else int(letter) for letter in self.result)


METHODS = (
    Method(
        "inverse_dynamics",
        ("q", "qd", "qdd"),
        "n",
        ("formulation", *_FORCE, "friction", "motors", "dtype", "out", "threads"),
    ),
    Method("bias", ("q", "qd"), "n", (*_FORCE, "friction", "dtype", "out", "threads")),
    Method("gravity_torque", ("q",), "n", ("dtype", "out", "threads")),
    Method("mass_matrix", ("q",), "nn", ("formulation", "dtype", "out", "threads")),
    Method("coriolis_coefficients", ("q",), "nnn", ("formulation", "out", "threads")),
    Method(
        "forward_dynamics",
        ("q", "qd", "tau"),
        "n",
        (*_FORCE, "friction", "motors", "out", "threads"),
    ),
    Method(
        "inverse_dynamics_derivatives",
        ("q", "qd", "qdd"),
        "nn",
        (*_FORCE, "friction", "out", "threads"),
        2,
    ),
    Method("link_motion", ("q", "qd", "qdd"), "n3", _FORCE, 10),
)
BY_NAME = {method.name: method for method in METHODS}
