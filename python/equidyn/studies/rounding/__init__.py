"""Rounding errors of the formulations, and their causes."""

from .record import RoundingRecord
from .rounding import rounding_error
from .rounding_errors import RoundingErrors

__all__ = ["RoundingErrors", "RoundingRecord", "rounding_error"]


def __dir__() -> list[str]:
    return sorted(__all__)
