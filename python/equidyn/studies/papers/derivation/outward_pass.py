"""Outward recursion of Newton-Euler, (3.15) to (3.18), where the derivation starts.

Its two misprints are corrected here: (3.16) has omega_i for omega_{i-1}, and (3.18) has r_i for the
centre of mass. The paper has revolute joints only; a prismatic joint adds no angular velocity, but
moves the origin of its link along an axis that the links before turn.
"""

from __future__ import annotations

import numpy as np

from ....validation import FloatArray
from .algebra import cross


def outward_pass(
    R: FloatArray,
    z: FloatArray,
    x: FloatArray,
    r: FloatArray,
    rb: FloatArray,
    qd: FloatArray,
    qdd: FloatArray,
    gz: FloatArray,
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return omega, alpha, a and abar of the base and of all links, (n + 1, 3) each.

    z are the axes of revolute joints, x those of prismatic ones, the others being zero.
    """
    w, al, a, ab = (np.zeros_like(r) for _ in range(4))
    a[0] = gz
    for i in range(1, len(r)):
        Ri, axis, way = R[i, i - 1], z[i - 1, i - 1], x[i - 1, i - 1]
        w[i] = Ri @ (w[i - 1] + axis * qd[i])  # (3.15)
        al[i] = Ri @ (al[i - 1] + cross(w[i - 1], axis * qd[i]) + axis * qdd[i])  # (3.16)
        sliding = way * qdd[i] + 2 * cross(w[i - 1], way * qd[i])
        a[i] = swung(w[i], al[i], r[i]) + Ri @ (a[i - 1] + sliding)  # (3.17)
        ab[i] = swung(w[i], al[i], rb[i]) + a[i]  # (3.18)
    return w, al, a, ab


def swung(w: FloatArray, al: FloatArray, b: FloatArray) -> FloatArray:
    """Return the acceleration of the tip of a vector b that is fixed in a link."""
    return cross(w, cross(w, b)) + cross(al, b)
