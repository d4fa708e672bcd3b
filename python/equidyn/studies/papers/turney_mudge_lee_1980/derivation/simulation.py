"""Sections 6 and 7: the form (2.11) again, and what a simulation does with it.

Accelerations are compared by the momentum that they change in a unit of time, M qdd: where M is
nearly singular, they themselves are lost in rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.lagrange import coasting_rates, kinetic_slopes, mass_matrix, potential_slopes
from ...derivation.newton_euler import torque, torques
from ...derivation.reading import Erratum, Reading, Section
from ...derivation.symbols import Symbols
from .lagrangian import coriolis, gravity, inertia
from .strobing import by_unit_accelerations, by_unit_velocities, run

section = Section()

ARGUMENT = Erratum("M(qd)", "M(q)")


@section.equation("6a", "repeat the form (2.11), which strobing gives", ARGUMENT)
def _form(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    q = read(ARGUMENT, printed=s.qd, corrected=s.q)
    yield torque(s, i, last=s.n)
    yield inertia(s, q, i) @ s.qdd + s.qd @ coriolis(s, s.q)[i] @ s.qd + gravity(s, s.q, i)


@section.equation("6b", "use that M and C^i are symmetric, and strobe for half of each")
def _halves(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    both, M = by_unit_velocities(s)[i], by_unit_accelerations(s)[:, i]
    alone = both.diagonal()
    coupling = np.triu(both - alone - alone[:, np.newaxis], 1) / 2
    yield np.array([*coriolis(s, s.q)[i], mass_matrix(s)[i]])
    yield np.array([*np.diag(alone) + coupling + coupling.T, M])


def eliminated(M: FloatArray, b: FloatArray) -> FloatArray:
    """Return M^-1 b by Gaussian elimination without exchange of rows, (n + 1,).

    Where nothing is left of a row, as of a joint that moves no mass, the answer is zero.
    """
    joints = range(1, len(b))
    A = np.column_stack([M, b])
    for j in joints:
        for k in joints[j:]:
            if A[j, j]:
                A[k] -= A[k, j] / A[j, j] * A[j]
    x = np.zeros(len(b))
    for j in reversed(joints):
        if A[j, j]:
            x[j] = (A[j, -1] - A[j, :-1] @ x) / A[j, j]
    return x


def by_matrices(s: Symbols) -> FloatArray:
    """Return M^-1 [τ - C - G] by the matrices of (2.11), (n + 1,)."""
    joints = range(1, s.n + 1)
    M = np.array([inertia(s, s.q, i)[1:] for i in joints])
    others = [s.qd @ coriolis(s, s.q)[i] @ s.qd + gravity(s, s.q, i) for i in joints]
    return np.append(0.0, np.linalg.pinv(M) @ (torques(s)[1:] - others))


@section.equation("7a", "solve (2.11) for the accelerations")
def _accelerations(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    M = mass_matrix(s)[i]
    yield M @ s.qdd
    yield M @ by_matrices(s)


STATE_IN_RATE = Erratum("g = (f, y)^t", "(f, γ)^t", undefined="y has γ and q in it")


@section.equation("7b", "write that as equations of first order: y = (γ, q)", STATE_IN_RATE)
def _first_order(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    gamma, M = s.qd, mass_matrix(s)[i]
    yield np.array([M @ s.qdd, M @ s.qd])
    yield np.array([M @ by_matrices(s), M @ gamma])


def four_points(
    g: Callable[[FloatArray], FloatArray], y: FloatArray, step: FloatArray
) -> FloatArray:
    """Return y_{n+1}."""
    h1 = step * g(y)
    h2 = step * g(y + 0.5 * h1)
    h3 = step * g(y + 0.5 * h2)
    h4 = step * g(y + h3)
    return np.asarray(y + (h1 + 2 * h2 + 2 * h3 + h4) / 6)


# of joints on springs of the stiffness w^2 M four points give Taylor's series of sine and cosine,
# up to the fourth power
@section.equation("7c", "take four points in a step, h_1 to h_4, and weigh them")
def _four_points(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    M, w = mass_matrix(s), s.rate[i] / s.unit[i]
    z, step = 0.5, 0.5 / w

    def g(y: FloatArray) -> FloatArray:
        gamma, q = y
        return np.array([eliminated(by_unit_accelerations(s), -(w**2) * (M @ q)), gamma])

    cosine, sine = 1 - z**2 / 2 + z**4 / 24, z - z**3 / 6
    yield np.array([s.qd * cosine - w * s.q * sine, s.q * cosine + s.qd / w * sine]) @ M[i]
    yield four_points(g, np.array([s.qd, s.q]), step) @ M[i]


ZEROED = Erratum(
    "qd zeroed, and qd and q put in", "qdd zeroed", undefined="qd is zero and is not, at once"
)


@section.equation("7d", "run once without accelerations, for C + G", ZEROED)
def _bias(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield coasting_rates(s)[i] - kinetic_slopes(s)[i] + potential_slopes(s)[i]
    yield run(s, s.qd, np.zeros(s.n + 1), s.gz)[i]


BY_VELOCITIES = Erratum("M by all but one component of qd zero", "of qdd")


@section.equation("7e", "run without gravity and velocities, for M", BY_VELOCITIES)
def _mass_matrix(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield mass_matrix(s)[i]
    yield read(
        BY_VELOCITIES,
        printed=by_unit_velocities(s)[i].diagonal(),
        corrected=by_unit_accelerations(s)[i],
    )


RATE = Erratum("qd = M^-1(τ - C - G)", "qdd")


@section.equation("7f", "eliminate without pivoting: M is positive definite", RATE)
def _elimination(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    M = mass_matrix(s)[i]
    bias = run(s, s.qd, np.zeros(s.n + 1), s.gz)
    yield M @ read(RATE, printed=s.qd, corrected=s.qdd)
    yield M @ eliminated(by_unit_accelerations(s), torques(s) - bias)
