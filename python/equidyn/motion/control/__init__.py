"""What drives do, so that an arm follows a motion."""

from .computed_torque import ComputedTorque
from .proportional import PD

__all__ = ["PD", "ComputedTorque"]
