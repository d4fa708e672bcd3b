"""Forces and moments that move the links, by points of mass: no tensor, no angular velocity.

An acceleration of the base replaces gravity; forces and moments are in base axes.
"""

from __future__ import annotations

from functools import lru_cache, partial

import numpy as np

from ....validation import FloatArray
from .algebra import cross, upto
from .paths import point
from .symbols import STATES, Symbols


@lru_cache(maxsize=STATES)
def _net_wrenches(s: Symbols) -> FloatArray:
    """Return the force that moves each link, and its moment about the base, (n + 1, 2, 3)."""

    def wrench(i: int, d: FloatArray) -> FloatArray:
        p = point(s, i, d)
        a = p.rate.rate.now + s.gz
        return np.array([a, cross(p.now, a)])

    wrenches = [s.integral(i, partial(wrench, i)) for i in upto(s.n)]
    return np.array([np.zeros((2, 3)), *wrenches])


def net_force(s: Symbols, i: int) -> FloatArray:
    """Return the force that moves link i."""
    return np.asarray(_net_wrenches(s)[i, 0])


def net_moment(s: Symbols, i: int, about: FloatArray) -> FloatArray:
    """Return the moment that moves link i, about a place."""
    force, moment = _net_wrenches(s)[i]
    return np.asarray(moment - cross(about, force))


def force_through(s: Symbols, i: int) -> FloatArray:
    """Return the force through joint i, that of all links from i on; zero beyond the last."""
    return np.asarray(_net_wrenches(s)[i:, 0].sum(axis=0))


def moment_through(s: Symbols, i: int, about: FloatArray) -> FloatArray:
    """Return the moment through joint i about a place, that of all links from i on."""
    force, moment = _net_wrenches(s)[i:].sum(axis=0)
    return np.asarray(moment - cross(about, force))
