"""Derivatives of primitives: tangents by the rules, and the transposes of linear quantities.

Dynamics are transposed by kernels of their own, the others by what is known of them, or by their
results for unit vectors.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from ..dynamics.facts import FACTS
from ..gradients import rules


class Calls(rules.Calls):
    """Calls of quantities with the arm and the options of another one.

    Attributes
    ----------
    numpy, ad : module
        Of JAX, which is not imported before it is asked for.
    primitive : callable
        Returns the primitive operation of a quantity.
    parameters : tuple
        Those of the arm, or nothing.
    """

    def __init__(
        self,
        primitive: Callable[[str], Any],
        constants: dict[str, Any],
        parameters: Sequence[Any] = (),
    ) -> None:
        self.numpy = import_module("jax.numpy")
        self.ad = import_module("jax.interpreters.ad")
        self.primitive = primitive
        self.constants = constants
        self.parameters = tuple(parameters)

    def all_of(self, quantity: str, *operands: Any) -> Any:
        """Return all results of a quantity, for the parameters if there are any."""
        return self.without_parameters(quantity, *operands, *self.parameters)

    def without_parameters(self, quantity: str, *operands: Any) -> Any:
        """Return all results of a quantity that does not depend on the parameters."""
        return self.primitive(quantity).bind(*operands, **self.constants)

    def known(self, tangents: Sequence[Any]) -> list[Any]:
        """Return tangents, or cotangents, None for those that are known to vanish."""
        return [None if type(each) is self.ad.Zero else each for each in tangents]

    def like(self, results: Sequence[Any], tangents: Sequence[Any]) -> list[Any]:
        """Return tangents with the shapes of the results."""
        pairs = zip(tangents, results, strict=True)
        return [self.numpy.broadcast_to(tangent, result.shape) for tangent, result in pairs]

    def by_parameters(self, state: Sequence[Any], tangent: Any) -> Any:
        """Return the regressor of a state times a tangent of the parameters."""
        return self.without_parameters("regressor_product", *state, tangent)[0]


def forward(
    primitive: Callable[[str], Any],
    quantity: str,
    operands: Sequence[Any],
    tangents: Sequence[Any],
    **constants: Any,
) -> tuple[Any, Any]:
    """Return the results of a quantity, and their tangents."""
    if quantity in LINEAR:
        calls = Calls(primitive, constants)
        return _forward_of_linear(calls, quantity, operands, tangents)
    if quantity not in rules.RULES:
        raise _no_second_derivative(quantity)
    rule, count = rules.RULES[quantity], len(FACTS[quantity].operands)
    own, parameters = operands[:count], operands[count:]
    calls = Calls(primitive, constants, parameters)
    results = calls.all_of(quantity, *own)
    found = rule.forward(calls, own, calls.known(tangents), results)
    return results, calls.like(results, found)


def _no_second_derivative(quantity: str) -> NotImplementedError:
    others = {
        "regressor_product": "inverse_dynamics",
        "momentum": "kinetic_energy",
        "transposed_coriolis_torque": "kinetic_energy",
    }
    whole = others.get(quantity, re.sub("_(jvp|vjp|rate)$", "", quantity))
    return NotImplementedError(
        f"equidyn.jax: no kernel computes second derivatives of {whole}, or derivatives beyond them"
    )


def _forward_of_linear(
    calls: Calls, quantity: str, operands: Sequence[Any], tangents: Sequence[Any]
) -> tuple[Any, Any]:
    """Return results and tangents of a quantity with its other operands constant."""
    places, _ = LINEAR[quantity]
    tangents = calls.known(tangents)
    if any(tangent is not None and k not in places for k, tangent in enumerate(tangents)):
        raise _no_second_derivative(quantity)
    results = calls.all_of(quantity, *operands)

    changed = list(operands)
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
    calls = Calls(primitive, constants)
    asked = [k for k, each in enumerate(operands) if calls.ad.is_undefined_primal(each)]
    found: list[Any] = [None] * len(operands)
    if not any(each is not None for each in calls.known(cotangents)):
        return found
    given = [calls.ad.instantiate_zeros(each) for each in cotangents]
    _, transpose = LINEAR[quantity]
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
    found = calls.all_of(back, *operands[:3], given[0], *operands[6:])
    return dict(zip((3, 4, 5), found, strict=True))


def _transposed_vjp(calls: Calls, quantity: str, given: Any, operands: Any) -> dict[int, Any]:
    back = quantity.replace("_vjp", "_jvp")
    return {3: calls(back, *operands[:3], *given, *operands[4:])}


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


def _transposed_regressor(calls: Calls, quantity: str, given: Any, operands: Any) -> dict[int, Any]:
    Y, shape = calls("regressor", *operands[:3]), operands[3].aval.shape
    if math.prod(shape) == shape[-1]:
        return {3: (given[0].reshape(-1) @ Y.reshape(-1, shape[-1])).reshape(shape)}
    return {3: calls.numpy.einsum("...ij,...i->...j", Y, given[0])}


def _transposed_momentum(calls: Calls, quantity: str, given: Any, operands: Any) -> dict[int, Any]:
    return {1: calls("momentum", operands[0], given[0])}


# the operands in which together a quantity is linear, by their places, and its transpose
LINEAR: dict[str, tuple[tuple[int, ...], Callable[..., dict[int, Any]]]] = {
    "inverse_dynamics_jvp": ((3, 4, 5), _transposed_jvp),
    "forward_dynamics_jvp": ((3, 4, 5), _transposed_jvp),
    "inverse_dynamics_vjp": ((3,), _transposed_vjp),
    "forward_dynamics_vjp": ((3,), _transposed_vjp),
    "mass_matrix_rate": ((1,), _transposed_rate),
    "jacobian_rate": ((1,), _transposed_rate),
    "regressor_product": ((3,), _transposed_regressor),
    "momentum": ((1,), _transposed_momentum),
}
