"""Vectors of the links, as section 7.4 names them.

source   code         meaning
e_i      axis(s, i)   unit vector of joint i, z of F_i                       (derivation/paths.py)
O_i                   origin of F_i, which is origin i-1 of the other sources
P_i      start(s, i)  where link i begins: O_i; of a prismatic joint O_i + b_i e_i
C_i      centre(s, i) centre of mass of link i; of the base O_1              (derivation/paths.py)
ρ_i      rho(s, i)    P_i to C_i, in F_{i+1}
δ_i      delta(s, i)  C_i to O_{i+1}, in F_{i+1}
"""

from __future__ import annotations

import numpy as np

from .....validation import FloatArray
from ...derivation.paths import axis, joint, origin, rotation
from ...derivation.symbols import Symbols
from ...derivation.varying import Varying


def start(s: Symbols, i: int) -> Varying:
    """Return the place of P_i."""
    place = origin(s, i - 1)
    return place if s.turns[i] else place + joint(s, i) * axis(s, i)


def across(s: Symbols, i: int) -> FloatArray:
    """Return the vector from P_i to O_{i+1}, a_i or d_i, in F_{i+1}, where it is constant."""
    return np.asarray(s.r[i] - s.q[i] * s.x[i, i - 1])


def rho(s: Symbols, i: int) -> FloatArray:
    """Return ρ_i, in F_{i+1}."""
    return np.asarray(across(s, i) + s.rb[i])


def delta(s: Symbols, i: int) -> FloatArray:
    """Return δ_i, in F_{i+1}; zero for the base."""
    return np.asarray(-s.rb[i])


def turned(s: Symbols, i: int, b: FloatArray) -> FloatArray:
    """Return a vector of F_{i+1} in base axes."""
    return np.asarray(rotation(s, i).now @ b)


def into(s: Symbols, i: int, b: FloatArray) -> FloatArray:
    """Return a vector of the base in F_{i+1}."""
    return np.asarray(rotation(s, i).now.T @ b)


def step(s: Symbols, i: int) -> FloatArray:
    """Return Q_i, by the frames."""
    return np.asarray((rotation(s, i - 1).T @ rotation(s, i)).now)
