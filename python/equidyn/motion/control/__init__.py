"""Joint controllers that follow a trajectory, and an observer of external torques."""

from .computed_torque import ComputedTorque
from .gravity_compensation import GravityCompensation
from .momentum_observer import momentum_observer
from .proportional import PD
from .slotine_li import SlotineLi

__all__ = ["PD", "ComputedTorque", "GravityCompensation", "SlotineLi", "momentum_observer"]
