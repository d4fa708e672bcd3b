"""Equations (B.1) to (B.23): rates of the unit vectors of a frame, here of link i.

Left sides are rates of the rotation, and A on the right is the product of those of the joints. From
(B.15) on the print has the angular velocity without a component along j*, which the axes of a link
have; (B.15), (B.17) and (B.18) hold as published where that is zero.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import cross, total, upto
from ...derivation.paths import rotation, spin_by_joints
from ...derivation.reading import Erratum, Reading, Section
from ...derivation.symbols import Symbols

section = Section()


def units(s: Symbols, i: int) -> FloatArray:
    """Return i*, j*, k*, a row each."""
    return np.asarray(rotation(s, i).now.T)


def rates(s: Symbols, i: int) -> FloatArray:
    """Return their rates, a row each."""
    return np.asarray(rotation(s, i).rate.now.T)


def matrix_rate(s: Symbols, i: int) -> FloatArray:
    """Return dA/dt, by the derivatives of the matrices of the joints."""
    return total(s.dR[i, j] * s.qd[j] for j in upto(i))


@section.equation("B.1", "write the unit vectors by a matrix")
def _units(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield units(s, i).T
    yield np.eye(3) @ s.R[0, i]


@section.equation("B.2", "of direction cosines")
def _cosines(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield s.R[0, i]
    yield np.array([[fixed @ moving for moving in units(s, i)] for fixed in np.eye(3)])


@section.equation("B.3", "differentiate")
def _rates(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A, change = s.R[0, i], matrix_rate(s, i)
    yield rates(s, i).T
    yield np.eye(3) @ change
    yield units(s, i).T @ np.linalg.inv(A) @ change
    yield units(s, i).T @ A.T @ change


@section.equation("B.4", "multiply out")
def _multiplied(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A, change = s.R[0, i], matrix_rate(s, i)
    yield (rotation(s, i).T @ rotation(s, i).rate).now
    yield np.array([[A[:, k] @ change[:, m] for m in range(3)] for k in range(3)])


def _register_product(number: str, k: int, m: int, statement: str) -> None:
    """Register one of (B.5) to (B.10), of columns k and m."""

    @section.equation(number, statement)
    def _product(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
        A = s.R[0, i]
        yield A[0, k] * A[0, m] + A[1, k] * A[1, m] + A[2, k] * A[2, m]
        yield np.array(float(k == m))


for _number, _k, _m, _statement in (
    ("B.5", 0, 0, "a column of cosines has length one"),
    ("B.6", 1, 1, "similarly the second"),
    ("B.7", 2, 2, "and the third"),
    ("B.8", 1, 2, "and two are perpendicular"),
    ("B.9", 0, 2, "similarly the first and third"),
    ("B.10", 0, 1, "and the first and second"),
):
    _register_product(_number, _k, _m, _statement)

DOT_LEFT = Erratum("the dots of the first sum of the fourth on a_{13}, ...", "on a_{12}, ...")


@section.equation("B.10+", "differentiate these", DOT_LEFT)
def _product_rates(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A, change = rotation(s, i).now, rotation(s, i).rate.now
    first, second = read(DOT_LEFT, printed=(A, change), corrected=(change, A))
    yield np.array(
        [
            *(change[:, k] @ A[:, k] for k in range(3)),
            first[:, 1] @ second[:, 2] + A[:, 1] @ change[:, 2],
            A[:, 0] @ change[:, 2] + A[:, 2] @ change[:, 0],
            A[:, 1] @ change[:, 0] + A[:, 0] @ change[:, 1],
        ]
    )
    yield np.zeros(6)


def spin(s: Symbols, i: int) -> FloatArray:
    """Return the angular velocity along i*, j*, k*, by the joints."""
    return np.asarray(units(s, i) @ spin_by_joints(s, i).now)


A_WITHOUT_DOT = Erratum("A^T A", "A^T dA/dt")


@section.equation("B.11", "so that a skew matrix remains", A_WITHOUT_DOT)
def _skew(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    A = rotation(s, i)
    L, M, N = spin(s, i)
    yield (A.T @ read(A_WITHOUT_DOT, printed=A, corrected=A.rate)).now
    yield np.array([[0.0, -N, M], [N, 0.0, -L], [-M, L, 0.0]])


WITHOUT_DOTS = Erratum("no dots", "dots on the second factors")


def numbers(s: Symbols, i: int, read: Reading) -> FloatArray:
    """Return L, M, N by direction cosines."""
    A = s.R[0, i]
    change = read(WITHOUT_DOTS, printed=A, corrected=matrix_rate(s, i))
    return np.array([A[:, 2] @ change[:, 1], A[:, 0] @ change[:, 2], A[:, 1] @ change[:, 0]])


@section.equation("B.12", "of three numbers", WITHOUT_DOTS)
def _numbers(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield spin(s, i)
    yield numbers(s, i, read)


@section.equation("B.13", "which give the rates of the unit vectors")
def _rates_by_numbers(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    (u, v, w), (L, M, N) = units(s, i), numbers(s, i, read)
    yield rates(s, i)
    yield np.array([N * v - M * w, -N * u + L * w, M * u - L * v])


@section.equation("B.14", "each is perpendicular to its vector")
def _perpendicular(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield rates(s, i)[0] @ units(s, i)[0]
    yield np.zeros(())


OWN_J = Erratum("λ j*, with j* perpendicular to di*/dt", "λ j* - ω_2 k*", "structural")


@section.equation("B.15", "write the first by the other two", OWN_J)
def _first_rate(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    _, v, w = units(s, i)
    _, second, third = spin(s, i)
    yield rates(s, i)[0]
    yield third * v - read(OWN_J, printed=0.0, corrected=second) * w


@section.equation("B.16", "make the third unit vector a product")
def _third(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u, v, w = units(s, i)
    yield w
    yield cross(u, v)


FIRST_DROPPED = Erratum("i* x dj*/dt in the last form", "ω_2 i* + i* x dj*/dt", "structural")


@section.equation("B.17", "differentiate it", FIRST_DROPPED)
def _third_rate(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    (u, v, _), (du, dv, dw) = units(s, i), rates(s, i)
    yield dw
    yield cross(du, v) + cross(u, dv)
    yield read(FIRST_DROPPED, printed=0.0, corrected=spin(s, i)[1]) * u + cross(u, dv)


ALONG_J = Erratum("μ j*", "μ j* + ω_2 i*", "structural")


@section.equation("B.18", "write it by the other two", ALONG_J)
def _third_rate_by_units(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u, v, _ = units(s, i)
    first, second, _ = spin(s, i)
    yield rates(s, i)[2]
    yield -first * v + read(ALONG_J, printed=0.0, corrected=second) * u


@section.equation("B.19", "make the second unit vector a product")
def _second(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u, v, w = units(s, i)
    yield v
    yield cross(w, u)


@section.equation("B.20", "differentiate it")
def _second_rate(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    (u, v, w), (du, dv, dw) = units(s, i), rates(s, i)
    first, _, third = spin(s, i)
    lam, mu = third, -first
    yield dv
    yield cross(dw, u) + cross(w, du)
    yield cross(mu * v, u) + cross(w, lam * v)
    yield cross(lam * w - mu * u, v)


NO_SECOND = Erratum("ω = λ k* - μ i*", "λ k* - μ i* + ω_2 j*", "structural")


@section.equation("B.20+", "collect the angular velocity", NO_SECOND)
def _collected(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u, v, w = units(s, i)
    first, second, third = spin(s, i)
    collected = third * w + first * u + read(NO_SECOND, printed=0.0, corrected=second) * v
    yield spin_by_joints(s, i).now
    yield collected


@section.equation("B.21", "so that it gives all rates")
def _rates_by_spin(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w = spin_by_joints(s, i).now
    yield rates(s, i)
    yield np.array([cross(w, unit) for unit in units(s, i)])


@section.equation("B.22", "write it along the axes")
def _spin_along_axes(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield spin_by_joints(s, i).now
    yield total(w * unit for w, unit in zip(numbers(s, i, read), units(s, i), strict=True))


@section.equation("B.23", "and the rates by its components")
def _rates_by_components(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    (u, v, w), (w1, w2, w3) = units(s, i), spin(s, i)
    yield rates(s, i)
    yield np.array([v * w3 - w * w2, w * w1 - u * w3, u * w2 - v * w1])
