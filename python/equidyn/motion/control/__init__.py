"""Joint controllers that follow a trajectory, their stability, and observers of torques."""

from .computed_torque import ComputedTorque
from .gravity_compensation import GravityCompensation
from .looped_observer import MomentumObserver
from .momentum_observer import momentum_observer
from .proportional import PD
from .slotine_li import SlotineLi
from .stability import Stability, stability

__all__ = [
    "PD",
    "ComputedTorque",
    "GravityCompensation",
    "MomentumObserver",
    "SlotineLi",
    "Stability",
    "momentum_observer",
    "stability",
]
