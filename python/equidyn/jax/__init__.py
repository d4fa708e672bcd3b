"""Dynamics and kinematics for JAX: the kernels, differentiable, compiled and in batches.

Functions of an arm and of arrays, for ``jit``, ``vmap``, ``grad``, ``jacfwd``, ``jacrev`` and
``lax.scan``, on the CPU. Values have the bits of the methods of `equidyn.Arm`; derivatives are
analytic, by kernels. Needs ``pip install 'equidyn[jax]'``.
"""

from .functions import (
    bias,
    forward_dynamics,
    forward_kinematics,
    gravity_torque,
    inverse_dynamics,
    jacobian,
    kinetic_energy,
    link_poses,
    mass_matrix,
    potential_energy,
)

__all__ = [
    "bias",
    "forward_dynamics",
    "forward_kinematics",
    "gravity_torque",
    "inverse_dynamics",
    "jacobian",
    "kinetic_energy",
    "link_poses",
    "mass_matrix",
    "potential_energy",
]


def __dir__() -> list[str]:
    return sorted(__all__)
