"""Identification of the parameters of an arm from measured motions and torques."""

from ..motion.trajectories import Trajectory
from .estimation import identify
from .excitation import exciting_trajectory
from .friction import JointFriction, identify_friction
from .identification import Identification
from .log import Log, read_log
from .payload import identify_payload
from .payload_result import PayloadIdentification
from .residual_spectrum import ResidualSpectrum
from .smoothing import smooth
from .trajectory import FourierTrajectory
from .validation import Validation

__all__ = [
    "FourierTrajectory",
    "Identification",
    "JointFriction",
    "Log",
    "PayloadIdentification",
    "ResidualSpectrum",
    "Trajectory",
    "Validation",
    "exciting_trajectory",
    "identify",
    "identify_friction",
    "identify_payload",
    "read_log",
    "smooth",
]


def __dir__() -> list[str]:
    return sorted(__all__)
