"""Sections 3.2 and 3.3: forces and moments inward, and what the motors give.

Forces and moments of joints are those of all points of mass beyond, and the motors Lagrange's; an
acceleration of the base replaces gravity.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.lagrange import lagrange_torque
from ...derivation.mass_points import force_through, moment_through
from ...derivation.paths import centre, spin
from ...derivation.paths import rotation as standard_rotation
from ...derivation.reading import Reading, Section, own_joint
from ...derivation.symbols import Symbols
from ...derivation.varying import cross
from .frames import into, place, rotation, to_centre

section = Section()

Z = np.array([0.0, 0.0, 1.0])


def force(s: Symbols, i: int) -> FloatArray:
    """Return f_i, in base axes."""
    return force_through(s, i)


def moment(s: Symbols, i: int) -> FloatArray:
    """Return μ_i about P_i, in base axes; zero beyond the last link."""
    return moment_through(s, i, place(s, i).now) if i <= s.n else np.zeros(3)


def from_next(s: Symbols, i: int, b: FloatArray) -> FloatArray:
    """Return R_{i+1}^i of a vector of the base that is seen from frame i+1."""
    if i == s.n:
        return np.asarray(into(s, i, b))
    back = rotation(s, i).now.T @ rotation(s, i + 1).now
    return np.asarray(back @ into(s, i + 1, b))


@section.equation("3.2a", "apply Newton's law")
def _newton(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.m[i] * into(s, i, centre(s, i).rate.rate.now + s.gz)
    yield into(s, i, force(s, i)) - from_next(s, i, force(s, i + 1))


def inertia(s: Symbols, i: int) -> FloatArray:
    """Return the inertia tensor about the centre of mass, in frame i."""
    between = rotation(s, i).now.T @ standard_rotation(s, i).now
    return np.asarray(between @ s.Ic[i] @ between.T)


def next_place(s: Symbols, i: int) -> FloatArray:
    """Return P_{i+1}; beyond the last link any, here P_i."""
    return place(s, min(i + 1, s.n)).now


@section.equation("3.2b", "and Euler's")
def _euler(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, al = into(s, i, spin(s, i).now), into(s, i, spin(s, i).rate.now)
    f, mu = into(s, i, force(s, i)), into(s, i, moment(s, i))
    f_next, mu_next = from_next(s, i, force(s, i + 1)), from_next(s, i, moment(s, i + 1))
    r = into(s, i, to_centre(s, i).now)
    r_next = into(s, i, centre(s, i).now - next_place(s, i))
    yield inertia(s, i) @ al + cross(w, inertia(s, i) @ w)
    yield mu - mu_next + cross(-r, f) + cross(-r_next, -f_next)


@section.equation("3.3a", "take the torque of a revolute joint", turning=own_joint)
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield lagrange_torque(s, i)
    yield into(s, i, moment(s, i)) @ Z


@section.equation("3.3b", "and the force of a prismatic one", sliding=own_joint)
def _force_of_the_drive(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield lagrange_torque(s, i)
    yield into(s, i, force(s, i)) @ Z
