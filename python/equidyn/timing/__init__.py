"""Timing of the formulations, against the number of joints."""

from .result import Timing, Timings
from .timing import time_formulations

__all__ = ["Timing", "Timings", "time_formulations"]


def __dir__() -> list[str]:
    return sorted(__all__)
