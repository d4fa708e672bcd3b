"""Sentences after (3.21): gravity, M and C from runs of the recursion with chosen inputs.

The left sides are derivatives of the energies, and sums of derivatives of the frames.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np

from .....validation import FloatArray
from ...derivation.lagrange import mass_matrix, potential_slopes
from ...derivation.newton_euler import torques
from ...derivation.outward_pass import outward_pass
from ...derivation.reading import Erratum, Reading, Section
from ...derivation.symbols import STATES, Symbols
from .lagrangian import coriolis

section = Section()


def run(s: Symbols, qd: FloatArray, qdd: FloatArray, base_acceleration: FloatArray) -> FloatArray:
    """Return the torques of another motion through the same positions, (n + 1,)."""
    w, al, a, ab = outward_pass(s.R, s.z, s.x, s.r, s.rb, qd, qdd, base_acceleration)
    return torques(replace(s, qd=qd, qdd=qdd, w=w, al=al, a=a, ab=ab))


A_NUMBER = Erratum(
    "a_0 = 9.8 m/s²", "a_0 = g z_0", "structural", undefined="a vector is set to a number"
)


@section.equation("3.21+", "begin with the base accelerated, and gravity is included", A_NUMBER)
def _gravity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    rest = np.zeros(s.n + 1)
    yield potential_slopes(s)[i]
    yield run(s, rest, rest, s.gz)[i]


@lru_cache(maxsize=STATES)
def by_unit_accelerations(s: Symbols) -> FloatArray:
    """Return the torques of unit accelerations without gravity, (n + 1, n + 1): joint, input."""
    inputs = np.eye(s.n + 1)
    return np.stack([run(s, 0 * qdd, qdd, np.zeros(3)) for qdd in inputs], axis=1)


@section.equation("3.21++", "strobe by unit accelerations, for M")
def _inertia(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield mass_matrix(s)[i]
    yield by_unit_accelerations(s)[i]


@lru_cache(maxsize=STATES)
def by_unit_velocities(s: Symbols) -> FloatArray:
    """Return the torques where joints j and k alone move, (n + 1, n + 1, n + 1): joint, j, k."""
    inputs = np.eye(s.n + 1)
    # 1 where j and k are one joint, too
    rates = np.maximum(inputs[:, np.newaxis], inputs)
    runs = [[run(s, qd, 0 * qd, np.zeros(3)) for qd in of_j] for of_j in rates]
    return np.moveaxis(np.array(runs), 2, 0)


RAW = Erratum(
    "C_jk^i where qd_j and qd_k alone are 1",
    "half of that, minus half of what qd_j alone and qd_k alone give",
    "structural",
)


@section.equation("3.21+++", "and by unit velocities, for C", RAW)
def _coriolis(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    both = by_unit_velocities(s)[i, 1:, 1:]
    alone = both.diagonal()
    coupling = (both - alone - alone[:, np.newaxis]) / 2
    of_one = np.eye(s.n, dtype=bool)
    yield coriolis(s, s.q)[i, 1:, 1:]
    yield read(RAW, printed=both, corrected=np.where(of_one, both, coupling))
