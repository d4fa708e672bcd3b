"""The quantities of test vectors: operands, units and equations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from inspect import signature

import numpy as np

from .decimals import Decimals, solved
from .equations import Equations


@dataclass(frozen=True)
class Quantity:
    """A quantity of test vectors.

    Attributes
    ----------
    meaning : str
        The quantity in words, with axes and units.
    computed : callable
        Computes it in one state from the equations of the arm and its operands.
    joints : tuple of int
        Axes of the joints in the results of many states.
    """

    meaning: str
    computed: Callable[..., Decimals]
    joints: tuple[int, ...] = (1,)

    @property
    def operands(self) -> tuple[str, ...]:
        """Its operands among q, qd, qdd and tau: what `computed` takes."""
        return tuple(signature(self.computed).parameters)[1:]


def _acceleration(x: Equations, q: Decimals, qd: Decimals, tau: Decimals) -> Decimals:
    posture = x.posture(q)
    bias = x.torque(posture, qd, 0 * qd)
    return solved(x.mass_matrix(posture), tau - bias)


def _momentum(x: Equations, q: Decimals, qd: Decimals) -> Decimals:
    momentum: Decimals = x.torque(x.posture(q), 0 * qd, qd, gravity=False)
    return momentum


# names as those of the methods of `Arm`; the derivatives as their results
QUANTITIES = {
    "forward_kinematics": Quantity(
        "pose of the tool in the world; m",
        lambda x, q: x.posture(q).tool,
        joints=(),
    ),
    "link_poses": Quantity(
        "poses of the link frames in the world; m", lambda x, q: x.posture(q).frames
    ),
    "jacobian": Quantity(
        "Jacobian of the tool in world axes, linear part first; m and 1",
        lambda x, q: x.jacobian(x.posture(q)),
        joints=(2,),
    ),
    "jacobian_rate": Quantity(
        "rate of the Jacobian; m/s and 1/s",
        lambda x, q, qd: x.jacobian_rate(q, qd),
        joints=(2,),
    ),
    "mass_matrix": Quantity(
        "mass matrix of the links; kg m², kg m, kg",
        lambda x, q: x.mass_matrix(x.posture(q)),
        joints=(1, 2),
    ),
    "coriolis_matrix": Quantity(
        "matrix C of Christoffel symbols, C qd = bias - gravity_torque; N m s, N s",
        lambda x, q, qd: x.coriolis_matrix(x.posture(q), qd),
        joints=(1, 2),
    ),
    "gravity_torque": Quantity(
        "torques of gravity; N m, N", lambda x, q: x.gravity_torque(x.posture(q))
    ),
    "bias": Quantity(
        "torques of velocity and gravity; N m, N",
        lambda x, q, qd: x.torque(x.posture(q), qd, 0 * qd),
    ),
    "inverse_dynamics": Quantity(
        "torques, without friction and rotors; N m, N",
        lambda x, q, qd, qdd: x.torque(x.posture(q), qd, qdd),
    ),
    "forward_dynamics": Quantity("accelerations by torques tau; rad/s², m/s²", _acceleration),
    "dtau_dq": Quantity(
        "derivatives of the torques (rows) by positions (columns)",
        lambda x, q, qd, qdd: x.torque_by_position(q, qd, qdd),
        joints=(1, 2),
    ),
    "dtau_dqd": Quantity(
        "derivatives of the torques (rows) by velocities (columns)",
        lambda x, q, qd: x.torque_by_velocity(x.posture(q), qd),
        joints=(1, 2),
    ),
    "momentum": Quantity("generalised momentum M qd; N m s, N s", _momentum),
    "kinetic_energy": Quantity(
        "kinetic energy of the links; J",
        lambda x, q, qd: np.asarray(qd @ _momentum(x, q, qd) / 2),
        joints=(),
    ),
    "potential_energy": Quantity(
        "potential energy of the links, zero at the origin of the world; J",
        lambda x, q: x.potential_energy(x.posture(q)),
        joints=(),
    ),
}

# of states and results, in words
MEANINGS = {
    "q": "joint positions; rad, m",
    "qd": "joint velocities; rad/s, m/s",
    "qdd": "joint accelerations; rad/s², m/s²",
    "tau": "joint torques, not those of qdd; N m, N",
    **{name: quantity.meaning for name, quantity in QUANTITIES.items()},
}


def operands_of(quantities: Iterable[str]) -> list[str]:
    """Return the operands of some quantities, in the order q, qd, qdd, tau."""
    used = {operand for name in quantities for operand in QUANTITIES[name].operands}
    return [operand for operand in ("q", "qd", "qdd", "tau") if operand in used]
