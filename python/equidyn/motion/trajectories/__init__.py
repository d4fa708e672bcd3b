"""Joint trajectories: trapezoidal, polynomial, straight-line, jerk-limited and time-optimal."""

from .jerk_limited import jerk_limited
from .path import PathTrajectory
from .polynomial import PolynomialTrajectory
from .polynomials import cubic, quintic
from .straight_line import straight_line
from .time_optimal import time_optimal
from .trajectory import Trajectory
from .trapezoid import trapezoid
from .waypoints import waypoints

__all__ = [
    "PathTrajectory",
    "PolynomialTrajectory",
    "Trajectory",
    "cubic",
    "jerk_limited",
    "quintic",
    "straight_line",
    "time_optimal",
    "trapezoid",
    "waypoints",
]


def __dir__() -> list[str]:
    return sorted(__all__)
