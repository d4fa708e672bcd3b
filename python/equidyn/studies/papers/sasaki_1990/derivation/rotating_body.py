"""Equations (A.22) to (A.34): Euler's equations, of a body that turns about a fixed point.

The body turns as link i does. Left sides are sums over its points, without an angular velocity;
that of the right sides is the sum of those of the joints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.paths import rotation, spin_by_joints
from ...derivation.reading import Erratum, Reading, Section
from ...derivation.symbols import Symbols
from ...derivation.varying import Varying, cross, relative_rate
from .body import integral, principal_axes, second_moments, tensor
from .moments_of_inertia import products_of, squares_of

section = Section()


def momentum(s: Symbols, i: int) -> FloatArray:
    """Return L by the points."""
    R = rotation(s, i)
    return integral(s, i, lambda d: cross((R @ d).now, (R @ d).rate.now))


def moment(s: Symbols, i: int) -> FloatArray:
    """Return N by the points."""
    R = rotation(s, i)
    return integral(s, i, lambda d: cross((R @ d).now, (R @ d).rate.rate.now))


@section.equation("A.22", "sum the angular momentum over the points")
def _angular_momentum(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    R = rotation(s, i)
    square = R.now @ second_moments(s, i) @ R.rate.now.T
    yield momentum(s, i)
    yield np.array(
        [square[1, 2] - square[2, 1], square[2, 0] - square[0, 2], square[0, 1] - square[1, 0]]
    )


def a_point(s: Symbols, i: int) -> Varying:
    """Return the place of a point of the body: the centre of mass of the link, and (1, 1, 1)."""
    d: FloatArray = s.rb[i] + 1.0
    return rotation(s, i) @ d


@section.equation("A.23", "velocity of a point")
def _velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    r = a_point(s, i)
    yield r.rate.now
    yield cross(spin_by_joints(s, i).now, r.now)


@section.equation("A.24", "by components")
def _velocity_by_components(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    r, (wx, wy, wz) = a_point(s, i), spin_by_joints(s, i).now
    x, y, z = r.now
    yield r.rate.now
    yield np.array([wy * z - wz * y, wz * x - wx * z, wx * y - wy * x])


def in_base_axes(s: Symbols, i: int, f: Callable[[FloatArray], FloatArray]) -> FloatArray:
    """Return the sum over the points of f of their places in base axes."""
    R = rotation(s, i).now
    return integral(s, i, lambda d: f(R @ d))


@section.equation("A.25", "put it into the angular momentum")
def _momentum_by_components(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    wx, wy, wz = spin_by_joints(s, i).now

    def by_place(r: FloatArray) -> FloatArray:
        x, y, z = r
        return np.array(
            [
                (y**2 + z**2) * wx - x * y * wy - x * z * wz,
                (x**2 + z**2) * wy - y * z * wz - x * y * wx,
                (x**2 + y**2) * wz - x * z * wx - y * z * wy,
            ]
        )

    yield momentum(s, i)
    yield in_base_axes(s, i, by_place)


CITED = Erratum(
    "moments by (A.10) and (A.15)",
    "by (A.14) and (A.15)",
    undefined="(A.10) is the cosine of an angle",
)


@section.equation("A.26", "by moments and products of inertia", CITED)
def _momentum_by_inertia(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    wx, wy, wz = spin_by_joints(s, i).now
    xx, yy, zz = in_base_axes(s, i, squares_of)
    yz, zx, xy = in_base_axes(s, i, products_of)
    yield momentum(s, i)
    yield np.array(
        [
            xx * wx - xy * wy - zx * wz,
            yy * wy - yz * wz - xy * wx,
            zz * wz - zx * wx - yz * wy,
        ]
    )


def turned_tensor(s: Symbols, i: int) -> Varying:
    """Return I in base axes."""
    R = rotation(s, i)
    turned: Varying = R @ tensor(s, i) @ R.T
    return turned


@section.equation("A.27", "and by the inertia tensor")
def _momentum_by_tensor(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w = spin_by_joints(s, i).now
    xx, yy, zz = in_base_axes(s, i, squares_of)
    yz, zx, xy = in_base_axes(s, i, products_of)
    yield momentum(s, i)
    yield np.array([[xx, -xy, -zx], [-xy, yy, -yz], [-zx, -yz, zz]]) @ w
    yield turned_tensor(s, i).now @ w


STARS = Erratum(
    "d*L/dt = d*(I ω)/dt at the left, dL/dt + ω x L at the right",
    "dL/dt = d(I ω)/dt, d*L/dt + ω x L",
    "structural",
)


@section.equation("A.28", "differentiate: Euler's equations", STARS)
def _euler(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, inertia = spin_by_joints(s, i), turned_tensor(s, i)
    L = inertia @ w
    seen = relative_rate(L, rotation(s, i))
    yield moment(s, i)
    yield read(STARS, printed=seen, corrected=L.rate).now
    yield (inertia @ w.rate).now + cross(w, L).now
    yield read(STARS, printed=L.rate, corrected=seen).now + cross(w, L).now


def in_body_axes(s: Symbols, i: int) -> tuple[FloatArray, FloatArray]:
    """Return dL/dt and the right side of (A.29) to (A.31), in axes of the body."""
    R, w = rotation(s, i), spin_by_joints(s, i)
    L = turned_tensor(s, i) @ w
    components = R.T @ L
    return R.now.T @ moment(s, i), components.rate.now + R.now.T @ cross(w, L).now


@section.equation("A.29", "along x of the body")
def _along_x(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield from (side[0] for side in in_body_axes(s, i))


@section.equation("A.30", "along y")
def _along_y(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield from (side[1] for side in in_body_axes(s, i))


@section.equation("A.31", "along z")
def _along_z(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield from (side[2] for side in in_body_axes(s, i))


def in_principal_axes(s: Symbols, i: int) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return N, the moments, ω and its rate, in principal axes of the body."""
    moments, axes = principal_axes(s, i)
    R = rotation(s, i) @ axes
    w = R.T @ spin_by_joints(s, i)
    return R.now.T @ moment(s, i), moments, w.now, w.rate.now


@section.equation("A.32", "in principal axes: along x")
def _euler_along_x(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    N, (xx, yy, zz), w, al = in_principal_axes(s, i)
    yield N[0]
    yield xx * al[0] + (zz - yy) * w[1] * w[2]


@section.equation("A.33", "along y")
def _euler_along_y(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    N, (xx, yy, zz), w, al = in_principal_axes(s, i)
    yield N[1]
    yield yy * al[1] + (xx - zz) * w[2] * w[0]


@section.equation("A.34", "along z")
def _euler_along_z(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    N, (xx, yy, zz), w, al = in_principal_axes(s, i)
    yield N[2]
    yield zz * al[2] + (yy - xx) * w[0] * w[1]
