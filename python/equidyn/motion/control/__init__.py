"""Joint controllers that follow a trajectory: computed torque and PD."""

from .computed_torque import ComputedTorque
from .proportional import PD

__all__ = ["PD", "ComputedTorque"]
