"""Partial velocities of the links, as slopes of their frames by the joints, in base axes.

A velocity depends on the rate of a joint as the place does on the joint, and so does an
acceleration on that of the joint.
"""

from __future__ import annotations

import numpy as np

from ....validation import FloatArray
from ..derivation.lagrange import frame_slopes
from ..derivation.paths import rotation
from ..derivation.symbols import Symbols


def frame_slope(s: Symbols, i: int, joint: int) -> FloatArray:
    """Return dT_0^i/dq of a joint, (4, 4)."""
    return np.asarray(frame_slopes(s, tuple(s.q))[i, joint])


def of_point(s: Symbols, i: int, joint: int, b: FloatArray) -> FloatArray:
    """Return the partial velocity of a point of link i, b in its frame."""
    return np.asarray(frame_slope(s, i, joint)[:3] @ np.append(b, 1.0))


def of_turning(s: Symbols, i: int, joint: int) -> FloatArray:
    """Return the partial angular velocity of link i."""
    S = frame_slope(s, i, joint)[:3, :3] @ rotation(s, i).now.T
    return np.array([S[2, 1], S[0, 2], S[1, 0]])


def of_all_joints(s: Symbols, vectors: list[FloatArray]) -> FloatArray:
    """Return the vectors of the first joints, and zeros for the others, (n, 3)."""
    return np.array([*vectors, *[np.zeros(3)] * (s.n - len(vectors))])
