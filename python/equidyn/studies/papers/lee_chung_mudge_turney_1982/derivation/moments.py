"""Equations (2.15) to (2.22): identities, and moments of mass.

The points of the mass integrals, r_i in the paper, are d here, since r_i is also the lever of link
i. Left sides are by the parallel axis theorem.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import E, cross, outer, tr
from ...derivation.reading import Erratum, Reading, Section
from ...derivation.symbols import Symbols
from ...turney_mudge_lee_1980.derivation.notation import second_moments

section = Section()


# the identities hold for any vectors: here for those of the link
@section.equation("2.15", "write a double vector product by a trace")
def _double_product(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    a, b, c = s.w[i], s.al[i], s.rb[i]
    yield cross(a, cross(b, c))
    yield (a @ c) * b - c * (a @ b)
    yield (tr(outer(c, a)) * E - outer(c, a)) @ b


@section.equation("2.16", "write a triple product by a trace")
def _triple_product(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    a, b, c = s.w[i], s.al[i], s.rb[i]
    yield cross(b, c) @ a
    yield tr(outer(a, cross(b, c)))
    yield cross(c, a) @ b
    yield b @ cross(c, a)


@section.equation("2.17", "resolve a double product")
def _resolved_product(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    a, b, c = s.w[i], s.al[i], s.rb[i]
    yield cross(a, cross(b, c))
    yield cross(b, cross(a, c)) + cross(cross(a, b), c)


# words: a link turns about origin i-1, and (2.20) has the moments about origin i
PIVOT = Erratum("J_i^r about the pivot of link i", "about origin i", "structural")


@section.equation("2.18", "collect second moments of mass", PIVOT)
def _second_moments(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    lever = read(PIVOT, printed=s.r[i], corrected=np.zeros(3))
    yield second_moments(s, i)
    yield s.integral(i, lambda d: outer(d + lever, d + lever))


@section.equation("2.19", "write them out")
def _second_moments_by_entries(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def moment(row: int, column: int) -> FloatArray:
        return s.integral(i, lambda d: d[row] * d[column])

    yield second_moments(s, i)
    yield np.array([[moment(row, column) for column in range(3)] for row in range(3)])


# not stated here, as it is in 1980: the axes of the link are taken for principal ones
NO_PRODUCTS = Erratum("no I_xy, I_xz, I_yz", "-I_xy, -I_xz, -I_yz off the diagonal", "structural")


@section.equation("2.20", "take them from the inertia about the centre of mass", NO_PRODUCTS)
def _second_moments_by_inertia(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    inertia, rb, m = s.Ic[i], s.rb[i], s.m[i]
    xx, yy, zz = inertia.diagonal()
    products = read(NO_PRODUCTS, printed=0.0, corrected=1.0) * (inertia - np.diag([xx, yy, zz]))
    principal = np.diag([-xx + yy + zz, xx - yy + zz, xx + yy - zz]) / 2
    yield second_moments(s, i)
    yield principal - products + m * outer(rb, rb)


NO_MASS = Erratum("r̄_i r̄_i^t", "m_i r̄_i r̄_i^t", "structural")


@section.equation("2.21", "and the inertia from them", NO_MASS)
def _inertia_by_second_moments(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    mass = read(NO_MASS, printed=1.0, corrected=s.m[i])
    central = second_moments(s, i) - mass * outer(s.rb[i], s.rb[i])
    yield s.Ic[i]
    yield tr(central) * E - central


@section.equation("2.22", "put moments of order two, one and zero into one matrix")
def _all_moments(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    first = s.m[i] * s.rb[i]
    yield s.integral(i, lambda d: outer(np.append(d, 1.0), np.append(d, 1.0)))
    yield np.block([[second_moments(s, i), first[:, np.newaxis]], [first, s.m[i]]])
