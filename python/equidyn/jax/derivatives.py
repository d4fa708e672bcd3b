"""Derivatives of primitives: tangents by the rules, and the transposes of linear quantities.

Dynamics are transposed by kernels of their own, the others by what is known of them, or by their
results for unit vectors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from .. import _core
from ..dynamics.facts import FACTS
from ..gradients import rules

_TIP, _BASE = (_core.xla_options[name] for name in ("tip_wrench", "base_motion"))

# what is known of operations that the core does not have, as of these quantities
_STANDS_FOR = {"regressor_product": "regressor", "base_motion_product": "base_motion_vjp"}

_WITHOUT_PARAMETERS = ("regressor", "regressor_product", "regressor_vjp")


class Calls(rules.Calls):
    """Calls of quantities with the arm and the options of another one.

    Attributes
    ----------
    numpy, ad : module
        Of JAX, which is not imported before it is asked for.
    primitive : callable
        Returns the primitive operation of a quantity.
    tip, base, parameters : tuple
        What follows the operands of the quantity: the wrench at the tip, the motion of the base,
        and parameters of the arm; each empty if not given.
    """

    def __init__(
        self,
        primitive: Callable[[str], Any],
        constants: dict[str, Any],
        others: Sequence[Any] = (),
    ) -> None:
        self.numpy = import_module("jax.numpy")
        self.ad = import_module("jax.interpreters.ad")
        self.primitive = primitive
        self.constants = constants
        options = constants["options"]
        self.has_tip, self.has_base = bool(options & _TIP), bool(options & _BASE)
        start = int(self.has_tip)
        end = start + 3 * self.has_base
        self.tip, self.base = tuple(others[:start]), tuple(others[start:end])
        self.parameters = tuple(others[end:])
        self.has_parameters = bool(self.parameters)

    def all_of(self, quantity: str, *operands: Any) -> Any:
        """Return all results of a quantity, with what follows the operands as far as it counts."""
        takes = FACTS[_STANDS_FOR.get(quantity, quantity)].options
        options = self.constants["options"]
        others: list[Any] = []
        for name, bit, given in (
            ("tip_wrench", _TIP, self.tip),
            ("base_motion", _BASE, self.base),
        ):
            if name in takes:
                others += given
            else:
                options &= ~bit
        if quantity not in _WITHOUT_PARAMETERS:
            others += self.parameters
        constants = {**self.constants, "options": options}
        return self.primitive(quantity).bind(*operands, *others, **constants)

    def tool_jacobian(self, q: Any) -> Any:
        """Return the Jacobian of the tool, in its axes."""
        constants = {**self.constants, "options": _core.xla_options["in_tool"]}
        return self.primitive("jacobian").bind(q, **constants)[0]

    def known(self, tangents: Sequence[Any]) -> list[Any]:
        """Return tangents, or cotangents, None for those that are known to vanish."""
        return [None if type(each) is self.ad.Zero else each for each in tangents]

    def like(self, results: Sequence[Any], tangents: Sequence[Any]) -> list[Any]:
        """Return tangents with the shapes of the results."""
        pairs = zip(tangents, results, strict=True)
        return [self.numpy.broadcast_to(tangent, result.shape) for tangent, result in pairs]

    def by_parameters(self, state: Sequence[Any], tangent: Any) -> Any:
        """Return the regressor of a state times a tangent of the parameters."""
        return self("regressor_product", *state, tangent)

    def by_base(self, state: Sequence[Any], tangents: Sequence[Any]) -> Any:
        """Return the tangent of the torques of a state, from those of the motion of the base."""
        pairs = zip(tangents, self.base, strict=True)
        changes = [self.rest(each) if tangent is None else tangent for tangent, each in pairs]
        return self("base_motion_product", *state, *changes)

    def with_axis(self) -> Calls:
        """Return the same calls for operands with another axis in front of the last one."""
        others = (*self.tip, *self.base, *self.parameters)
        return Calls(
            self.primitive, self.constants, [x[..., self.numpy.newaxis, :] for x in others]
        )


def forward(
    primitive: Callable[[str], Any],
    quantity: str,
    operands: Sequence[Any],
    tangents: Sequence[Any],
    **constants: Any,
) -> tuple[Any, Any]:
    """Return the results of a quantity, and their tangents."""
    if quantity in LINEAR:
        return _forward_of_linear(primitive, quantity, operands, tangents, constants)
    if quantity not in rules.RULES:
        raise _no_second_derivative(quantity)
    rule, count = rules.RULES[quantity], len(FACTS[quantity].operands)
    own, others = operands[:count], operands[count:]
    calls = Calls(primitive, constants, others)
    results = calls.all_of(quantity, *own)
    found = rule.forward(calls, own, calls.known(tangents), results)
    return results, calls.like(results, found)


def _no_second_derivative(quantity: str) -> NotImplementedError:
    others = {
        **dict.fromkeys(("regressor_product", "regressor_vjp"), "inverse_dynamics"),
        **dict.fromkeys(("base_motion_product", "base_motion_vjp"), "inverse_dynamics"),
        "momentum": "kinetic_energy",
        "transposed_coriolis_torque": "kinetic_energy",
    }
    whole = others.get(quantity, re.sub("_(jvp|vjp|rate)$", "", quantity))
    return NotImplementedError(
        f"equidyn.jax: no kernel computes second derivatives of {whole}, or derivatives beyond them"
    )


def _forward_of_linear(
    primitive: Callable[[str], Any],
    quantity: str,
    operands: Sequence[Any],
    tangents: Sequence[Any],
    constants: dict[str, Any],
) -> tuple[Any, Any]:
    """Return results and tangents of a quantity with its other operands constant."""
    places, count, _ = LINEAR[quantity]
    calls = Calls(primitive, constants, operands[count:])
    tangents = calls.known(tangents)
    if any(tangent is not None and k not in places for k, tangent in enumerate(tangents)):
        raise _no_second_derivative(quantity)
    results = calls.all_of(quantity, *operands[:count])

    changed = list(operands[:count])
    for k in places:
        changed[k] = calls.rest(operands[k]) if tangents[k] is None else tangents[k]
    found = calls.all_of(quantity, *changed)
    return results, calls.like(results, found)


def transposed(
    primitive: Callable[[str], Any],
    quantity: str,
    cotangents: Sequence[Any],
    *operands: Any,
    **constants: Any,
) -> list[Any]:
    """Return the cotangents of undefined operands, in which it is linear; None of others."""
    _, count, transpose = LINEAR[quantity]
    calls = Calls(primitive, constants, operands[count:])
    asked = [k for k, each in enumerate(operands) if calls.ad.is_undefined_primal(each)]
    found: list[Any] = [None] * len(operands)
    if not any(each is not None for each in calls.known(cotangents)):
        return found
    given = [calls.ad.instantiate_zeros(each) for each in cotangents]
    for k, cotangent in transpose(calls, quantity, given, operands).items():
        if k in asked:
            found[k] = _summed(cotangent, operands[k].aval.shape)
    return found


def _summed(cotangent: Any, shape: tuple[int, ...]) -> Any:
    """Return the sum over the axes along which an operand was broadcast."""
    axes = [k for k, extent in enumerate(shape) if extent == 1 != cotangent.shape[k]]
    return cotangent.sum(axes, keepdims=True)


def _transposed_jvp(calls: Calls, quantity: str, given: Any, operands: Any) -> dict[int, Any]:
    back = quantity.replace("_jvp", "_vjp")
    found = calls.all_of(back, *operands[:3], given[0])
    return dict(zip((3, 4, 5), found, strict=True))


def _transposed_vjp(calls: Calls, quantity: str, given: Any, operands: Any) -> dict[int, Any]:
    back = quantity.replace("_vjp", "_jvp")
    return {3: calls(back, *operands[:3], *given)}


def _transposed_rate(calls: Calls, quantity: str, given: Any, operands: Any) -> dict[int, Any]:
    return {1: calls.by_unit_velocities(quantity, operands[0], given[0])}


def regressor_product(calls: Calls, q: Any, qd: Any, qdd: Any, tangent: Any) -> Any:
    """Return the regressor of each state times a tangent of the parameters.

    An operation of its own, so that what is kept for the way back is the state, not the regressor.
    """
    Y = calls("regressor", q, qd, qdd)
    if tangent.size == tangent.shape[-1]:
        return calls.numpy.tensordot(Y, tangent.reshape(-1), 1)
    return calls.numpy.einsum("...ij,...j->...i", Y, tangent)


def base_motion_product(calls: Calls, q: Any, qd: Any, qdd: Any, dw: Any, dal: Any, da: Any) -> Any:
    """Return the tangent of the torques of each state, from those of the motion of the base.

    By the products with unit cotangents: the way back, which most ask for, does without them.
    """
    np, n = calls.numpy, q.shape[-1]
    units = np.eye(n, dtype=q.dtype).reshape(*(1,) * (q.ndim - 1), n, n)
    state = (x[..., np.newaxis, :] for x in (q, qd, qdd))
    rows = calls.with_axis().all_of("base_motion_vjp", *state, units)
    pairs = zip(rows, (dw, dal, da), strict=True)
    return sum(np.einsum("...ij,...j->...i", J, change) for J, change in pairs)


def _transposed_regressor(calls: Calls, quantity: str, given: Any, operands: Any) -> dict[int, Any]:
    return {3: calls("regressor_vjp", *operands[:3], given[0])}


def _transposed_regressor_vjp(
    calls: Calls, quantity: str, given: Any, operands: Any
) -> dict[int, Any]:
    return {3: calls.by_parameters(operands[:3], given[0])}


def _transposed_base_vjp(calls: Calls, quantity: str, given: Any, operands: Any) -> dict[int, Any]:
    return {3: calls("base_motion_product", *operands[:3], *given)}


def _transposed_base(calls: Calls, quantity: str, given: Any, operands: Any) -> dict[int, Any]:
    found = calls.all_of("base_motion_vjp", *operands[:3], given[0])
    return dict(zip((3, 4, 5), found, strict=True))


def _transposed_momentum(calls: Calls, quantity: str, given: Any, operands: Any) -> dict[int, Any]:
    return {1: calls("momentum", operands[0], given[0])}


# the operands in which together a quantity is linear, by their places; how many it has; and its
# transpose
LINEAR: dict[str, tuple[tuple[int, ...], int, Callable[..., dict[int, Any]]]] = {
    "inverse_dynamics_jvp": ((3, 4, 5), 6, _transposed_jvp),
    "forward_dynamics_jvp": ((3, 4, 5), 6, _transposed_jvp),
    "inverse_dynamics_vjp": ((3,), 4, _transposed_vjp),
    "forward_dynamics_vjp": ((3,), 4, _transposed_vjp),
    "mass_matrix_rate": ((1,), 2, _transposed_rate),
    "jacobian_rate": ((1,), 2, _transposed_rate),
    "regressor_product": ((3,), 4, _transposed_regressor),
    "regressor_vjp": ((3,), 4, _transposed_regressor_vjp),
    "base_motion_product": ((3, 4, 5), 6, _transposed_base),
    "base_motion_vjp": ((3,), 4, _transposed_base_vjp),
    "momentum": ((1,), 2, _transposed_momentum),
}

# operations that the core does not have, by functions of those that it has
COMPOSED: dict[str, Callable[..., Any]] = {
    "regressor_product": regressor_product,
    "base_motion_product": base_motion_product,
}
