"""Quantities of an arm as functions of arrays, and their vector-Jacobian products."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ..arm.arm import Arm
from ..validation import FloatArray


@dataclass(frozen=True)
class Quantity:
    """A quantity of an arm as a function of arrays.

    Attributes
    ----------
    name : str
        Name of the method of the arm.
    arm : Arm
        The arm.
    operands : int
        Number of operands, parameters not included.
    options : dict
        Options of the method.
    parameters : bool
        Whether parameters of the arm are the last argument.
    """

    name: str
    arm: Arm
    operands: int
    options: dict[str, Any]
    parameters: bool

    def value(self, *arguments: FloatArray) -> FloatArray:
        """Return the quantity."""
        arm, operands, _ = self._split(arguments)
        return np.asarray(getattr(arm, self.name)(*operands, **self.options))

    def product(self, *arguments: FloatArray) -> Sequence[FloatArray]:
        """Return the gradients with respect to each argument; the last one is the cotangent."""
        arm, operands, rest = self._split(arguments)
        options = {**self.options, "parameters": True} if self.parameters else self.options
        return _PRODUCTS[self.name](arm, *operands, *rest, **options)

    def _split(
        self, arguments: Sequence[FloatArray]
    ) -> tuple[Arm, Sequence[FloatArray], Sequence[FloatArray]]:
        """Return the arm that the arguments ask for, the operands, and what follows them."""
        operands, rest = arguments[: self.operands], arguments[self.operands :]
        if not self.parameters:
            return self.arm, operands, rest
        return self.arm.with_parameters(rest[0]), operands, rest[1:]


# number of regressors of six joints that fit into the cache of a processor
_STATES = 128

# a product: the arm, its operands, the cotangent of the result, and options, to the gradients
_Product = Callable[..., Sequence[FloatArray]]


def _of_inverse_dynamics(
    arm: Arm, *x: FloatArray, parameters: bool = False, **drives: Any
) -> Sequence[FloatArray]:
    gradients = arm.inverse_dynamics_vjp(*x, **drives)
    if not parameters:
        return gradients
    *motion, cotangent = x
    return *gradients, _by_parameters(arm, motion, cotangent, drives)


def _of_bias(
    arm: Arm, q: FloatArray, qd: FloatArray, cotangent: FloatArray, **options: Any
) -> Sequence[FloatArray]:
    by_q, by_qd, _, *rest = _of_inverse_dynamics(arm, q, qd, 0 * q, cotangent, **options)
    return by_q, by_qd, *rest


def _of_gravity_torque(
    arm: Arm, q: FloatArray, cotangent: FloatArray, **options: Any
) -> Sequence[FloatArray]:
    by_q, _, *rest = _of_bias(arm, q, 0 * q, cotangent, **options)
    return by_q, *rest


def _of_forward_dynamics(
    arm: Arm, *x: FloatArray, parameters: bool = False, **drives: Any
) -> Sequence[FloatArray]:
    # from M qdd + h = tau, tau linear in the parameters: dqdd is -1/M Y dparameters
    gradients = arm.forward_dynamics_vjp(*x, **drives)
    if not parameters:
        return gradients
    q, qd, tau, _ = x
    qdd = arm.forward_dynamics(q, qd, tau, **drives)
    return *gradients, -_by_parameters(arm, (q, qd, qdd), gradients[-1], drives)


def _by_parameters(
    arm: Arm, motion: Sequence[FloatArray], weights: FloatArray, drives: dict[str, Any]
) -> FloatArray:
    """Return the weighted sum over states of the rows of regressors, a few states at a time."""
    *rows, weight = (x.reshape(-1, arm.n) for x in np.broadcast_arrays(*motion, weights))
    total: Any = 0.0
    for start in range(0, max(1, len(weight)), _STATES):
        some = slice(start, start + _STATES)
        regressor = arm.regressor(*(x[some] for x in rows), **drives)
        total = total + np.einsum("si,sip->p", weight[some], regressor)
    gradient: FloatArray = total
    return gradient


def _of_mass_matrix(arm: Arm, q: FloatArray, cotangent: FloatArray) -> Sequence[FloatArray]:
    # the rate of M where joint k alone moves, with velocity 1
    rates = arm.mass_matrix_rate(q[..., np.newaxis, :], np.eye(arm.n))
    return (np.einsum("...kij,...ij->...k", rates, cotangent),)


def _of_jacobian(
    arm: Arm, q: FloatArray, cotangent: FloatArray, frame: Literal["world", "tool"]
) -> Sequence[FloatArray]:
    rates = arm.jacobian_rate(q[..., np.newaxis, :], np.eye(arm.n), frame=frame)
    return (np.einsum("...kij,...ij->...k", rates, cotangent),)


def _of_pose(arm: Arm, q: FloatArray, cotangent: FloatArray) -> Sequence[FloatArray]:
    pose, jacobian = arm.pose_and_jacobian(q)
    # the rate of axis c of the tool is w x c
    axes, by_axes = (np.swapaxes(x[..., :3, :3], -1, -2) for x in (pose, cotangent))
    moment = np.cross(axes, by_axes).sum(axis=-2)
    force = np.broadcast_to(cotangent[..., :3, 3], moment.shape)
    return (np.einsum("...i,...ij->...j", np.concatenate([force, moment], axis=-1), jacobian),)


def _of_kinetic_energy(
    arm: Arm, q: FloatArray, qd: FloatArray, cotangent: FloatArray
) -> Sequence[FloatArray]:
    # C of Christoffel's symbols: the gradient of qd' M qd / 2 with respect to q is C' qd
    by_q = np.einsum("...ij,...i->...j", arm.coriolis_matrix(q, qd), qd)
    scale = cotangent[..., np.newaxis]
    return scale * by_q, scale * arm.momentum(q, qd)


def _of_potential_energy(arm: Arm, q: FloatArray, cotangent: FloatArray) -> Sequence[FloatArray]:
    return (cotangent[..., np.newaxis] * arm.gravity_torque(q),)


_PRODUCTS: dict[str, _Product] = {
    "inverse_dynamics": _of_inverse_dynamics,
    "bias": _of_bias,
    "gravity_torque": _of_gravity_torque,
    "forward_dynamics": _of_forward_dynamics,
    "mass_matrix": _of_mass_matrix,
    "forward_kinematics": _of_pose,
    "jacobian": _of_jacobian,
    "kinetic_energy": _of_kinetic_energy,
    "potential_energy": _of_potential_energy,
}
