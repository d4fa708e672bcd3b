"""Rounding errors of the formulations, and their causes."""

from .record import RoundingRecord
from .result import RoundingErrors
from .rounding import rounding_error

__all__ = ["RoundingErrors", "RoundingRecord", "rounding_error"]


def __dir__() -> list[str]:
    return sorted(__all__)
