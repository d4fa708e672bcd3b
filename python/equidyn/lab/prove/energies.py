"""What Lagrange starts from: the energies of the links in any state.

Velocities are those of Newton and Euler, from link to link in base axes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .algebra import Array, cross, upto
from .symbols import Symbols


@dataclass(frozen=True, eq=False)
class Velocities:
    """Frames of all links, (n + 1, 4, 4), and how they and their origins move, (n + 1, 3) each.

    In base axes, the base at rest.
    """

    T: Array
    w: Array
    v: Array

    def of(self, i: int, point: Array) -> Array:
        """Return the velocity of a point of link i, in its frame."""
        return np.asarray(self.v[i] + cross(self.w[i], self.T[i, :3, :3] @ point))


def velocities(s: Symbols, q: Array, qd: Array) -> Velocities:
    """Go from link to link: every axis adds its turning or its sliding."""
    T = s.frames(q)
    w, v = np.zeros((s.n + 1, 3)), np.zeros((s.n + 1, 3))
    for i in upto(s.n):
        rate = T[i - 1, :3, 2] * qd[i]
        w[i] = w[i - 1] + rate * s.turns[i]
        sliding = rate * (not s.turns[i])
        v[i] = v[i - 1] + cross(w[i], T[i, :3, 3] - T[i - 1, :3, 3]) + sliding
    return Velocities(T, w, v)


def kinetic_energy(s: Symbols, q: Array, qd: Array) -> Array:
    """Return the kinetic energy of every link, (n + 1,)."""
    moving = velocities(s, q, qd)
    w = np.einsum("iba,ib->ia", moving.T[:, :3, :3], moving.w)
    v = np.array([moving.of(i, s.rb[i]) for i in range(s.n + 1)])
    energy = 0.5 * (s.m * np.einsum("ia,ia->i", v, v) + np.einsum("ia,iab,ib->i", w, s.Ic, w))
    return np.asarray(energy)


def potential_energy(s: Symbols, q: Array) -> Array:
    """Return the potential energy of every link, zero at the height of the base, (n + 1,)."""
    T = s.frames(q)
    com = T[:, :3, 3] + np.einsum("iab,ib->ia", T[:, :3, :3], s.rb)
    return np.asarray(s.m * (com @ s.gz))
