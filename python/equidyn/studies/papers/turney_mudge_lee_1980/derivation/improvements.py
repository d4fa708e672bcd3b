"""Section 5: the modified equations, (5.1) and (5.2), and which K goes with which acceleration.

Left sides are derivatives of frames, integrals over mass points, and Lagrange's torque. A is the
matrix of (5.0+), whose product with a vector is the acceleration of its tip.

Second moments K about the centre of mass go with the acceleration of that point, those about origin
i-1 with the acceleration of that origin. The paper has the entries of the first, the words of the
second, and the acceleration of the first.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import E, cross, outer, tr
from ...derivation.exact_motion import exact_motion
from ...derivation.lagrange import lagrange_torque
from ...derivation.newton_euler import force, moment
from ...derivation.reading import Erratum, Reading, Section, own_joint
from ...derivation.symbols import Symbols
from .notation import NO_PRODUCTS
from .recursion import force_at, moment_at, origin_acceleration
from .rotations import SIGMA

section = Section()


def acceleration_matrix(s: Symbols, i: int) -> FloatArray:
    """Return A_i, which makes of a vector of link i the acceleration of its tip."""
    w = s.w[i]
    return np.asarray(outer(w, w) - tr(outer(w, w)) * E + np.tensordot(s.al[i], SIGMA, axes=1))


def second_moments(s: Symbols, i: int, point: FloatArray) -> FloatArray:
    """Return the integral of d d^t over the mass of link i, d from a point of its frame."""
    return s.integral(i, lambda d: outer(d - point, d - point))


ALPHA_Z = Erratum("A(3,2) = ω_z ω_y + α_z", "ω_z ω_y + α_x")


@section.equation("5.0+", "write the acceleration of a vector of the link by a matrix A", ALPHA_Z)
def _acceleration_by_matrix(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    x, y, z = s.w[i]
    ax, ay, az = s.al[i]
    yield s.R[i, 0] @ exact_motion(s).Tdd[i, :3, :3]
    yield acceleration_matrix(s, i)
    yield np.array(
        [
            [-(y * y + z * z), x * y - az, x * z + ay],
            [y * x + az, -(z * z + x * x), y * z - ax],
            [z * x - ay, z * y + read(ALPHA_Z, printed=az, corrected=ax), -(x * x + y * y)],
        ]
    )


def force_beyond(s: Symbols, i: int) -> FloatArray:
    """Return R_i^{i+1} f_{i+1}; zero at the last link."""
    return s.R[i, i + 1] @ force(s, i + 1, last=s.n) if i < s.n else np.zeros(3)


@section.equation("5.1", "use it in the recursion, for acceleration and force", turning=own_joint)
def _acceleration_and_force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A, m, r, rb = acceleration_matrix(s, i), s.m[i], s.r[i], s.rb[i]
    before = s.R[i, i - 1] @ s.a[i - 1]
    yield s.R[i, 0] @ np.column_stack([origin_acceleration(s, i), force_at(s, i)])
    yield np.column_stack([A @ r + before, m * A @ (rb + r) + m * before + force_beyond(s, i)])


def own_torque(s: Symbols, i: int) -> FloatArray:
    """Return the torque of the mass points of link i alone at joint i."""
    of, axis = exact_motion(s), s.z[0, i - 1]
    origin = of.T[i - 1, :3, 3]

    def of_point(d: FloatArray) -> FloatArray:
        place = of.T[i, :3] @ np.append(d, 1.0)
        return np.asarray(axis @ cross(place - origin, of.acceleration(i, d) + s.gz))

    return s.integral(i, of_point)


@section.equation("5.1+", "begin with the torque of link i alone, (4.11)", turning=own_joint)
def _own_torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    m, w, al, rb = s.m[i], s.w[i], s.al[i], s.rb[i]
    inertia, shift = tr(s.J[i]) * E - s.J[i], tr(outer(rb, rb)) * E - outer(rb, rb)
    yield own_torque(s, i)
    yield s.z[i, i - 1] @ (
        inertia @ al
        + cross(w, inertia @ w)
        - m * shift @ al
        - cross(w, m * shift @ w)
        + m * cross(rb + s.r[i], s.ab[i])
    )


# words: the entries of K are about the centre of mass, and the acceleration is of that point
POINT = Erratum("K_i about origin i-1", "K_i about the centre of mass", "structural")


def printed_or_central(s: Symbols, i: int, read: Reading) -> FloatArray:
    """Return K_i about the point that is printed, or about the one it belongs to."""
    return second_moments(s, i, read(POINT, printed=-s.r[i], corrected=s.rb[i]))


def moment_beyond(s: Symbols, i: int) -> FloatArray:
    """Return R_i^{i+1} n_{i+1}; zero at the last link."""
    return s.R[i, i + 1] @ moment(s, i + 1, last=s.n) if i < s.n else np.zeros(3)


NO_FRAME = Erratum("R_{i+1} n_{i+1}", "R_i^{i+1} n_{i+1}", undefined="R_{i+1} leads to no frame")
BY_TRACE = "make its moment of inertia a trace, and add the links beyond"


@section.equation("5.1++", BY_TRACE, POINT, NO_FRAME, turning=own_joint)
def _torque_by_trace(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A, K, r = acceleration_matrix(s, i), printed_or_central(s, i, read), s.r[i]
    yield lagrange_torque(s, i)
    yield tr(A @ K @ s.Q[i, i - 1].T) + s.z[i, i - 1] @ (
        s.m[i] * cross(s.rb[i] + r, s.ab[i]) + cross(r, force_beyond(s, i)) + moment_beyond(s, i)
    )


@section.equation("5.1+++", "take K from the inertia tensor", POINT, NO_PRODUCTS)
def _second_moments_by_inertia(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    xx, yy, zz = s.Ic[i].diagonal()
    principal = np.diag([-xx + yy + zz, xx - yy + zz, xx + yy - zz]) / 2
    products = s.Ic[i] - np.diag([xx, yy, zz])
    yield printed_or_central(s, i, read)
    yield principal - read(NO_PRODUCTS, printed=0.0, corrected=1.0) * products


def moment_of_points(s: Symbols, i: int) -> FloatArray:
    """Return the integral of d x (A_i d), d from the centre of mass."""
    A, rb = acceleration_matrix(s, i), s.rb[i]
    return s.integral(i, lambda d: cross(d - rb, A @ (d - rb)))


def vector_trace(AK: FloatArray) -> FloatArray:
    """Return Tr{A K σ^t}, of which each component has the matrix of its axis."""
    return np.array([tr(AK @ sigma.T) for sigma in SIGMA])


NO_AXIS = Erratum(
    "(R_i^{i-1})^t before the trace",
    "(R_i^{i-1} z_{i-1})^t",
    undefined="a 3x3 matrix times a vector is no torque",
)
# so also in Table 5, and as the component of n that follows (5.2); (5.2) and Table 4 have σ^t
SIGMA_UNTURNED = Erratum("Tr{A_i K_i σ_i}", "Tr{A_i K_i σ_i^t}", "structural")


@section.equation(
    "5.1++++", "take the axis out of the trace", NO_AXIS, SIGMA_UNTURNED, turning=own_joint
)
def _axis_out_of_the_trace(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    AK = acceleration_matrix(s, i) @ second_moments(s, i, s.rb[i])
    sign = read(SIGMA_UNTURNED, printed=-1.0, corrected=1.0)
    yield s.z[i, i - 1] @ moment_of_points(s, i)
    yield tr(AK @ s.Q[i, i - 1].T)
    yield sign * s.z[i, i - 1] @ vector_trace(AK)


POINT_OR_ORIGIN = Erratum(
    "K_i about origin i-1, with m_i (r̄_i + r_i) x ā_i",
    "K_i about the centre of mass; or with m_i (r̄_i + r_i) x (R_i^{i-1} a_{i-1})",
    "structural",
)
OWN_MOMENT = Erratum("R_i^{i+1} n_i", "R_i^{i+1} n_{i+1}")


@section.equation(
    "5.2", "use A and K in the recursion, for the moment", POINT_OR_ORIGIN, OWN_MOMENT
)
def _moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A, m, r, rb = acceleration_matrix(s, i), s.m[i], s.r[i], s.rb[i]
    central, about_origin = second_moments(s, i, rb), second_moments(s, i, -r)
    K = read(POINT_OR_ORIGIN, printed=about_origin, corrected=central)
    own = s.R[i, i + 1] @ moment(s, i, last=s.n) if i < s.n else np.zeros(3)
    beyond = cross(r, force_beyond(s, i))
    beyond = beyond + read(OWN_MOMENT, printed=own, corrected=moment_beyond(s, i))
    yield s.R[i, 0] @ moment_at(s, i)
    yield vector_trace(A @ K) + m * cross(rb + r, s.ab[i]) + beyond
    # the acceleration of the point of link i at origin i-1: R_i^{i-1} a_{i-1} where joint i turns
    yield vector_trace(A @ about_origin) + m * cross(rb + r, s.a[i] - A @ r) + beyond


BACKWARD = Erratum("(A_i K_i)_yz - (A_i K_i)_zy", "(A_i K_i)_zy - (A_i K_i)_yz", "structural")


@section.equation("5.2+", "read the moment from entries of A K", BACKWARD)
def _moment_by_entries(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    AK = acceleration_matrix(s, i) @ second_moments(s, i, s.rb[i])
    sign = read(BACKWARD, printed=-1.0, corrected=1.0)
    yield moment_of_points(s, i)
    yield sign * np.array([AK[2, 1] - AK[1, 2], AK[0, 2] - AK[2, 0], AK[1, 0] - AK[0, 1]])
