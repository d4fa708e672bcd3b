"""How many operations could run at once."""

from .parallelism import ParallelSteps, ParallelStepsList, parallel_steps
from .simultaneous_steps import simultaneous_steps

__all__ = ["ParallelSteps", "ParallelStepsList", "parallel_steps", "simultaneous_steps"]
