"""Equations (2.1) to (2.11): Lagrange's equations, from the energies to the torque.

Energies follow from velocities of the links, and their derivatives are exact. Two signs are wrong,
in (2.1) and in (2.7) with (2.8); they cancel.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import outer, pairs, total, tr, upto
from ...derivation.energies import kinetic_energy, potential_energy, velocities
from ...derivation.lagrange import (
    coasting_rates,
    frame_slopes,
    kinetic_slopes,
    mass_matrix,
    momenta,
    momentum_rates,
    potential_slopes,
    second_frame_slopes,
)
from ...derivation.newton_euler import torque
from ...derivation.reading import Erratum, Reading, Section
from ...derivation.slopes import slope
from ...derivation.symbols import STATES, Symbols
from .kinematics import DOTS

section = Section()

BELOW = Erratum("P.E. = -sum", "+sum: what is higher has more", "structural")


@section.equation("2.1", "take the potential energy of link i", BELOW)
def _potential_energy(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    sign = read(BELOW, printed=-1.0, corrected=1.0)
    yield potential_energy(s, s.q)[i]
    yield sign * (s.gza @ s.T[i] @ (s.m[i] * s.rba[i]))


@section.equation("2.2", "see a point of the link from the base")
def _point_from_the_base(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.frames(s.q)[i, :3] @ s.rba[i]
    yield s.T[i, :3, 3] + s.R[0, i] @ s.rb[i]


# its number is lost in the scan
@section.equation("2.3", "write it by T")
def _point_by_frame(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.frames(s.q)[i] @ s.rba[i]
    yield s.T[i] @ s.rba[i]


@section.equation("2.4", "differentiate it by the angles")
def _velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield np.append(velocities(s, s.q, s.qd).of(s.rb)[i], 0.0)
    yield total(s.dT[i, j] * s.qd[j] for j in upto(i)) @ s.rba[i]


@section.equation("2.5", "take the kinetic energy of the mass there")
def _kinetic_energy_of_a_point(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    v, mass = velocities(s, s.q, s.qd).of(s.rb)[i], s.m[i]
    d = s.rba[i]
    yield 0.5 * mass * (v @ v)
    yield 0.5 * total(
        tr(s.dT[i, j] @ outer(d, d) * mass @ s.dT[i, k].T) * s.qd[j] * s.qd[k] for j, k in pairs(i)
    )


NO_RATES = Erratum("no velocities", "times qd_j qd_k", "structural")


@section.equation("2.6", "integrate it over the mass of link i", NO_RATES)
def _kinetic_energy(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    qd = read(NO_RATES, printed=np.ones(s.n + 1), corrected=s.qd)
    yield kinetic_energy(s, s.q, s.qd)[i]
    yield 0.5 * total(tr(s.dT[i, j] @ s.Ja[i] @ s.dT[i, k].T) * qd[j] * qd[k] for j, k in pairs(i))


MINUS = Erratum("-∂P.E./∂q_i", "+∂P.E./∂q_i", "structural")


@section.equation("2.7", "apply Lagrange's equation", MINUS)
def _lagrange(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    sign = read(MINUS, printed=-1.0, corrected=1.0)
    yield torque(s, i, last=s.n)
    yield momentum_rates(s)[i] - kinetic_slopes(s)[i] + sign * potential_slopes(s)[i]


NO_ANGLE = Erratum("P.E. does not depend on q", "not on qd")


@section.equation("2.7+", "leave the potential energy out where velocities differentiate", NO_ANGLE)
def _without_potential_energy(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def lagrangian(q: FloatArray, qd: FloatArray) -> FloatArray:
        return np.asarray(kinetic_energy(s, q, qd).sum() - potential_energy(s, q).sum())

    by_angle = slope(lambda q: lagrangian(q, s.qd), s.q, i, None if s.turns[i] else s.unit[i])
    by_velocity = slope(lambda qd: lagrangian(s.q, qd), s.qd, i, s.rate[i])
    yield read(NO_ANGLE, printed=by_angle, corrected=by_velocity)
    yield read(NO_ANGLE, printed=kinetic_slopes(s)[i], corrected=inertia(s, s.q, i) @ s.qd)


@section.equation("2.8", "differentiate the potential energy", MINUS)
def _gravity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    sign = read(MINUS, printed=-1.0, corrected=1.0)
    yield sign * potential_slopes(s)[i]
    yield total(s.gza @ s.dT[q, i] @ (s.m[q] * s.rba[q]) for q in beyond(s, i))


def beyond(s: Symbols, i: int) -> range:
    """Return the links that move with joint i."""
    return range(i, s.n + 1)


@section.equation("2.8+", "differentiate the kinetic energy by a joint velocity")
def _momentum(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    dT, Ja, qd = s.dT, s.Ja, s.qd
    yield momenta(s)[i]
    yield 0.5 * total(
        tr(dT[q, i] @ Ja[q] @ dT[q, j].T * qd[j] + dT[q, j] @ Ja[q] @ dT[q, i].T * qd[j])
        for q in beyond(s, i)
        for j in upto(q)
    )
    yield total(tr(dT[q, j] @ Ja[q] @ dT[q, i].T * qd[j]) for q in beyond(s, i) for j in upto(q))


@section.equation("2.9", "and that by time", DOTS)
def _momentum_rate(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    dT, d2T, Ja, qd = s.dT, s.d2T, s.Ja, s.qd
    qdd = read(DOTS, printed=qd, corrected=s.qdd)
    yield momentum_rates(s)[i]
    yield (
        total(tr(dT[q, j] @ Ja[q] @ dT[q, i].T * qdd[j]) for q in beyond(s, i) for j in upto(q))
        + total(
            tr(d2T[q, j, k] @ Ja[q] @ dT[q, i].T + dT[q, j] @ Ja[q] @ d2T[q, i, k].T)
            * qd[j]
            * qd[k]
            for q in beyond(s, i)
            for j, k in pairs(q)
        )
    )


@section.equation("2.10", "differentiate the kinetic energy by an angle")
def _kinetic_slope(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    dT, d2T, Ja, qd = s.dT, s.d2T, s.Ja, s.qd
    yield -kinetic_slopes(s)[i]
    yield -0.5 * total(
        tr(d2T[q, i, j] @ Ja[q] @ dT[q, k].T + dT[q, j] @ Ja[q] @ d2T[q, i, k].T) * qd[j] * qd[k]
        for q in beyond(s, i)
        for j, k in pairs(q)
    )
    yield -total(
        tr(dT[q, j] @ Ja[q] @ d2T[q, i, k].T) * qd[j] * qd[k]
        for q in beyond(s, i)
        for j, k in pairs(q)
    )


@section.equation("2.10+", "combine: the torque", DOTS)
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    dT, d2T, Ja, qd = s.dT, s.d2T, s.Ja, s.qd
    qdd = read(DOTS, printed=qd, corrected=s.qdd)
    yield torque(s, i, last=s.n)
    yield (
        total(tr(dT[q, j] @ Ja[q] @ dT[q, i].T) * qdd[j] for q in beyond(s, i) for j in upto(q))
        + total(
            tr(d2T[q, j, k] @ Ja[q] @ dT[q, i].T) * qd[j] * qd[k]
            for q in beyond(s, i)
            for j, k in pairs(q)
        )
        + total(s.gza @ dT[q, i] @ (s.m[q] * s.rba[q]) for q in beyond(s, i))
    )


ARGUMENTS = Erratum("M(qd) qd + C(qd, qdd) + G(qdd)", "M(q) qdd + C(q, qd) + G(q)")


@section.equation("2.11", "sort it by accelerations, velocities and angles", ARGUMENTS)
def _torque_by_matrices(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    q, qd, qdd = read(ARGUMENTS, printed=(s.qd, s.qdd, s.qd), corrected=(s.q, s.qd, s.qdd))
    of_gravity = read(ARGUMENTS, printed=s.qdd, corrected=s.q)
    yield torque(s, i, last=s.n)
    yield inertia(s, q, i) @ qdd + qd @ coriolis(s, q)[i] @ qd + gravity(s, of_gravity, i)


def inertia(s: Symbols, q: FloatArray, i: int) -> FloatArray:
    """Return row i of M(q), (n + 1,)."""
    dT = frame_slopes(s, tuple(q))
    return np.asarray(np.einsum("qjab,qbc,qac->j", dT, s.Ja, dT[:, i]))


def coriolis(s: Symbols, q: FloatArray) -> FloatArray:
    """Return all C^i_jk(q), (n + 1, n + 1, n + 1)."""
    return _coriolis(s, tuple(q))


@lru_cache(maxsize=STATES)
def _coriolis(s: Symbols, q: tuple[float, ...]) -> FloatArray:
    moments = np.einsum("qbc,qiac->qiab", s.Ja, frame_slopes(s, q))
    second = second_frame_slopes(s, q)
    return np.asarray(np.einsum("qjkab,qiab->ijk", second, moments, optimize=True))


def gravity(s: Symbols, q: FloatArray, i: int) -> FloatArray:
    """Return G_i(q)."""
    dT = frame_slopes(s, tuple(q))
    return np.asarray(np.einsum("a,qab,qb,q->", s.gza, dT[:, i], s.rba, s.m))


@section.equation("2.11+", "see that M is symmetric")
def _mass_matrix(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    dT, Ja = s.dT, s.Ja

    yield mass_matrix(s)[i, 1:]
    yield np.array(
        [total(tr(dT[q, j] @ Ja[q] @ dT[q, i].T) for q in beyond(s, i)) for j in upto(s.n)]
    )
    yield np.array(
        [total(tr((dT[q, j] @ Ja[q] @ dT[q, i].T).T) for q in beyond(s, i)) for j in upto(s.n)]
    )
    yield np.array(
        [total(tr(dT[q, i] @ Ja[q] @ dT[q, j].T) for q in beyond(s, i)) for j in upto(s.n)]
    )


INDICES = Erratum("C_ij^k", "C_jk^i")


@section.equation("2.11++", "write the velocity terms by the matrices C^i", INDICES)
def _coriolis_matrices(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    C, qd = coriolis(s, s.q), s.qd
    as_printed = np.einsum("kj,j,k->", C[:, i], qd, qd)
    yield read(INDICES, printed=as_printed, corrected=coasting_rates(s)[i] - kinetic_slopes(s)[i])
    yield total(
        tr(s.d2T[q, j, k] @ s.Ja[q] @ s.dT[q, i].T) * qd[j] * qd[k]
        for q in beyond(s, i)
        for j, k in pairs(q)
    )
