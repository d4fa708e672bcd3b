"""Frames of the links as the tutorial lays them, on the axis of the link's own joint.

tutorial       code             meaning
R_0^i          into(s, i, b)    turns a vector of the base into frame i
P_i            place(s, i)      origin of frame i, on the axis of joint i; it slides with the link
z_i            axis(s, i)       unit vector of joint i                       (derivation/paths.py)
P_{c_i}        centre(s, i)     centre of mass of link i                     (derivation/paths.py)
r_{i-1,i}      step(s, i)       P_{i-1} to P_i
r_{i,c_i}      to_centre(s, i)  P_i to P_{c_i}
"""

from __future__ import annotations

import numpy as np

from .....arm import screw
from .....validation import FloatArray
from ...derivation import paths
from ...derivation.symbols import Symbols
from ...derivation.varying import Varying


def frame(s: Symbols, i: int) -> Varying:
    """Return frame i: that of the other sources, before it goes on to the next axis."""
    if i == 0:
        return paths.frame(s, 0)
    from_next_axis = np.asarray(np.linalg.inv(screw(s.twist[i], s.length[i], axis=0)), dtype=float)
    return paths.frame(s, i) @ from_next_axis


def rotation(s: Symbols, i: int) -> Varying:
    """Return the axes of frame i, columns in base axes."""
    return frame(s, i)[:3, :3]


def place(s: Symbols, i: int) -> Varying:
    """Return P_i."""
    return frame(s, i)[:3, 3]


def step(s: Symbols, i: int) -> Varying:
    """Return r_{i-1,i}."""
    return place(s, i) - place(s, i - 1)


def to_centre(s: Symbols, i: int) -> Varying:
    """Return r_{i,c_i}."""
    return paths.centre(s, i) - place(s, i)


def into(s: Symbols, i: int, b: FloatArray) -> FloatArray:
    """Return a vector of the base in frame i."""
    return np.asarray(rotation(s, i).now.T @ b)


def onward(s: Symbols, i: int) -> FloatArray:
    """Return R_{i-1}^i, by the angles of the joints."""
    ct, st = np.cos(s.angle[i]), np.sin(s.angle[i])
    ca, sa = np.cos(s.twist[i - 1]), np.sin(s.twist[i - 1])
    return np.array([[ct, st * ca, st * sa], [-st, ct * ca, ct * sa], [0.0, -sa, ca]])
