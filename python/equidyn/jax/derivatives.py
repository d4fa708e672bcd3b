"""Derivatives of quantities: each from the kernels of others.

Forward, the tangent of a quantity is one that is linear in the tangents of its operands. Backward,
that linear one is transposed: of dynamics by a kernel of its own, of the others by what is known of
them, or by its results for unit vectors.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

# the operands in which a quantity is linear, by their places: in all at once, or in each alone
LINEAR = {
    "inverse_dynamics_jvp": (3, 4, 5),
    "forward_dynamics_jvp": (3, 4, 5),
    "inverse_dynamics_vjp": (3,),
    "forward_dynamics_vjp": (3,),
    "mass_matrix_rate": (1,),
    "jacobian_rate": (1,),
    "regressor_product": (3,),
    "momentum": (1,),
    "coriolis_torque": (1, 2),
}
_LINEAR_IN_EACH = {"coriolis_torque"}


class Calls:
    """Calls of quantities with the arm and the options of another one.

    Attributes
    ----------
    jnp, ad : module
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
        self.jnp = import_module("jax.numpy")
        self.ad = import_module("jax.interpreters.ad")
        self.primitive = primitive
        self.constants = constants
        self.parameters = tuple(parameters)

    def all_of(self, quantity: str, *operands: Any) -> Any:
        """Return all results of a quantity, for the parameters if there are any."""
        return self.without_parameters(quantity, *operands, *self.parameters)

    def __call__(self, quantity: str, *operands: Any) -> Any:
        """Return the only result of a quantity."""
        return self.all_of(quantity, *operands)[0]

    def without_parameters(self, quantity: str, *operands: Any) -> Any:
        """Return all results of a quantity that does not depend on the parameters."""
        return self.primitive(quantity).bind(*operands, **self.constants)

    def known(self, tangents: Sequence[Any]) -> list[Any]:
        """Return tangents, or cotangents, None for those that are known to vanish."""
        return [None if type(each) is self.ad.Zero else each for each in tangents]

    def some(self, tangent: Any, like: Any) -> Any:
        """Return a tangent, or one state of zeros that broadcasts."""
        return self.rest(like) if tangent is None else tangent

    def rest(self, like: Any) -> Any:
        """Return one state of zeros that broadcasts against others."""
        return self.jnp.zeros((*(1,) * (like.ndim - 1), like.shape[-1]), like.dtype)

    def like(self, results: Sequence[Any], tangents: Sequence[Any]) -> list[Any]:
        """Return tangents with the shapes of the results."""
        pairs = zip(tangents, results, strict=True)
        return [self.jnp.broadcast_to(tangent, result.shape) for tangent, result in pairs]

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
    rule, count = _FORWARD.get(quantity, (None, 0))
    if rule is None:
        raise _no_second_derivative(quantity)
    calls = Calls(primitive, constants, operands[count:])
    results = calls.all_of(quantity, *operands[:count])
    found = rule(calls, operands[:count], calls.known(tangents), results)
    return results, calls.like(results, found)


def _no_second_derivative(quantity: str) -> NotImplementedError:
    others = {
        "regressor_product": "inverse_dynamics",
        "momentum": "kinetic_energy",
        "coriolis_torque": "kinetic_energy",
    }
    whole = others.get(quantity, re.sub("_(jvp|vjp|rate)$", "", quantity))
    return NotImplementedError(
        f"equidyn.jax: no kernel computes second derivatives of {whole}, or derivatives beyond them"
    )


def _forward_of_linear(
    calls: Calls, quantity: str, operands: Sequence[Any], tangents: Sequence[Any]
) -> tuple[Any, Any]:
    """Return results and tangents of a quantity with its other operands constant."""
    places = LINEAR[quantity]
    tangents = calls.known(tangents)
    changing = [k for k, tangent in enumerate(tangents) if tangent is not None]
    if not set(changing) <= set(places):
        raise _no_second_derivative(quantity)
    results = calls.all_of(quantity, *operands)

    def changed(these: Sequence[int]) -> Any:
        own = [
            (calls.some(tangents[k], each) if k in these else each)
            for k, each in enumerate(operands)
        ]
        return calls.all_of(quantity, *own)

    if quantity not in _LINEAR_IN_EACH:
        found = changed(places)
    else:
        parts = [changed((k,)) for k in changing]
        found = [sum(part) for part in zip(*parts, strict=True)]
    return results, calls.like(results, found)


# --- tangents of each quantity: rule(calls, operands, tangents, results), and how many operands

_Rule = Callable[[Calls, Any, Any, Any], Any]


def _torque(calls: Calls, state: Any, tangents: Any) -> Any:
    """Return the tangent of the torques of a state (q, qd, qdd)."""
    of_state, of_parameters = tangents[:3], tangents[3:]
    found = calls.rest(state[0])
    if any(tangent is not None for tangent in of_state):
        found = calls("inverse_dynamics_jvp", *state, *map(calls.some, of_state, state))
    if of_parameters and of_parameters[0] is not None:
        found = found + calls.by_parameters(state, of_parameters[0])
    return found


def _inverse_dynamics(calls: Calls, operands: Any, tangents: Any, _: Any) -> Any:
    return [_torque(calls, operands, tangents)]


def _bias(calls: Calls, operands: Any, tangents: Any, _: Any) -> Any:
    q, qd = operands
    rest = calls.rest(q)
    return [_torque(calls, (q, qd, rest), (*tangents[:2], None, *tangents[2:]))]


def _gravity_torque(calls: Calls, operands: Any, tangents: Any, _: Any) -> Any:
    (q,) = operands
    rest = calls.rest(q)
    return [_torque(calls, (q, rest, rest), (tangents[0], None, None, *tangents[1:]))]


def _forward_dynamics(calls: Calls, operands: Any, tangents: Any, results: Any) -> Any:
    q, qd, _ = operands
    dq, dqd, dtau = map(calls.some, tangents[:3], operands)
    if tangents[3:] and tangents[3] is not None:
        # M dqdd = dtau - Y dp
        dtau = dtau - calls.by_parameters((q, qd, results[0]), tangents[3])
    return [calls("forward_dynamics_jvp", *operands, dq, dqd, dtau)]


def _mass_matrix(calls: Calls, operands: Any, tangents: Any, _: Any) -> Any:
    return [calls("mass_matrix_rate", operands[0], tangents[0])]


def _jacobian(calls: Calls, operands: Any, tangents: Any, _: Any) -> Any:
    return [calls("jacobian_rate", operands[0], tangents[0])]


def _pose(calls: Calls, pose: Any, twist: Any) -> Any:
    """Return the tangent of a pose (..., 4, 4) from its velocities (v, w) in the world."""
    jnp = calls.jnp
    v, w = twist[..., :3], twist[..., 3:]
    turned = jnp.cross(w[..., jnp.newaxis, :], jnp.swapaxes(pose[..., :3, :3], -1, -2))
    moved = jnp.concatenate([jnp.swapaxes(turned, -1, -2), v[..., jnp.newaxis]], axis=-1)
    return jnp.concatenate([moved, jnp.zeros((*moved.shape[:-2], 1, 4), moved.dtype)], axis=-2)


def _forward_kinematics(calls: Calls, operands: Any, tangents: Any, results: Any) -> Any:
    J = calls("jacobian", operands[0])
    return [_pose(calls, results[0], calls.jnp.einsum("...ij,...j->...i", J, tangents[0]))]


def _pose_and_jacobian(calls: Calls, operands: Any, tangents: Any, results: Any) -> Any:
    pose, J = results
    twist = calls.jnp.einsum("...ij,...j->...i", J, tangents[0])
    return [_pose(calls, pose, twist), *_jacobian(calls, operands, tangents, results)]


def _link_poses(calls: Calls, operands: Any, tangents: Any, results: Any) -> Any:
    jnp = calls.jnp
    tool, J = calls.all_of("pose_and_jacobian", operands[0])
    # link i is moved by joints 1 to i: the velocity at the tool, were the joints beyond at rest
    at_tool = jnp.cumsum(jnp.swapaxes(J * tangents[0][..., jnp.newaxis, :], -1, -2), axis=-2)
    v, w = at_tool[..., :3], at_tool[..., 3:]
    arm = results[0][..., :3, 3] - tool[..., jnp.newaxis, :3, 3]
    return [_pose(calls, results[0], jnp.concatenate([v + jnp.cross(w, arm), w], axis=-1))]


def _kinetic_energy(calls: Calls, operands: Any, tangents: Any, _: Any) -> Any:
    q, qd = operands
    found = calls.jnp.zeros((), q.dtype)
    if tangents[0] is not None:
        # Lagrange: dT/dq = d/dt (M qd) - C qd, at constant velocity
        rate = calls.jnp.einsum("...ij,...j->...i", calls("mass_matrix_rate", q, qd), qd)
        found += (tangents[0] * (rate - calls("coriolis_torque", q, qd, qd))).sum(-1)
    if tangents[1] is not None:
        found += (tangents[1] * calls("momentum", q, qd)).sum(-1)
    return [found]


def _potential_energy(calls: Calls, operands: Any, tangents: Any, _: Any) -> Any:
    return [(tangents[0] * calls("gravity_torque", operands[0])).sum(-1)]


_FORWARD: dict[str, tuple[_Rule, int]] = {
    "inverse_dynamics": (_inverse_dynamics, 3),
    "bias": (_bias, 2),
    "gravity_torque": (_gravity_torque, 1),
    "forward_dynamics": (_forward_dynamics, 3),
    "mass_matrix": (_mass_matrix, 1),
    "jacobian": (_jacobian, 1),
    "forward_kinematics": (_forward_kinematics, 1),
    "pose_and_jacobian": (_pose_and_jacobian, 1),
    "link_poses": (_link_poses, 1),
    "kinetic_energy": (_kinetic_energy, 2),
    "potential_energy": (_potential_energy, 1),
}


# --- transposes


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
    for k, cotangent in _TRANSPOSED[quantity](calls, quantity, given, operands).items():
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


def _by_unit_vectors(calls: Calls, quantity: str, given: Any, operands: Any) -> dict[int, Any]:
    jnp, q = calls.jnp, operands[0]
    n = q.shape[-1]
    units = jnp.eye(n, dtype=q.dtype).reshape(n, *(1,) * (q.ndim - 1), n)
    columns = calls(quantity, q[jnp.newaxis], units)
    return {1: jnp.einsum("k...ij,...ij->...k", columns, given[0])}


def regressor_product(calls: Calls, q: Any, qd: Any, qdd: Any, tangent: Any) -> Any:
    """Return the regressor of each state times a tangent of the parameters.

    An operation of its own, so that what is kept for the way back is the state, not the regressor.
    """
    Y = calls("regressor", q, qd, qdd)
    if tangent.size == tangent.shape[-1]:
        return calls.jnp.tensordot(Y, tangent.reshape(-1), 1)
    return calls.jnp.einsum("...ij,...j->...i", Y, tangent)


def _transposed_regressor(calls: Calls, quantity: str, given: Any, operands: Any) -> dict[int, Any]:
    jnp, Y = calls.jnp, calls("regressor", *operands[:3])
    shape = operands[3].aval.shape
    if math.prod(shape) == shape[-1]:
        return {3: (given[0].reshape(-1) @ Y.reshape(-1, shape[-1])).reshape(shape)}
    return {3: jnp.einsum("...ij,...i->...j", Y, given[0])}


def _transposed_momentum(calls: Calls, quantity: str, given: Any, operands: Any) -> dict[int, Any]:
    return {1: calls("momentum", operands[0], given[0])}


def _transposed_coriolis(calls: Calls, quantity: str, given: Any, operands: Any) -> dict[int, Any]:
    # C(q, qd) v = C(q, v) qd, and the transpose of C is dM/dt - C
    q, *pair = operands
    place = 1 if calls.ad.is_undefined_primal(pair[0]) else 2
    other = pair[2 - place]
    rate = calls.jnp.einsum("...ij,...j->...i", calls("mass_matrix_rate", q, other), given[0])
    return {place: rate - calls("coriolis_torque", q, other, given[0])}


_TRANSPOSED: dict[str, Callable[..., dict[int, Any]]] = {
    "inverse_dynamics_jvp": _transposed_jvp,
    "forward_dynamics_jvp": _transposed_jvp,
    "inverse_dynamics_vjp": _transposed_vjp,
    "forward_dynamics_vjp": _transposed_vjp,
    "mass_matrix_rate": _by_unit_vectors,
    "jacobian_rate": _by_unit_vectors,
    "regressor_product": _transposed_regressor,
    "momentum": _transposed_momentum,
    "coriolis_torque": _transposed_coriolis,
}
