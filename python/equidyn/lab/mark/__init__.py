"""Marking of a student's function: what is wrong in it, by terms and by tested hypotheses."""

from .mark import mark
from .result import Marking

__all__ = ["Marking", "mark"]


def __dir__() -> list[str]:
    return sorted(__all__)
