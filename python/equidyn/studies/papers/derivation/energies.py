"""Kinetic and potential energies of the links in any state, where Lagrange's equations start.

Velocities follow from link to link, in base axes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....validation import FloatArray
from .algebra import upto
from .symbols import Symbols


@dataclass(frozen=True, eq=False)
class Velocities:
    """Frames of all links, (n + 1, 4, 4), their angular velocities and those of their origins.

    In base axes, the base at rest, (..., n + 1, 3) each.
    """

    T: FloatArray
    w: FloatArray
    v: FloatArray

    def of(self, points: FloatArray) -> FloatArray:
        """Return the velocities of a point of each link, in its frame, (n + 1, 3)."""
        levers = np.einsum("iab,ib->ia", self.T[:, :3, :3], points)
        return np.asarray(self.v + np.cross(self.w, levers))


def velocities(s: Symbols, q: FloatArray, qd: FloatArray) -> Velocities:
    """Return the velocities of all links, from link to link. Joint velocities are (..., n + 1)."""
    T = s.frames(q)
    w, v = np.zeros((*qd.shape, 3)), np.zeros((*qd.shape, 3))
    for i in upto(s.n):
        rate = qd[..., i, np.newaxis] * T[i - 1, :3, 2]
        w[..., i, :] = w[..., i - 1, :] + rate * s.turns[i]
        swinging = np.cross(w[..., i, :], T[i, :3, 3] - T[i - 1, :3, 3])
        v[..., i, :] = v[..., i - 1, :] + swinging + rate * (not s.turns[i])
    return Velocities(T, w, v)


def kinetic_energy(s: Symbols, q: FloatArray, qd: FloatArray) -> FloatArray:
    """Return the kinetic energy of every link, (..., n + 1), at velocities of the same shape."""
    moving = velocities(s, q, qd)
    v = moving.of(s.rb)
    w = np.einsum("iba,...ib->...ia", moving.T[:, :3, :3], moving.w)
    turning = np.einsum("...ia,iab,...ib->...i", w, s.Ic, w)
    return np.asarray(0.5 * (s.m * np.sum(v * v, axis=-1) + turning))


def potential_energy(s: Symbols, q: FloatArray) -> FloatArray:
    """Return the potential energy of every link, zero at the height of the base, (n + 1,)."""
    T = s.frames(q)
    com = T[:, :3, 3] + np.einsum("iab,ib->ia", T[:, :3, :3], s.rb)
    return np.asarray(s.m * (com @ s.gz))
