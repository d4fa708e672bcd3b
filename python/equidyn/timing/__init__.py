"""Timing of the formulations, against the number of joints."""

from .arms import chosen_arms
from .timing import checked_turns, time_formulations
from .timings import Timing, Timings

__all__ = [
    "Timing",
    "Timings",
    "checked_turns",
    "chosen_arms",
    "time_formulations",
]


def __dir__() -> list[str]:
    return sorted(__all__)
