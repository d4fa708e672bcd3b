"""Derivatives of frames and energies by differences, independent of the matrices Q."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from ....validation import FloatArray
from .algebra import from_one, upto
from .energies import kinetic_energy, potential_energy
from .slopes import slope
from .symbols import STATES, Symbols


@lru_cache(maxsize=STATES)
def frame_slopes(s: Symbols, q: tuple[float, ...]) -> FloatArray:
    """Return all dT_0^i/dq_j, (n + 1, n + 1, 4, 4): link, joint."""
    return np.moveaxis(_by_joint(s, s.frames, np.array(q)), 0, 1)


@lru_cache(maxsize=STATES)
def second_frame_slopes(s: Symbols, q: tuple[float, ...]) -> FloatArray:
    """Return all d2T_0^i/dq_j dq_k, (n + 1, n + 1, n + 1, 4, 4): link, joint, joint."""
    both = _by_joint(s, lambda x: _by_joint(s, s.frames, x), np.array(q))
    return np.moveaxis(both, 2, 0)


@lru_cache(maxsize=STATES)
def potential_slopes(s: Symbols) -> FloatArray:
    """Return all dP.E./dq_i of the whole arm, (n + 1,)."""
    return _by_joint(s, lambda q: potential_energy(s, q).sum(), s.q)


@lru_cache(maxsize=STATES)
def kinetic_slopes(s: Symbols) -> FloatArray:
    """Return all dK.E./dq_i of the whole arm, (n + 1,)."""
    return _by_joint(s, lambda q: kinetic_energy(s, q, s.qd).sum(), s.q)


@lru_cache(maxsize=STATES)
def momenta(s: Symbols) -> FloatArray:
    """Return all dK.E./dqd_i of the whole arm, (n + 1,)."""
    return _momenta(s, s.q, s.qd)


@lru_cache(maxsize=STATES)
def mass_matrix(s: Symbols) -> FloatArray:
    """Return all d2K.E./dqd_i dqd_j, (n + 1, n + 1): the momenta at unit velocities."""
    return np.array([_momenta(s, s.q, rate) / rate.sum() for rate in np.diag(s.rate)])


@lru_cache(maxsize=STATES)
def coasting_rates(s: Symbols) -> FloatArray:
    """Return all d/dt dK.E./dqd_i at constant joint velocities, (n + 1,)."""
    return np.asarray(s.qd @ _by_joint(s, lambda q: _momenta(s, q, s.qd), s.q))


def momentum_rates(s: Symbols) -> FloatArray:
    """Return all d/dt dK.E./dqd_i along the motion, (n + 1,)."""
    return np.asarray(coasting_rates(s) + mass_matrix(s) @ s.qdd)


def lagrange_torque(s: Symbols, i: int) -> FloatArray:
    """Return the torque, or force, of joint i by Lagrange's equation."""
    return np.asarray(momentum_rates(s)[i] - kinetic_slopes(s)[i] + potential_slopes(s)[i])


def _momenta(s: Symbols, q: FloatArray, qd: FloatArray) -> FloatArray:
    """Differentiate by all velocities at once: energies are of second degree in them."""
    unit = np.diag(s.rate)

    def energy(rates: FloatArray) -> FloatArray:
        return np.asarray(kinetic_energy(s, q, rates).sum(axis=-1))

    return (energy(qd + unit) - energy(qd - unit)) / (2 * s.rate)


def _by_joint(s: Symbols, f: Callable[[FloatArray], FloatArray], q: FloatArray) -> FloatArray:
    sizes = [None if turns else size for turns, size in zip(s.turns, s.unit, strict=True)]
    return from_one(np.array([slope(f, q, j, sizes[j]) for j in upto(s.n)]))
