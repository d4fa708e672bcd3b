"""What the proof starts from: Newton-Euler's recursion, (3.15) to (3.21).

Two misprints of its own are corrected here: (3.16) has omega_i for omega_{i-1}, and (3.18) has r_i
for the centre of mass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .algebra import Array, cross

if TYPE_CHECKING:
    from .symbols import Symbols


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


def force(s: Symbols, i: int, last: int) -> Array:
    """Return f_i of an arm that ends with link `last`."""
    f: Array = s.m[i] * s.ab[i]
    if i < last:
        f = f + s.R[i, i + 1] @ force(s, i + 1, last)
    return f  # (3.19)


def moment(s: Symbols, i: int, last: int) -> Array:
    """Return n_i of an arm that ends with link `last`."""
    n: Array = (
        s.Ic[i] @ s.al[i]
        + cross(s.w[i], s.Ic[i] @ s.w[i])
        + s.m[i] * cross(s.rb[i] + s.r[i], s.ab[i])
    )
    if i < last:
        n = n + passed_down(s, i, last)
    return n  # (3.20)


def passed_down(s: Symbols, i: int, last: int) -> Array:
    """Return the last two terms of (3.20), in which link i + 1 acts on link i."""
    f, n = force(s, i + 1, last), moment(s, i + 1, last)
    return np.asarray(cross(s.r[i], s.R[i, i + 1] @ f) + s.R[i, i + 1] @ n)


def torque(s: Symbols, i: int, last: int) -> Array:
    """Return tau_i of an arm that ends with link `last`; with last = i, what link i alone takes."""
    return np.asarray(s.z[i, i - 1] @ moment(s, i, last))  # (3.21)
