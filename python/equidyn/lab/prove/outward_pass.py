"""What the proof starts from: Newton-Euler's recursion outward, (3.15) to (3.18).

Two misprints of its own are corrected here: (3.16) has omega_i for omega_{i-1}, and (3.18) has r_i
for the centre of mass.
"""

from __future__ import annotations

import numpy as np

from .algebra import Array, cross


def outward_pass(
    R: Array, z: Array, r: Array, rb: Array, qd: Array, qdd: Array, gz: Array
) -> tuple[Array, Array, Array, Array]:
    """Return omega, alpha, a and abar of the base and of all links, (n + 1, 3) each."""
    w, al, a, ab = (np.zeros_like(r) for _ in range(4))
    a[0] = gz
    for i in range(1, len(r)):
        Ri, axis = R[i, i - 1], z[i - 1, i - 1]
        w[i] = Ri @ (w[i - 1] + axis * qd[i])  # (3.15)
        al[i] = Ri @ (al[i - 1] + cross(w[i - 1], axis * qd[i]) + axis * qdd[i])  # (3.16)
        a[i] = swung(w[i], al[i], r[i]) + Ri @ a[i - 1]  # (3.17)
        ab[i] = swung(w[i], al[i], rb[i]) + a[i]  # (3.18)
    return w, al, a, ab


def swung(w: Array, al: Array, b: Array) -> Array:
    """Return the acceleration of the tip of a vector b that turns with a link."""
    return cross(w, cross(w, b)) + cross(al, b)
