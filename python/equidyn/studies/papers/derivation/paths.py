"""Frames, points and angular velocities of the links as they vary along the motion, in base axes.

All come from the frames and their derivatives by the joints, without a recursion.
"""

from __future__ import annotations

import numpy as np

from ....validation import FloatArray
from .exact_motion import exact_motion
from .symbols import Symbols
from .varying import Varying


def frame(s: Symbols, i: int) -> Varying:
    """Return T_0^i, (4, 4)."""
    of = exact_motion(s)
    return Varying(of.T[i], of.Td[i], of.Tdd[i])


def rotation(s: Symbols, i: int) -> Varying:
    """Return R_0^i, (3, 3)."""
    return frame(s, i)[:3, :3]


def origin(s: Symbols, i: int) -> Varying:
    """Return the place of origin i, (3,)."""
    return frame(s, i)[:3, 3]


def point(s: Symbols, i: int, b: FloatArray) -> Varying:
    """Return the place of a point of link i, b in its frame, (3,)."""
    return origin(s, i) + rotation(s, i) @ b


def centre(s: Symbols, i: int) -> Varying:
    """Return the place of the centre of mass of link i, (3,)."""
    return point(s, i, s.rb[i])


def axis(s: Symbols, i: int) -> Varying:
    """Return the axis of joint i, revolute or prismatic, (3,)."""
    return rotation(s, i - 1)[:, 2]


def joint(s: Symbols, i: int) -> Varying:
    """Return the variable of joint i."""
    return Varying(s.q[i], s.qd[i], s.qdd[i])


def spin(s: Symbols, i: int) -> Varying:
    """Return the angular velocity of link i, by the rate of its rotation, (3,)."""
    R = rotation(s, i)
    S = R.rate @ R.T
    return Varying(*(np.array([x[2, 1], x[0, 2], x[1, 0]]) for x in S.derivatives))


def spin_by_joints(s: Symbols, i: int) -> Varying:
    """Return the angular velocity of link i, the sum of those of its joints, (3,)."""
    w = Varying(np.zeros(3), np.zeros(3))
    for j in range(1, i + 1):
        if s.turns[j]:
            w = w + axis(s, j) * joint(s, j).rate
    return w
