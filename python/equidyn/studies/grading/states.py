"""States for which differences of torques isolate each term of the equation of motion."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ...arm import random_motion
from ...validation import FloatArray

if TYPE_CHECKING:
    from ...arm import Arm

# positions at which every entry of M and every velocity coefficient is asked for
POSITIONS = 2


@dataclass(frozen=True)
class IsolatingStates:
    """States in blocks: random motion, the same positions at rest, then unit rates.

    Attributes
    ----------
    operands : tuple of ndarray, shape (m, n)
        Positions, velocities and accelerations.
    samples : int
        Number of states in random motion.
    """

    operands: tuple[FloatArray, FloatArray, FloatArray]
    samples: int

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.operands[0][0])

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Pairs of joints."""
        return list(combinations(range(self.n), 2))

    def terms(self, tau: FloatArray) -> dict[str, FloatArray]:
        """Return the isolated terms of torques (m, n) of all states.

        Returns
        -------
        dict
            ``gravity`` (samples, n), ``mass``, ``centrifugal`` and ``friction`` (positions, n, n),
            ``coriolis`` (positions, n, pairs) and ``motion`` (samples, n). The second axis is the
            joint of the torque.
        """
        k = self.samples
        motion, rest, units = tau[:k], tau[k : 2 * k], tau[2 * k :]
        blocks = units.reshape(POSITIONS, -1, self.n) - rest[:POSITIONS, np.newaxis]
        column, forth, back, both = np.split(blocks, [self.n, 2 * self.n, 3 * self.n], axis=1)
        first, second = ([pair[i] for pair in self.pairs] for i in (0, 1))
        terms = {
            "mass": column,
            "centrifugal": 0.5 * (forth + back),
            "friction": 0.5 * (forth - back),
            "coriolis": both - forth[:, first] - forth[:, second],
        }
        by_joint = {name: term.swapaxes(1, 2) for name, term in terms.items()}
        return {"gravity": rest, **by_joint, "motion": motion}


def isolating_states(arm: Arm, samples: int, rng: np.random.Generator) -> IsolatingStates:
    """Draw random states, and derive those that isolate terms."""
    motion = random_motion(arm, samples, rng)
    unit, zero = np.eye(arm.n), np.zeros((arm.n, arm.n))
    pairs = [unit[j] + unit[k] for j, k in combinations(range(arm.n), 2)]
    both = np.array(pairs).reshape(-1, arm.n)
    velocities = np.concatenate([zero, unit, -unit, both])
    accelerations = np.concatenate([unit, np.zeros((len(velocities) - arm.n, arm.n))])
    rest = np.zeros_like(motion.q)
    positions = motion.q[:POSITIONS]
    q = np.concatenate([motion.q, motion.q, np.repeat(positions, len(velocities), axis=0)])
    qd = np.concatenate([motion.qd, rest, *(velocities,) * POSITIONS])
    qdd = np.concatenate([motion.qdd, rest, *(accelerations,) * POSITIONS])
    return IsolatingStates((q, qd, qdd), samples)
