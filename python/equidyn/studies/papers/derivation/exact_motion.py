"""Motion of the links as time derivatives of their frames, independent of any recursion."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from ....validation import FloatArray
from .lagrange import frame_slopes, second_frame_slopes
from .symbols import STATES, Symbols


@dataclass(frozen=True, eq=False)
class ExactMotion:
    """Frames of all links and their first two time derivatives, in base axes, (n + 1, 4, 4)."""

    T: FloatArray
    Td: FloatArray
    Tdd: FloatArray

    @cached_property
    def w(self) -> FloatArray:
        """Angular velocities, (n + 1, 3)."""
        return _axes(self.Td[:, :3, :3] @ self._back)

    @cached_property
    def al(self) -> FloatArray:
        """Angular accelerations, (n + 1, 3)."""
        Rd, Rdd = self.Td[:, :3, :3], self.Tdd[:, :3, :3]
        return _axes(Rdd @ self._back + Rd @ np.swapaxes(Rd, 1, 2))

    @property
    def rates_in_links(self) -> FloatArray:
        """Derivatives of the angular velocities as each link sees its own, (n + 1, 3)."""
        Rd, Rdd = self.Td[:, :3, :3], self.Tdd[:, :3, :3]
        return _axes(np.swapaxes(Rd, 1, 2) @ Rd + self._back @ Rdd)

    def acceleration(self, i: int, point: FloatArray) -> FloatArray:
        """Return the acceleration of a point of link i, in its frame."""
        return np.asarray(self.Tdd[i, :3] @ np.append(point, 1.0))

    @property
    def _back(self) -> FloatArray:
        return np.swapaxes(self.T[:, :3, :3], 1, 2)


@lru_cache(maxsize=STATES)
def exact_motion(s: Symbols) -> ExactMotion:
    """Return the frames and their derivatives along the motion."""
    dT, d2T = frame_slopes(s, tuple(s.q)), second_frame_slopes(s, tuple(s.q))
    Td, Tdd = (np.einsum("ijab,j->iab", dT, rates) for rates in (s.qd, s.qdd))
    Tdd += np.einsum("ijkab,j,k->iab", d2T, s.qd, s.qd)
    return ExactMotion(s.frames(s.q), Td, Tdd)


def _axes(spins: FloatArray) -> FloatArray:
    """Return the vectors of which these are the cross-product matrices."""
    return np.stack([spins[:, 2, 1], spins[:, 0, 2], spins[:, 1, 0]], axis=1)
