"""Equations (3.1) to (3.48): the recursion in link frames, number by number.

Its arrays hold the vectors of the recursion: B, CX and H angular velocity, angular acceleration and
acceleration of origin i-1, RF and U force and moment of joint i. Left sides are the exact motion,
and forces and moments of points of mass. The paper has revolute joints; it takes the centre of mass
for the middle of the link, and the axes of the link for principal ones, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import cross
from ...derivation.lagrange import lagrange_torque
from ...derivation.mass_points import force_through, net_force
from ...derivation.newton_euler import force, moment
from ...derivation.paths import axis, centre, frame, origin, rotation, spin
from ...derivation.reading import Erratum, Reading, Section, before_last, only_base, own_joint
from ...derivation.symbols import Symbols
from .base_frame_recursion import moment_at, spinning, step, tensor
from .link_frame_recursion import acceleration, back, friction, into

section = Section()

ENTRIES = range(3)


def products(a: FloatArray, b: FloatArray) -> FloatArray:
    """Return the entries of a vector product, written out."""
    return np.array(
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    )


def column_sum(A: FloatArray, c: int, b: FloatArray) -> FloatArray:
    """Return A(1,c) b(1) + A(2,c) b(2) + A(3,c) b(3)."""
    return np.asarray(A[0, c] * b[0] + A[1, c] * b[1] + A[2, c] * b[2])


@section.equation("3.1", "name the entries of the rotation")
def _entries(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield (rotation(s, i - 1).T @ rotation(s, i)).now
    yield s.R[i - 1, i]


@section.equation("3.2", "name those of the angular velocity before")
def _velocity_before(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i - 1) @ spin(s, i - 1).now
    yield s.w[i - 1]


@section.equation("3.3", "and of the link")
def _velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i) @ spin(s, i).now
    yield s.w[i]


@section.equation("3.4", "the base rests", links=only_base)
def _base_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield spin(s, 0).now
    yield np.zeros(3)


def _register_velocity(c: int) -> None:
    """Register one of (3.5) to (3.7)."""

    @section.equation(f"3.{5 + c}", f"angular velocity, entry {c + 1}", turning=own_joint)
    def _entry(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
        B = s.w[i - 1]
        yield (into(s, i) @ spin(s, i).now)[c]
        yield column_sum(s.R[i - 1, i], c, np.array([B[0], B[1], B[2] + s.qd[i]]))


for _c in ENTRIES:
    _register_velocity(_c)


@section.equation("3.8", "name the entries of the angular acceleration before")
def _acceleration_before(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i - 1) @ spin(s, i - 1).rate.now
    yield s.al[i - 1]


@section.equation("3.9", "multiply by what the joint turns", turning=own_joint)
def _by_joint(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    B, rate = s.w[i - 1], s.qd[i]
    yield into(s, i - 1) @ cross(spin(s, i - 1).now, axis(s, i).now * rate)
    yield np.array([B[1] * rate, -B[0] * rate, 0.0])


@section.equation("3.10", "the base rests", links=only_base)
def _base_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield spin(s, 0).rate.now
    yield np.zeros(3)


def DD(s: Symbols, i: int) -> FloatArray:
    """Return the sum of (3.11)."""
    B, CX, rate = s.w[i - 1], s.al[i - 1], s.qd[i]
    return np.array([CX[0] + B[1] * rate, CX[1] - B[0] * rate, CX[2] + s.qdd[i]])


@section.equation("3.11", "angular acceleration, in the frame before", turning=own_joint)
def _before_turning(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i - 1) @ spin(s, i).rate.now
    yield DD(s, i)


def _register_acceleration(c: int) -> None:
    """Register one of (3.12) to (3.14)."""

    @section.equation(f"3.{12 + c}", f"angular acceleration, entry {c + 1}", turning=own_joint)
    def _entry(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
        yield (into(s, i) @ spin(s, i).rate.now)[c]
        yield column_sum(s.R[i - 1, i], c, DD(s, i))


for _c in ENTRIES:
    _register_acceleration(_c)


def displacement(s: Symbols, i: int) -> FloatArray:
    """Return R_{i-1,i} in frame i-1: (a c, a s, d)."""
    a, d = s.length[i], s.offset[i]
    return np.array([a * np.cos(s.angle[i]), a * np.sin(s.angle[i]), d])


@section.equation("3.15", "chain rotations and displacements")
def _chain(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    own = np.block([[s.R[i - 1, i], displacement(s, i)[:, np.newaxis]], [np.zeros(3), 1.0]])
    yield frame(s, i).now
    yield frame(s, i - 1).now @ own


@section.equation("3.16", "rotations alone")
def _rotations(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield rotation(s, i).now
    yield rotation(s, i - 1).now @ s.R[i - 1, i]


@section.equation("3.17", "displacements alone")
def _displacements(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield origin(s, i).now
    yield rotation(s, i - 1).now @ displacement(s, i) + origin(s, i - 1).now


def turned_displacement(s: Symbols, i: int) -> FloatArray:
    """Return A_{i,0} R_{i-1,i}: (a, d η, d γ)."""
    a, d = s.length[i], s.offset[i]
    return np.array([a, d * np.sin(s.twist[i]), d * np.cos(s.twist[i])])


@section.equation("3.18", "see the displacement from the frame it leads to")
def _turned_displacement(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    c, si = np.cos(s.angle[i]), np.sin(s.angle[i])
    g, h = np.cos(s.twist[i]), np.sin(s.twist[i])
    A = np.array([[c, si, 0.0], [-si * g, c * g, h], [si * h, -c * h, g]])
    between = origin(s, i).now - origin(s, i - 1).now
    yield into(s, i) @ between
    yield back(s, i) @ into(s, i - 1) @ between
    yield back(s, i) @ displacement(s, i)
    yield A @ displacement(s, i)
    yield turned_displacement(s, i)


@section.equation("3.19", "multiply by the angular acceleration")
def _CC(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i) @ cross(spin(s, i).rate.now, step(s, i))
    yield products(s.al[i], turned_displacement(s, i))


@section.equation("3.20", "by the angular velocity")
def _BB(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i) @ cross(spin(s, i).now, step(s, i))
    yield products(s.w[i], turned_displacement(s, i))


def twice(s: Symbols, i: int, b: FloatArray) -> FloatArray:
    """Return B x (B x b), written out."""
    return products(s.w[i], products(s.w[i], b))


@section.equation("3.21", "and by it again")
def _BBB(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w = spin(s, i).now
    yield into(s, i) @ cross(w, cross(w, step(s, i)))
    yield twice(s, i, turned_displacement(s, i))


DOWNWARD = Erratum(
    "H(3,1) = g, by the words below it of a gravity along +z_0",
    "of a gravity along -z_0: the base accelerates the other way",
    "structural",
)


@section.equation("3.22", "name the acceleration of origin i-1: gravity begins it", DOWNWARD)
def _H(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    wrong = read(DOWNWARD, printed=2.0, corrected=0.0) * s.gz
    yield into(s, i - 1) @ acceleration(s, i - 1)
    yield s.a[i - 1] - s.R[i - 1, 0] @ wrong


def _register_origin(c: int) -> None:
    """Register one of (3.23) to (3.25)."""

    @section.equation(f"3.{23 + c}", f"acceleration of origin i, entry {c + 1}", turning=own_joint)
    def _entry(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
        r = turned_displacement(s, i)
        yield (into(s, i) @ acceleration(s, i))[c]
        yield (
            products(s.al[i], r)[c] + twice(s, i, r)[c] + column_sum(s.R[i - 1, i], c, s.a[i - 1])
        )


for _c in ENTRIES:
    _register_origin(_c)

FRAME_BEFORE = Erratum("-1/2 [a c; a s; d]", "-1/2 [a; d η; d γ]", "structural")
# stated in the paper
IN_THE_MIDDLE = Erratum("centre of mass in the middle of R_{i-1,i}", "where it is", "structural")


def AR(s: Symbols, i: int, read: Reading) -> FloatArray:
    """Return A_{i,0} s_i."""
    half = -turned_displacement(s, i) / 2
    centre_i = read(IN_THE_MIDDLE, printed=half, corrected=s.rb[i])
    return np.asarray(read(FRAME_BEFORE, printed=-displacement(s, i) / 2, corrected=centre_i))


@section.equation("3.26", "take the centre of mass", FRAME_BEFORE, IN_THE_MIDDLE)
def _AR(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i) @ (centre(s, i).now - origin(s, i).now)
    yield AR(s, i, read)


def to_centre(s: Symbols, i: int) -> FloatArray:
    """Return s_i, in base axes."""
    return np.asarray(centre(s, i).now - origin(s, i).now)


@section.equation("3.27", "multiply it by the angular acceleration")
def _CAR(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i) @ cross(spin(s, i).rate.now, to_centre(s, i))
    yield products(s.al[i], AR(s, i, read))


@section.equation("3.28", "by the angular velocity")
def _BAR(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i) @ cross(spin(s, i).now, to_centre(s, i))
    yield products(s.w[i], AR(s, i, read))


@section.equation("3.29", "and by it again")
def _B2(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w = spin(s, i).now
    yield into(s, i) @ cross(w, cross(w, to_centre(s, i)))
    yield twice(s, i, AR(s, i, read))


def com_acceleration(s: Symbols, i: int) -> FloatArray:
    """Return the acceleration of the centre of mass, in frame i; the base accelerates by -g."""
    return np.asarray(into(s, i) @ (centre(s, i).rate.rate.now + s.gz))


@section.equation("3.30", "name the acceleration of the centre of mass")
def _AA(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield com_acceleration(s, i)
    yield s.ab[i]


def _register_centre(c: int) -> None:
    """Register one of (3.31) to (3.33)."""

    @section.equation(f"3.{31 + c}", f"acceleration of the centre of mass, entry {c + 1}")
    def _entry(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
        b = AR(s, i, read)
        yield com_acceleration(s, i)[c]
        yield products(s.al[i], b)[c] + twice(s, i, b)[c] + s.a[i][c]


for _c in ENTRIES:
    _register_centre(_c)


@section.equation("3.34", "inertial force")
def _F(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i) @ net_force(s, i)
    yield s.m[i] * s.ab[i]


# stated in the paper
NO_PRODUCTS = Erratum("J(k,i), the diagonal alone", "J(j,k,i), with products", "structural")


def times_inertia(s: Symbols, i: int, b: FloatArray, read: Reading) -> FloatArray:
    """Return the inertia tensor about the centre of mass times a vector, both in frame i."""
    inertia = s.Ic[i]
    diagonal = np.diag(inertia.diagonal())
    return np.asarray(read(NO_PRODUCTS, printed=diagonal, corrected=inertia) @ b)


@section.equation("3.34'", "inertia times angular acceleration", NO_PRODUCTS)
def _XJC(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i) @ tensor(s, i).now @ spin(s, i).rate.now
    yield times_inertia(s, i, s.al[i], read)


@section.equation("3.35", "and times angular velocity", NO_PRODUCTS)
def _XJB(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i) @ tensor(s, i).now @ spin(s, i).now
    yield times_inertia(s, i, s.w[i], read)


@section.equation("3.36", "multiply by it again", NO_PRODUCTS)
def _BIB(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w = spin(s, i).now
    yield into(s, i) @ cross(w, tensor(s, i).now @ w)
    yield products(s.w[i], times_inertia(s, i, s.w[i], read))


def AN(s: Symbols, i: int, read: Reading) -> FloatArray:
    """Return the sum of (3.37)."""
    turning = products(s.w[i], times_inertia(s, i, s.w[i], read))
    return times_inertia(s, i, s.al[i], read) + turning


@section.equation("3.37", "inertial moment", NO_PRODUCTS)
def _AN(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i) @ spinning(s, i)
    yield AN(s, i, read)


@section.equation("3.38", "name the force of the next joint", links=before_last)
def _RF_next(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i + 1) @ force_through(s, i + 1)
    yield force(s, i + 1, last=s.n)


@section.equation("3.39", "and its moment", links=before_last)
def _U_next(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i + 1) @ moment_at(s, i + 1)
    yield moment(s, i + 1, last=s.n)


BEYOND_LAST = Erratum(
    "A(.,.,i+1) for i = n", "unity", "structural", undefined="there is no link n+1"
)


def next_force(s: Symbols, i: int) -> FloatArray:
    """Return RF(., i+1); zero beyond the last link."""
    return force(s, i + 1, last=s.n) if i < s.n else np.zeros(3)


def next_rotation(s: Symbols, i: int) -> FloatArray:
    """Return A(., ., i+1); unity beyond the last link."""
    return np.asarray(s.R[i, i + 1]) if i < s.n else np.eye(3)


@section.equation("3.40", "and back: force", BEYOND_LAST)
def _RF(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i) @ force_through(s, i)
    yield next_rotation(s, i) @ next_force(s, i) + s.m[i] * s.ab[i]


TWO_GAMMAS = Erratum("[a; d γ; d γ]", "[a; d η; d γ]")
ONE_COLUMN = Erratum(
    "the first column of A(.,.,i+1)",
    "its transpose",
    undefined="a column is multiplied by a column",
)


def YK(s: Symbols, i: int, read: Reading) -> FloatArray:
    """Return A_{i+1,0} R_{i-1,i}."""
    a, d_sine, d_cosine = turned_displacement(s, i)
    second = read(TWO_GAMMAS, printed=d_cosine, corrected=d_sine)
    return np.asarray(next_rotation(s, i).T @ np.array([a, second, d_cosine]))


@section.equation(
    "3.41", "see the displacement from the next frame", TWO_GAMMAS, ONE_COLUMN, links=before_last
)
def _YK(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i + 1) @ step(s, i)
    yield YK(s, i, read)


@section.equation("3.42", "multiply it by the force", links=before_last)
def _YKR(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i + 1) @ cross(step(s, i), force_through(s, i + 1))
    yield products(YK(s, i, read), next_force(s, i))


def U2(s: Symbols, i: int, read: Reading) -> FloatArray:
    """Return the sum of (3.43); zero beyond the last link."""
    if i == s.n:
        return np.zeros(3)
    return moment(s, i + 1, last=s.n) + products(YK(s, i, read), next_force(s, i))


def passed_down(s: Symbols, i: int) -> FloatArray:
    """Return the moment of the next joint about origin i-1, in base axes."""
    return moment_at(s, i + 1) + cross(step(s, i), force_through(s, i + 1))


@section.equation("3.43", "add the moment", links=before_last)
def _U2(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i + 1) @ passed_down(s, i)
    yield U2(s, i, read)


OWN_ROTATION = Erratum("A(r,c,i)", "A(r,c,i+1)", "structural")


@section.equation("3.44", "turn it back", OWN_ROTATION, links=before_last)
def _AU2(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A = s.R[i - 1, i]
    yield into(s, i) @ passed_down(s, i)
    yield read(OWN_ROTATION, printed=A, corrected=next_rotation(s, i)) @ U2(s, i, read)


def to_centre_from_joint(s: Symbols, i: int, read: Reading) -> FloatArray:
    """Return A_{i,0} R_{i-1,i} + A_{i,0} s_i, which the paper takes for the opposite of s_i."""
    whole = turned_displacement(s, i) + s.rb[i]
    return np.asarray(read(IN_THE_MIDDLE, printed=turned_displacement(s, i) / 2, corrected=whole))


def PF(s: Symbols, i: int, read: Reading) -> FloatArray:
    """Return the moment of the inertial force about origin i-1."""
    return products(to_centre_from_joint(s, i, read), s.m[i] * s.ab[i])


@section.equation("3.44+", "moment of the inertial force", IN_THE_MIDDLE)
def _PF(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i) @ cross(step(s, i) + to_centre(s, i), net_force(s, i))
    yield PF(s, i, read)


def _register_moment(c: int) -> None:
    """Register one of (3.45) to (3.47)."""

    @section.equation(f"3.{45 + c}", f"moment, entry {c + 1}")
    def _entry(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
        AU2 = next_rotation(s, i) @ U2(s, i, read)
        yield (into(s, i) @ moment_at(s, i))[c]
        yield AU2[c] + PF(s, i, read)[c] + AN(s, i, read)[c]


for _c in ENTRIES:
    _register_moment(_c)

FIRST_ROW = Erratum("A(1,1,i), A(1,2,i), A(1,3,i) in the display", "A(3,1,i), A(3,2,i), A(3,3,i)")


@section.equation("3.48", "torque, with viscous friction", FIRST_ROW, turning=own_joint)
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    U, A, loss = moment(s, i, last=s.n), s.R[i - 1, i], s.viscous[i] * s.qd[i]
    row = A[read(FIRST_ROW, printed=0, corrected=2)]
    yield lagrange_torque(s, i) + friction(s, i)
    yield row @ U + loss
    yield A[2, 0] * U[0] + A[2, 1] * U[1] + A[2, 2] * U[2] + loss
