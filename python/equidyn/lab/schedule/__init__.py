"""How many operations could run at once."""

from ..count.published.simultaneous_steps import simultaneous_steps
from .parallelism import ParallelSteps, ParallelStepsList, parallel_steps

__all__ = ["ParallelSteps", "ParallelStepsList", "parallel_steps", "simultaneous_steps"]


def __dir__() -> list[str]:
    return sorted(__all__)
