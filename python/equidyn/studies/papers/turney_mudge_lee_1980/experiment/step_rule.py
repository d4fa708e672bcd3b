"""The falls in steps that the rule of section 7 chooses.

paper        code      meaning
epsilon      step      size of a step
             position  the largest change of an angle in a step that is not excessive
             velocity  similarly of a velocity
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .....motion import ChosenStep
from .....validation import FloatArray


class FallInSteps(NamedTuple):
    """A step chosen by the rule, and the fall in such steps.

    Attributes
    ----------
    position, velocity : float
        Largest allowed changes of an angle, rad, and of a velocity, rad/s, in a step.
    chosen : ChosenStep
        The step, and what chose it.
    turned, accelerated : float
        Largest change of an angle, rad, and of a velocity, rad/s, in a step.
    error : float
        Error of the joint positions at the end, rad.
    """

    position: float
    velocity: float
    chosen: ChosenStep
    turned: float
    accelerated: float
    error: float

    @property
    def share(self) -> float:
        """The largest change in units of what is allowed."""
        return max(self.turned / self.position, self.accelerated / self.velocity)


def largest_changes(positions: FloatArray, velocities: FloatArray) -> tuple[float, float]:
    """Return the largest changes of an angle and of a velocity from row to row (m, n)."""
    turned, accelerated = (
        float(np.abs(np.diff(rows, axis=0)).max()) for rows in (positions, velocities)
    )
    return turned, accelerated
