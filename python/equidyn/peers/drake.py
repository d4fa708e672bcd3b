"""Calls of Drake, a toolbox for the design of controllers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arm.body import steiner
from ..arm.formats.serial_chain import SerialLink, serial_chain
from .call import Call
from .in_base_frame import in_base_frame

if TYPE_CHECKING:
    from ..arm.arm import Arm

LIBRARY = "Drake"

_TOOL = "tool"

_METHODS = (
    "SetPositions",
    "SetVelocities",
    "CalcForceElementsContribution",
    "CalcInverseDynamics",
    "CalcBiasTerm",
    "CalcGravityGeneralizedForces",
    "CalcMassMatrix",
    "CalcJacobianSpatialVelocity",
    "CalcPotentialEnergy",
    "CalcKineticEnergy",
)

_PLACE = "SetPositions(context, q)"
_MOVE = f"{_PLACE}; SetVelocities(context, qd)"

# name in tables, task, expression, statements to run first
_DYNAMICS = (
    (
        "CalcInverseDynamics",
        "inverse dynamics",
        "CalcInverseDynamics(context, qdd, forces)",
        f"{_MOVE}; forces.SetZero(); CalcForceElementsContribution(context, forces)",
    ),
    (
        "CalcBiasTerm",
        "bias",
        "CalcBiasTerm(context) - CalcGravityGeneralizedForces(context)",
        _MOVE,
    ),
    (
        "CalcGravityGeneralizedForces",
        "gravity",
        "-CalcGravityGeneralizedForces(context)",
        _PLACE,
    ),
    ("CalcMassMatrix", "mass matrix", "CalcMassMatrix(context)", _PLACE),
    (
        "generalized_acceleration",
        "forward dynamics",
        "accelerations.Eval(context)",
        f"{_MOVE}; applied.FixValue(context, tau)",
    ),
    ("CalcKineticEnergy", "kinetic energy", "CalcKineticEnergy(context)", _MOVE),
)
_WHERE_IT_STANDS = (
    (
        "CalcJacobianSpatialVelocity",
        "poses and Jacobians",
        "place().GetAsMatrix4(), vstack((J[3:], J[:3]))",
        f"{_PLACE}; J = CalcJacobianSpatialVelocity(context, rates, tool, origin, world, world)",
    ),
    ("CalcPotentialEnergy", "potential energy", "CalcPotentialEnergy(context)", _PLACE),
)


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the calls that compete; `threads` makes no difference to them.

    Raises
    ------
    ValueError
        If a link that has no mass has moments of inertia, and does not turn about a fixed axis.
    """
    return [
        *_calls(_plant(in_base_frame(arm)), _DYNAMICS),
        *_calls(_plant(arm), _WHERE_IT_STANDS),
    ]


def _calls(plant: Any, expressions: tuple[tuple[str, str, str, str], ...]) -> Iterator[Call]:
    tree = import_module("pydrake.multibody.tree")
    names = {
        **{name: getattr(plant, name) for name in _METHODS},
        "context": (context := plant.CreateDefaultContext()),
        "forces": tree.MultibodyForces(plant),
        "applied": plant.get_applied_generalized_force_input_port(),
        "accelerations": plant.get_generalized_acceleration_output_port(),
        "tool": (tool := plant.GetFrameByName(_TOOL)),
        "place": partial(tool.CalcPoseInWorld, context),
        "origin": np.zeros(3),
        "world": plant.world_frame(),
        "rates": tree.JacobianWrtVariable.kV,
        "vstack": np.vstack,
    }
    for name, task, result, statements in expressions:
        yield Call(LIBRARY, name, task, result, names, statements)


def _plant(arm: Arm) -> Any:
    tree = import_module("pydrake.multibody.tree")
    pose = import_module("pydrake.math").RigidTransform
    plant = import_module("pydrake.multibody.plant").MultibodyPlant(0.0)
    arm = arm.to_convention("modified")
    chain = serial_chain(arm)
    plant.mutable_gravity_field().set_gravity_vector(chain.gravity)
    parent = plant.world_frame()
    for number, link in enumerate(chain.links, start=1):
        body = plant.AddRigidBody(f"link {number}", _spatial_inertia(tree, link, number))
        placed = tree.FixedOffsetFrame(f"place {number}", parent, pose(link.placement))
        kind = tree.PrismaticJoint if link.prismatic else tree.RevoluteJoint
        ends = plant.AddFrame(placed), body.body_frame()
        plant.AddJoint(kind(f"joint {number}", *ends, (0, 0, 1)))
        parent = body.body_frame()
    plant.AddFrame(tree.FixedOffsetFrame(_TOOL, parent, pose(arm.tool)))
    plant.Finalize()
    return plant


def _spatial_inertia(tree: Any, link: SerialLink, number: int) -> Any:
    """Return the spatial inertia of a link; Drake stores inertia per mass."""
    mass = link.mass
    if mass == 0 and link.inertia.any():
        if number > 1 or link.prismatic:
            raise ValueError(f"link {number} has moments of inertia, but no mass")
        # a point mass on a fixed axis takes no torque
        mass = 1.0
    if mass == 0:
        return tree.SpatialInertia.Zero()
    per_mass = (link.inertia + steiner(np.array(link.mass), link.com)) / mass
    entries = [*per_mass.diagonal(), per_mass[0, 1], per_mass[0, 2], per_mass[1, 2]]
    unit = tree.UnitInertia(*entries)
    # measured data may be of no possible body
    return tree.SpatialInertia(mass, link.com, unit, skip_validity_check=True)
