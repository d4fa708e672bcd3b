"""Motions of joints over time: trapezoids, polynomials, lines in space, and what libraries find."""

from .polynomial import PolynomialTrajectory
from .polynomials import cubic, quintic
from .trajectory import Trajectory
from .trapezoid import trapezoid
from .waypoints import waypoints

__all__ = [
    "PolynomialTrajectory",
    "Trajectory",
    "cubic",
    "quintic",
    "trapezoid",
    "waypoints",
]


def __dir__() -> list[str]:
    return sorted(__all__)
