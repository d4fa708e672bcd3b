"""Equations (4.1) to (4.3): the control law by D, H and G, and what remains of the errors.

The model D_2, H_2, G_2 of the controller is that of the arm, as the paper assumes for (4.3).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.lagrange import (
    coasting_rates,
    kinetic_slopes,
    lagrange_torque,
    mass_matrix,
    potential_slopes,
)
from ...derivation.newton_euler import torque
from ...derivation.reading import Reading, Section
from ...derivation.symbols import Symbols
from .lagrangian import gravity_slope, inertia, velocity_torque

section = Section()


def controlled_torque(s: Symbols, i: int) -> FloatArray:
    """Return the torque of (4.1), with D, H and G by traces."""
    c = s.command
    bracket = c.qdd + c.Kv @ (c.qd - s.qd) + c.Kp @ (c.q - s.q)
    return np.asarray(inertia(s, i) @ bracket[1:] + velocity_torque(s, i) - gravity_slope(s, i))


@section.equation("4.1", "compute the torque of desired motion and errors")
def _control_law(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield torque(s, i, last=s.n)
    yield controlled_torque(s, i)


@section.equation("4.2", "put it into the equations of motion")
def _controlled_motion(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield lagrange_torque(s, i)
    yield controlled_torque(s, i)


# D ed'' on the left, where D q'' is what the torque leaves to accelerate the joints
@section.equation("4.3", "see that the errors obey an equation without the motion")
def _errors(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    c, D = s.command, mass_matrix(s)[i]
    others = coasting_rates(s)[i] - kinetic_slopes(s)[i] + potential_slopes(s)[i]
    yield D @ c.qdd - (torque(s, i, last=s.n) - others)
    yield -D @ (c.Kv @ c.ed + c.Kp @ c.e)


# so late that every error has vanished that falls at all
_LATER = 1e12
# the largest exponent of a finite number
_GROWN = 700.0


@section.equation("4.3+", "so that they vanish, if gains are as the paper wants them")
def _limit(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    c = s.command
    # of rank one, semidefinite: it couples all joints, so that (c) of the paper holds
    damper = np.outer(c.Kv[:, 1], c.Kv[1]) / c.Kv[1, 1]
    yield np.array([errors_later(s, Kv)[i] for Kv in (c.Kv, damper)])
    yield np.zeros(2)


def errors_later(s: Symbols, Kv: FloatArray) -> FloatArray:
    """Return the errors of the joints long after, (n + 1,), by the eigenvalues of (4.3)."""
    c, n = s.command, s.n
    zero, unit = np.zeros((n, n)), np.eye(n)
    rates = np.block([[zero, unit], [-c.Kp[1:, 1:], -Kv[1:, 1:]]])
    values, modes = np.linalg.eig(rates)
    amplitudes = np.linalg.solve(modes, np.concatenate([c.e[1:], c.ed[1:]]))
    left = np.exp(np.minimum(values.real * _LATER, _GROWN))
    later = modes @ (left * amplitudes)
    return np.append(0.0, later.real[:n])
