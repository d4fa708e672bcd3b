"""Motion of the links in their standard Denavit-Hartenberg frames, by exact motion."""

from __future__ import annotations

import numpy as np

from ....validation import FloatArray
from ..derivation.paths import centre, rotation, spin
from ..derivation.symbols import Symbols


def into(s: Symbols, i: int, b: FloatArray) -> FloatArray:
    """Return a vector of the base in frame i."""
    return np.asarray(rotation(s, i).now.T @ b)


def motion(s: Symbols, i: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return ω_i, α_i and the acceleration of the centre of mass, minus gravity."""
    w = spin(s, i)
    acceleration = centre(s, i).rate.rate.now + s.gz
    return into(s, i, w.now), into(s, i, w.rate.now), into(s, i, acceleration)


def ordinary_accelerations(s: Symbols) -> tuple[float, float]:
    """Return an angular and a linear acceleration of ordinary size."""
    length, rate = s.unit[0], s.rate[0] / s.unit[0]
    return float(rate**2), float(length * rate**2)
