"""Appendix: Lagrange's equations term by term, each from products that are there already.

Q_{j-1}^{j-1} is that of the axis of joint j, with four rows. Of revolute joints all are the same
numbers, so that Q_1^1 in place of Q_2^2 does no harm. Sums of operations are in
`equidyn.studies.published_counts`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import skew, total, tr, upto
from ...derivation.exact_motion import exact_motion
from ...derivation.lagrange import (
    coasting_rates,
    frame_slopes,
    kinetic_slopes,
    mass_matrix,
    potential_slopes,
    second_frame_slopes,
)
from ...derivation.reading import Erratum, Reading, Section
from ...derivation.symbols import Symbols
from .lagrangian import beyond
from .notation import block, by_joint, by_ordered_pair, frame

section = Section()

Z = np.array([0.0, 0.0, 1.0])


@section.equation("Aa", "build up products of neighbours, then of three, and so on")
def _products(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    last = block(s.R[i - 1, i], s.R[i - 1, i] @ s.r[i])
    yield by_joint(s, i, lambda j: frame(s, j - 1, i))
    yield by_joint(s, i, lambda j: between(s, j - 1, i - 1) @ last)


def between(s: Symbols, j: int, i: int) -> FloatArray:
    """Return T_j^i."""
    return np.asarray(np.linalg.inv(s.T[j]) @ s.T[i])


def put_in(s: Symbols, j: int) -> FloatArray:
    """Return Q_{j-1}^{j-1}, (4, 4)."""
    turning, sliding = (skew(Z), 0 * Z) if s.turns[j] else (np.zeros((3, 3)), Z)
    return np.vstack([np.column_stack([turning, sliding]), np.zeros(4)])


@section.equation("Ab", "put Q between two of them, and differentiate")
def _first_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    slopes = frame_slopes(s, tuple(s.q))[i]
    yield by_joint(s, i, lambda j: slopes[j])
    yield by_joint(s, i, lambda j: slope(s, i, j))


def slope(s: Symbols, i: int, j: int) -> FloatArray:
    """Return dT_0^i/dq_j, of j up to i."""
    return np.asarray(s.T[j - 1] @ put_in(s, j) @ between(s, j - 1, i))


@section.equation("Ac", "put Q behind a derivative, and differentiate twice")
def _second_derivatives(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def twice(j: int, k: int) -> FloatArray:
        before = s.T[j - 1] @ put_in(s, j) if j == k else slope(s, k - 1, j)
        return np.asarray(before @ put_in(s, k) @ between(s, k - 1, i))

    second = second_frame_slopes(s, tuple(s.q))[i]
    yield by_ordered_pair(s, i, lambda j, k: second[j, k])
    yield by_ordered_pair(s, i, twice)


DOTS = Erratum("q_j, q_j q_k", "qdd_j, qd_j qd_k")


def bracket(s: Symbols, i: int, qd: FloatArray, qdd: FloatArray) -> FloatArray:
    """Return [...]_i J_i, of which each pair of velocities is multiplied once."""
    squares = total(s.d2T[i, j, j] * qd[j] ** 2 for j in upto(i))
    mixed = total(s.d2T[i, j, k] * (qd[j] * qd[k]) for k in upto(i) for j in range(1, k))
    return np.asarray((total(s.dT[i, j] * qdd[j] for j in upto(i)) + squares + 2 * mixed) @ s.Ja[i])


@section.equation("Ad", "sum up what velocities and accelerations give, and multiply by J", DOTS)
def _kinetic_bracket(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    qd, qdd = read(DOTS, printed=(s.q, s.q), corrected=(s.qd, s.qdd))
    yield exact_motion(s).Tdd[i] @ s.Ja[i]
    yield bracket(s, i, qd, qdd)


NOT_TRANSPOSED = Erratum("∂T_0^q/∂q_i under the trace", "(∂T_0^q/∂q_i)^t")


@section.equation("Ae", "take traces, of the diagonal alone", NOT_TRANSPOSED)
def _kinetic_torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def under_the_trace(q: int) -> FloatArray:
        return np.asarray(read(NOT_TRANSPOSED, printed=s.dT[q, i], corrected=s.dT[q, i].T))

    yield coasting_rates(s)[i] + mass_matrix(s)[i] @ s.qdd - kinetic_slopes(s)[i]
    yield total(tr(bracket(s, q, s.qd, s.qdd) @ under_the_trace(q)) for q in beyond(s, i))


FROM_LINK = Erratum("∂T_i^q/∂q_i", "∂T_0^q/∂q_i")


@section.equation("Af", "and of gravity the component along z_0 alone", FROM_LINK)
def _gravity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    # T_i^q does not depend on q_i
    there = read(FROM_LINK, printed=0.0, corrected=1.0)
    yield potential_slopes(s)[i]
    yield there * (s.gza @ total(s.dT[q, i] @ (s.m[q] * s.rba[q]) for q in beyond(s, i)))
