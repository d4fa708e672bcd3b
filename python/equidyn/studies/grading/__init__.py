"""Marking of a student's function: what is wrong in it, by terms and by tested hypotheses."""

from .grading import grade
from .marking import Marking

__all__ = ["Marking", "grade"]


def __dir__() -> list[str]:
    return sorted(__all__)
