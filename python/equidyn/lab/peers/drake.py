"""Drake, a toolbox for the design of controllers."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arm.body import steiner
from ...arm.serial_chain import SerialLink, serial_chain
from .call import Call
from .in_base_frame import in_base_frame

if TYPE_CHECKING:
    from ...arm.arm import Arm

LIBRARY = "Drake"


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the calls that compete; `threads` makes no difference to them.

    Raises
    ------
    ValueError
        If a link that has no mass has moments of inertia, and does not turn about a fixed axis.
    """
    plant = _plant(arm)
    context = plant.CreateDefaultContext()
    names = {
        "set_positions": plant.SetPositions,
        "set_velocities": plant.SetVelocities,
        "add_gravity": plant.CalcForceElementsContribution,
        "inverse_dynamics": plant.CalcInverseDynamics,
        "mass_matrix": plant.CalcMassMatrix,
        "context": context,
        "forces": import_module("pydrake.multibody.tree").MultibodyForces(plant),
    }
    return [
        Call(
            LIBRARY,
            "CalcInverseDynamics",
            "inverse dynamics",
            "inverse_dynamics(context, qdd, forces)",
            names,
            "set_positions(context, q); set_velocities(context, qd); forces.SetZero(); "
            "add_gravity(context, forces)",
        ),
        Call(
            LIBRARY,
            "CalcMassMatrix",
            "mass matrix",
            "mass_matrix(context)",
            names,
            "set_positions(context, q)",
        ),
    ]


def _plant(arm: Arm) -> Any:
    tree = import_module("pydrake.multibody.tree")
    pose = import_module("pydrake.math").RigidTransform
    plant = import_module("pydrake.multibody.plant").MultibodyPlant(0.0)
    chain = serial_chain(in_base_frame(arm.to_convention("modified")))
    plant.mutable_gravity_field().set_gravity_vector(chain.gravity)
    parent = plant.world_frame()
    for number, link in enumerate(chain.links, start=1):
        body = plant.AddRigidBody(f"link {number}", _spatial_inertia(tree, link, number))
        placed = tree.FixedOffsetFrame(f"place {number}", parent, pose(link.placement))
        kind = tree.PrismaticJoint if link.prismatic else tree.RevoluteJoint
        ends = plant.AddFrame(placed), body.body_frame()
        plant.AddJoint(kind(f"joint {number}", *ends, (0, 0, 1)))
        parent = body.body_frame()
    plant.Finalize()
    return plant


def _spatial_inertia(tree: Any, link: SerialLink, number: int) -> Any:
    """Drake keeps inertia per mass, so a link that has one needs the other."""
    mass = link.mass
    if mass == 0 and link.inertia.any():
        if number > 1 or link.prismatic:
            raise ValueError(f"link {number} has moments of inertia, but no mass")
        # a point of any mass on a fixed axis takes no torque
        mass = 1.0
    if mass == 0:
        return tree.SpatialInertia.Zero()
    per_mass = (link.inertia + steiner(np.array(link.mass), link.com)) / mass
    entries = [*per_mass.diagonal(), per_mass[0, 1], per_mass[0, 2], per_mass[1, 2]]
    unit = tree.UnitInertia(*entries)
    # measured data may be of no possible body
    return tree.SpatialInertia(mass, link.com, unit, skip_validity_check=True)
