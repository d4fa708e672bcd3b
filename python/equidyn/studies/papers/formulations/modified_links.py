"""Motion of the links, and what acts on them, in modified Denavit-Hartenberg frames.

All but the rotations comes from exact motion and points of mass; symbols are those of the pages of
the formulations, in frame i. The base is link 0; beyond the last link nothing acts.

page           code                  meaning
R_i            turn(s, i)            turns from frame i to frame i-1, by the angles of the joint
ω_i, α_i       omega, alpha          angular velocity and acceleration
a_i            acceleration(s, i)    acceleration of origin i, minus gravity
F_i, N_i       resultant(s, i)       force and moment that move the link, about origin i
f_i, n_i       force, moment         of link i-1 on link i, about origin i
c_i            to_centre(s, i)       centre of mass
"""

from __future__ import annotations

import numpy as np

from ....validation import FloatArray
from ..derivation.mass_points import force_through, moment_through, net_force, net_moment
from ..derivation.paths import spin
from ..derivation.symbols import Symbols
from ..modified_dh_tutorial.derivation import frames
from ..modified_dh_tutorial.derivation.frames import into, onward, place

Z = np.array([0.0, 0.0, 1.0])


def turn(s: Symbols, i: int) -> FloatArray:
    """Return R_i; beyond the last link the unit matrix."""
    return onward(s, i).T if i <= s.n else np.eye(3)


def omega(s: Symbols, i: int) -> FloatArray:
    """Return ω_i."""
    return into(s, i, spin(s, i).now)


def alpha(s: Symbols, i: int) -> FloatArray:
    """Return α_i."""
    return into(s, i, spin(s, i).rate.now)


def acceleration(s: Symbols, i: int) -> FloatArray:
    """Return a_i."""
    return into(s, i, place(s, i).rate.rate.now + s.gz)


def resultant(s: Symbols, i: int) -> tuple[FloatArray, FloatArray]:
    """Return F_i and N_i."""
    return into(s, i, net_force(s, i)), into(s, i, net_moment(s, i, place(s, i).now))


def force(s: Symbols, i: int) -> FloatArray:
    """Return f_i; zero beyond the last link."""
    return into(s, i, force_through(s, i)) if i <= s.n else np.zeros(3)


def moment(s: Symbols, i: int) -> FloatArray:
    """Return n_i; zero beyond the last link."""
    return into(s, i, moment_through(s, i, place(s, i).now)) if i <= s.n else np.zeros(3)


def to_centre(s: Symbols, i: int) -> FloatArray:
    """Return c_i."""
    return into(s, i, frames.to_centre(s, i).now)
