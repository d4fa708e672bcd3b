"""The quantities that can be marked, by name."""

from __future__ import annotations

from .coefficients import CoriolisCoefficients
from .energies import KineticEnergy, PotentialEnergy
from .forward import ForwardDynamics
from .kinematics import ForwardKinematics, Jacobian
from .matrices import CoriolisMatrix, MassMatrix
from .task import Task
from .torques import GravityTorque, InverseDynamics

__all__ = ["TASKS", "Task"]

TASKS: dict[str, type[Task]] = {
    "inverse_dynamics": InverseDynamics,
    "gravity_torque": GravityTorque,
    "mass_matrix": MassMatrix,
    "coriolis_matrix": CoriolisMatrix,
    "coriolis_coefficients": CoriolisCoefficients,
    "kinetic_energy": KineticEnergy,
    "potential_energy": PotentialEnergy,
    "forward_dynamics": ForwardDynamics,
    "forward_kinematics": ForwardKinematics,
    "jacobian": Jacobian,
}
