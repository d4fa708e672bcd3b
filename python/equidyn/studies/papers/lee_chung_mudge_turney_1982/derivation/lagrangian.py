"""Equations (3.1) to (3.10): Lagrange's equations, from a point of a link to the matrices D, H, G.

Left sides follow from velocities of the links and from exact derivatives of the energies. The g of
(3.5) points down; (4.32) has the opposite under the same letter.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import outer, pairs, total, tr, upto
from ...derivation.energies import kinetic_energy, potential_energy, velocities
from ...derivation.lagrange import coasting_rates, kinetic_slopes, mass_matrix, potential_slopes
from ...derivation.newton_euler import torque
from ...derivation.reading import Erratum, Reading, Section
from ...derivation.symbols import Symbols

section = Section()


@section.equation("3.1", "see a point of the link from the base")
def _point(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.frames(s.q)[i] @ s.rba[i]
    yield s.T[i] @ s.rba[i]


@section.equation("3.2", "differentiate it by the joints")
def _velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield np.append(velocities(s, s.q, s.qd).of(s.rb)[i], 0.0)
    yield total(s.dT[i, j] * s.qd[j] for j in upto(i)) @ s.rba[i]


RATE_TWICE = Erratum("(∂T_0^i/∂q_k qd_k)^t qd_j qd_k", "(∂T_0^i/∂q_k)^t qd_j qd_k", "structural")


@section.equation("3.3", "take the kinetic energy of the mass there", RATE_TWICE)
def _kinetic_energy_of_a_point(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    v, moments = velocities(s, s.q, s.qd).of(s.rb)[i], outer(s.rba[i], s.rba[i]) * s.m[i]
    again = read(RATE_TWICE, printed=s.qd, corrected=np.ones(s.n + 1))
    yield 0.5 * s.m[i] * (v @ v)
    yield 0.5 * total(
        tr(s.dT[i, j] @ moments @ (s.dT[i, k] * again[k]).T * s.qd[j] * s.qd[k])
        for j, k in pairs(i)
    )


@section.equation("3.4", "integrate it over the mass of link i")
def _kinetic_energy(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield kinetic_energy(s, s.q, s.qd)[i]
    yield 0.5 * tr(
        total(s.dT[i, j] @ s.Ja[i] @ s.dT[i, k].T * s.qd[j] * s.qd[k] for j, k in pairs(i))
    )


def gravity_vector(s: Symbols) -> FloatArray:
    """Return the g of (3.5), (0, 0, -|g|, 0) where the base stands upright."""
    return -s.gza


@section.equation("3.5", "take the potential energy of link i")
def _potential_energy(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield potential_energy(s, s.q)[i]
    yield -s.m[i] * gravity_vector(s) @ s.T[i] @ s.rba[i]


def beyond(s: Symbols, i: int) -> range:
    """Return the links that move with joint i."""
    return range(i, s.n + 1)


def gravity_slope(s: Symbols, i: int) -> FloatArray:
    """Return the sum of m_j g dT_0^j/dq_i r̄_j, with the g of (3.5)."""
    return total(s.m[j] * gravity_vector(s) @ s.dT[j, i] @ s.rba[j] for j in beyond(s, i))


RATE = Erratum("qd_j in the first sum", "qdd_j")
# (3.9) has the same sums right; the scan has one sum "from m = i+j = 1" for two of them here
FOUR_SUMS = Erratum(
    "∂²T_0^m/∂q_i∂q_k J_m (∂T_0^m/∂q_l)^t, summed over l too",
    "∂²T_0^m/∂q_j∂q_k J_m (∂T_0^m/∂q_i)^t",
)


@section.equation("3.6", "apply Lagrange's equation", RATE, FOUR_SUMS)
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    dT, d2T, Ja, qd = s.dT, s.d2T, s.Ja, s.qd
    qdd = read(RATE, printed=qd, corrected=s.qdd)

    def velocity_terms(m: int) -> FloatArray:
        every_l = total(dT[m, k] for k in upto(m))
        moments = Ja[m] @ read(FOUR_SUMS, printed=every_l, corrected=dT[m, i]).T
        first = {j: read(FOUR_SUMS, printed=i, corrected=j) for j in upto(m)}
        return total(tr(d2T[m, first[j], k] @ moments) * qd[j] * qd[k] for j, k in pairs(m))

    yield torque(s, i, last=s.n)
    yield (
        total(tr(dT[k, j] @ Ja[k] @ dT[k, i].T) * qdd[j] for k in beyond(s, i) for j in upto(k))
        + total(velocity_terms(m) for m in beyond(s, i))
        - gravity_slope(s, i)
    )


def inertia(s: Symbols, i: int) -> FloatArray:
    """Return row i of D, of the joints from the first one on, (n,)."""
    return np.array([_inertia(s, i, j) for j in upto(s.n)])


def _inertia(s: Symbols, i: int, j: int) -> FloatArray:
    links = range(max(i, j), s.n + 1)
    return total(tr(s.dT[k, j] @ s.Ja[k] @ s.dT[k, i].T) for k in links)


def velocity_torque(s: Symbols, i: int) -> FloatArray:
    """Return H_i."""
    return total(
        tr(s.d2T[m, j, k] @ s.Ja[m] @ s.dT[m, i].T) * s.qd[j] * s.qd[k]
        for m in upto(s.n)
        for j, k in pairs(m)
    )


@section.equation("3.7", "sort it by accelerations, velocities and positions")
def _torque_by_matrices(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    velocity_terms = coasting_rates(s)[i] - kinetic_slopes(s)[i]
    yield torque(s, i, last=s.n)
    yield mass_matrix(s)[i] @ s.qdd + velocity_terms + potential_slopes(s)[i]


SUM_IN_D = Erratum("a sum over j within D_ij", "none; k from max(i, j)", "structural")


@section.equation("3.8", "write the matrix D", SUM_IN_D)
def _inertia_by_traces(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    entries = inertia(s, i)
    yield mass_matrix(s)[i, 1:]
    yield read(SUM_IN_D, printed=np.full(s.n, entries.sum()), corrected=entries)


@section.equation("3.9", "write the terms of the velocities")
def _velocity_torque_by_traces(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield coasting_rates(s)[i] - kinetic_slopes(s)[i]
    yield velocity_torque(s, i)


# (3.6) has minus, and so has (3.5) with its g
PLUS = Erratum("G_i = +sum, with the g of (3.5)", "-sum, as in (3.6)", "structural")


@section.equation("3.10", "write the terms of gravity", PLUS)
def _gravity_torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield potential_slopes(s)[i]
    yield read(PLUS, printed=1.0, corrected=-1.0) * gravity_slope(s, i)
