"""Export to Pinocchio (pin)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ....dynamics.joint_names import unused_name
from ....output.extras import require_extra
from ...data import joint_side_drives
from ..serial_chain import serial_chain

if TYPE_CHECKING:
    from ...arm import Arm


def pinocchio_model(arm: Arm) -> Any:
    """Return an arm of the modified convention as a `pinocchio.Model`."""
    require_extra("judges", "pinocchio")
    pin = import_module("pinocchio")
    chain = serial_chain(arm)
    model = pin.Model()
    model.name = arm.name
    model.gravity = pin.Motion(chain.gravity, 0 * chain.gravity)
    parent = 0
    for name, body_name, link in zip(arm.joint_names, arm.link_names, chain.links, strict=True):
        joint = pin.JointModelPZ() if link.prismatic else pin.JointModelRZ()
        parent = model.addJoint(parent, joint, pin.SE3(link.placement), name)
        body = pin.Inertia(link.mass, link.com, link.inertia)
        model.appendBodyToJoint(parent, body, pin.SE3.Identity())
        model.addFrame(pin.Frame(body_name, parent, pin.SE3.Identity(), pin.FrameType.BODY))
    if arm.limits is not None:
        model.lowerPositionLimit, model.upperPositionLimit = arm.limits.T
    if arm.velocity_limits is not None:
        model.velocityLimit = arm.velocity_limits
    if arm.effort_limits is not None:
        model.effortLimit = arm.effort_limits
    model.armature = joint_side_drives(arm)["motor_inertia"]
    tool = pin.SE3(arm.tool)
    name = unused_name(arm.tool_name, arm.link_names)
    model.addFrame(pin.Frame(name, parent, tool, pin.FrameType.OP_FRAME))
    return model
