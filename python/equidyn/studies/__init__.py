"""Studies on the formulations: papers, derivations, rounding, parallel steps, reach, grading.

They use the library by its public names.
"""

from .._front import front

__all__, __getattr__, __dir__ = front(__name__, __file__)
