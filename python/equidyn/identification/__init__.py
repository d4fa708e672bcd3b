"""Identification of the parameters of an arm from measured motions and torques."""

from ..motion.trajectories import Trajectory
from .estimation import identify
from .excitation import exciting_trajectory
from .result import Identification
from .trajectory import FourierTrajectory
from .validation import Validation

__all__ = [
    "FourierTrajectory",
    "Identification",
    "Trajectory",
    "Validation",
    "exciting_trajectory",
    "identify",
]


def __dir__() -> list[str]:
    return sorted(__all__)
