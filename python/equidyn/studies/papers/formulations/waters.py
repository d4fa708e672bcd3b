"""Waters' form of Lagrange's equation, with 4x4 matrices.

Left sides are exact frames and their rates, integrals over points of mass, and Lagrange's torques.
W_i is T_0^i, W_i^j is T_i^j, and primes are slopes; the recursion of the poses is Hollerbach's too.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ....validation import FloatArray
from ..derivation.algebra import outer, total, tr, upto
from ..derivation.lagrange import lagrange_torque
from ..derivation.paths import frame
from ..derivation.reading import Reading, Section
from ..derivation.symbols import Symbols
from .lagrangian_sums import of_link
from .partial_velocities import frame_slope
from .recursive_lagrangian_4x4 import pose, rate, second_rate, step, step_slope

section = Section()

section.equation("W_i", "from pose to pose, outward")(pose)
section.equation("Wd_i", "similarly its rate")(rate)
section.equation("Wdd_i", "and its second derivative")(second_rate)


def moments_of_force(s: Symbols, j: int) -> FloatArray:
    """Return D_j by its equation."""
    return np.asarray(s.Ja[j] @ frame(s, j).rate.rate.now.T)


def pose_slope(s: Symbols, j: int, i: int) -> FloatArray:
    """Return dW_j/dq_i by its equation."""
    slope = frame(s, i - 1).now @ step_slope(s, i)
    for k in range(i + 1, j + 1):
        slope = slope @ step(s, k)
    return slope


@section.equation("D_i", "moments of the inertia forces of a link")
def _moments_of_force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    into = np.linalg.inv(frame(s, i).now)
    yield of_link(s, i, lambda place, a: outer(into @ place, a))
    yield moments_of_force(s, i)


@section.equation("dW_j/dq_i", "slopes of a pose, by the products between")
def _pose_slopes(s: Symbols, j: int, read: Reading) -> Iterator[FloatArray]:
    beyond = [np.zeros((4, 4))] * (s.n - j)
    yield np.array([*(frame_slope(s, j, i) for i in upto(j)), *beyond])
    yield np.array([*(pose_slope(s, j, i) for i in upto(j)), *beyond])


@section.equation("tau_i", "the sum of their products, with gravity, is Lagrange's torque")
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def of(j: int) -> FloatArray:
        slope, g = pose_slope(s, j, i), -s.gza
        return np.asarray(tr(slope @ moments_of_force(s, j)) - s.m[j] * g @ slope @ s.rba[j])

    yield lagrange_torque(s, i)
    yield total(of(j) for j in range(i, s.n + 1))
