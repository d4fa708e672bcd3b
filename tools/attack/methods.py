"""The methods of an arm that take arrays: operands, options, and the shapes of results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

_FORCE = ("tip_wrench", "base_motion")
_WRITES = ("out", "threads")
# what a link, friction and a motor add to the parameters
_PER_LINK, _FRICTION, _MOTOR = 10, 3, 1


class Method(NamedTuple):
    """Signature of a method, written down independently of the package."""

    name: str
    operands: tuple[str, ...]
    result: str  # a letter an axis: n the joints, p their parameters, or a number
    options: tuple[str, ...]
    results: int = 1
    # whether each row of a batch has the bits that it has alone
    exact: bool = True
    joints: int = 1  # with fewer, there is no result

    def shapes(self, n: int, options: Mapping[str, Any]) -> tuple[int, ...]:
        """Return the last axes of each result for an arm of n joints."""
        drives = _FRICTION * bool(options.get("friction")) + _MOTOR * bool(options.get("motors"))
        named = {"n": n, "p": n * (_PER_LINK + drives)}
        return tuple(named.get(letter) or int(letter) for letter in self.result)

    def of(self, arm: Any) -> Callable[..., Any]:
        """Return the method of an arm, which gives several results as a tuple."""
        method: Callable[..., Any] = getattr(arm, self.name)
        if self.name != "breakdown":
            return method
        return lambda *operands, **options: tuple(method(*operands, **options).terms.values())


METHODS = (
    Method(
        "inverse_dynamics",
        ("q", "qd", "qdd"),
        "n",
        ("formulation", *_FORCE, "friction", "motors", "dtype", *_WRITES),
    ),
    Method("bias", ("q", "qd"), "n", (*_FORCE, "friction", "dtype", *_WRITES)),
    Method("gravity_torque", ("q",), "n", ("dtype", *_WRITES)),
    Method("mass_matrix", ("q",), "nn", ("formulation", "dtype", *_WRITES)),
    Method("coriolis_coefficients", ("q",), "nnn", ("formulation", *_WRITES)),
    Method(
        "forward_dynamics",
        ("q", "qd", "tau"),
        "n",
        ("formulation", *_FORCE, "friction", "motors", *_WRITES),
    ),
    Method(
        "inverse_dynamics_derivatives",
        ("q", "qd", "qdd"),
        "nn",
        (*_FORCE, "friction", *_WRITES),
        2,
    ),
    *(
        Method(
            f"{kind}_dynamics_{product}",
            ("q", "qd", third, *vectors),
            "n",
            (*_FORCE, "friction", "motors", *_WRITES),
            results,
        )
        for kind, third in (("inverse", "qdd"), ("forward", "tau"))
        for product, vectors, results in (
            ("jvp", ("dq", "dqd", f"d{third}"), 1),
            ("vjp", ("cotangent",), 3),
        )
    ),
    Method("link_motion", ("q", "qd", "qdd"), "n3", _FORCE, 10),
    Method(
        "regressor",
        ("q", "qd", "qdd"),
        "np",
        ("base_motion", "friction", "motors", *_WRITES),
    ),
    Method("forward_kinematics", ("q",), "44", _WRITES),
    Method("link_poses", ("q",), "n44", _WRITES),
    Method("jacobian", ("q",), "6n", ("frame", *_WRITES)),
    Method("jacobian_rate", ("q", "qd"), "6n", ("frame", *_WRITES)),
    Method("coriolis_matrix", ("q", "qd"), "nn", _WRITES),
    Method("coriolis_torque", ("q", "qd", "v"), "n", _WRITES),
    Method("mass_matrix_rate", ("q", "qd"), "nn", _WRITES),
    Method("momentum", ("q", "qd"), "n", _WRITES),
    Method("kinetic_energy", ("q", "qd"), "", _WRITES),
    Method("potential_energy", ("q",), "", _WRITES),
    Method("operational_space_inertia", ("q",), "66", _WRITES, joints=6),
    Method(
        "forward_dynamics_derivatives",
        ("q", "qd", "tau"),
        "nn",
        (*_FORCE, "friction", "motors", *_WRITES),
        3,
    ),
    Method(
        "breakdown",
        ("q", "qd", "qdd"),
        "n",
        (*_FORCE, "friction", "motors", "threads"),
        8,
        exact=False,
    ),
)
BY_NAME = {method.name: method for method in METHODS}
