"""Links that give mass to the link before them, by points of mass and exact frames.

A link is the matrix of all its moments of mass, the integral of (d; 1) (d; 1)^T in its modified
frame: K, S and M. What it gives moves with both links, and only its place has to be known.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

import numpy as np

from ....validation import FloatArray
from ..derivation import paths
from ..derivation.algebra import outer
from ..derivation.symbols import STATES, Symbols
from ..modified_dh_tutorial.derivation.frames import frame, rotation

# from the moments of a link and whether its joint turns, those that it gives
Rule = Callable[[FloatArray, bool], FloatArray]


def mass_alone(moments: FloatArray, turns: bool) -> FloatArray:
    """Return what an augmented link is given: all mass, at the origin of a revolute joint."""
    given = np.zeros((4, 4))
    if turns:
        given[3, 3] = moments[3, 3]
    return given


def all_on_the_axis(moments: FloatArray, turns: bool) -> FloatArray:
    """Return all that can be given: what is on an axis, and second moments where a joint slides."""
    given = np.zeros((4, 4))
    part = slice(2, 4) if turns else slice(0, 3)
    given[part, part] = moments[part, part]
    return given


def _square(placed: FloatArray, d: FloatArray) -> FloatArray:
    """Return (d; 1) (d; 1)^T of a point, placed in another frame."""
    place = placed @ np.append(d, 1.0)
    return outer(place, place)


@lru_cache(maxsize=2 * STATES)
def _all_gathered(s: Symbols, rule: Rule) -> FloatArray:
    """Return the moments of all links with those that they are given, (n + 1, 4, 4)."""
    found = np.zeros((s.n + 1, 4, 4))
    for i in range(s.n, 0, -1):
        into = np.linalg.inv(frame(s, i).now)
        found[i] = s.integral(i, partial(_square, into @ paths.frame(s, i).now))
        if i < s.n:
            back = into @ frame(s, i + 1).now
            found[i] += back @ rule(found[i + 1], bool(s.turns[i + 1])) @ back.T
    return found


def gathered(s: Symbols, i: int, rule: Rule) -> FloatArray:
    """Return the moments of link i with those that it is given, before it gives."""
    return np.asarray(_all_gathered(s, rule)[i])


def given(s: Symbols, i: int, rule: Rule) -> FloatArray:
    """Return the moments that link i gives, in its frame."""
    return rule(gathered(s, i, rule), bool(s.turns[i]))


def kept(s: Symbols, i: int, rule: Rule) -> FloatArray:
    """Return the moments that are left to link i."""
    return np.asarray(gathered(s, i, rule) - given(s, i, rule))


def wrench(s: Symbols, i: int, moments: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return force and moment that move these moments with link i, about its origin."""
    rates = frame(s, i).rate.rate.now[:3].copy()
    rates[:, 3] += s.gz
    # the integral of an acceleration times (d; 1)^T
    products = rotation(s, i).now.T @ rates @ moments
    turning = products[:, :3].T
    crossed = turning - turning.T
    return products[:, 3], np.array([crossed[1, 2], crossed[2, 0], crossed[0, 1]])
