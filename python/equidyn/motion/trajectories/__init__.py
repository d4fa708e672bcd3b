"""Motions of joints over time: trapezoids, polynomials, lines in space, and what libraries find."""

from .path import PathTrajectory
from .polynomial import PolynomialTrajectory
from .polynomials import cubic, quintic
from .straight_line import straight_line
from .trajectory import Trajectory
from .trapezoid import trapezoid
from .waypoints import waypoints

__all__ = [
    "PathTrajectory",
    "PolynomialTrajectory",
    "Trajectory",
    "cubic",
    "quintic",
    "straight_line",
    "trapezoid",
    "waypoints",
]


def __dir__() -> list[str]:
    return sorted(__all__)
