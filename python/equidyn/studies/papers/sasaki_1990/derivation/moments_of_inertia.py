"""Equations (A.1) to (A.21): momentum of points, and moments of inertia about any line.

Left sides are sums over the points of a body; the right ones of (A.13) and after take its tensor.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.paths import centre, joint, point, rotation, spin
from ...derivation.reading import Reading, Section
from ...derivation.symbols import Symbols
from ...derivation.varying import Varying, cross
from .body import (
    central_tensor,
    integral,
    integral_over_time,
    mass,
    mass_centre,
    principal_axes,
    tensor,
)

section = Section()


@section.equation("A.1", "take the moment of the momentum of a point")
def _angular_momentum_of_a_point(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    r, m = centre(s, i), s.m[i]
    yield cross(r, r.rate * m).now
    yield m * cross(r, r.rate).now


@section.equation("A.2", "differentiate: the moment of the force")
def _its_rate(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    r, m = centre(s, i), s.m[i]
    F = m * r.rate.rate.now
    yield cross(r, m * r.rate).rate.now
    yield m * cross(r, r.rate.rate).now
    yield cross(r.now, F)


@section.equation("A.3", "move the centre of mass of a body by all forces")
def _mass_centre(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield mass(s, i) * point(s, i, mass_centre(s, i)).rate.rate.now
    yield integral(s, i, lambda d: point(s, i, d).rate.rate.now)


def angular_momentum(s: Symbols, i: int) -> Varying:
    """Return L about the base: that of the centre of mass, and the spin about it."""
    c, R = point(s, i, mass_centre(s, i)), rotation(s, i)
    return mass(s, i) * cross(c, c.rate) + R @ central_tensor(s, i) @ R.T @ spin(s, i)


@section.equation("A.4", "and turn it by all their moments")
def _angular_momentum(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield angular_momentum(s, i).rate.now
    yield integral(s, i, lambda d: cross(point(s, i, d), point(s, i, d).rate.rate).now)


def about_z(p: FloatArray, v: FloatArray) -> FloatArray:
    """Return the moment of v at p about the z axis."""
    return np.asarray(p[0] * v[1] - p[1] * v[0])


@section.equation("A.5", "take the component along a fixed axis")
def _about_a_fixed_axis(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    L = angular_momentum(s, i)

    def moments(d: FloatArray) -> FloatArray:
        p = point(s, i, d)
        return np.array([about_z(p.now, p.rate.rate.now), about_z(p.now, p.rate.now)])

    yield np.array([L.rate.now[2], L.now[2]])
    yield integral(s, i, moments)


def turning_about_z(s: Symbols, i: int, d: FloatArray) -> Varying:
    """Return the place of a point of the body that turns about z by the variable of joint i."""
    phi = joint(s, i)
    c, r, z = np.array([d[0], d[1], 0.0]), np.array([-d[1], d[0], 0.0]), np.array([0.0, 0.0, d[2]])
    cosine, sine = np.cos(phi.now), np.sin(phi.now)
    across, along = cosine * r - sine * c, cosine * c + sine * r
    w, al = phi.rate.now, phi.rate.rate.now
    return Varying(along + z, w * across, al * across - w**2 * along)


@section.equation("A.6", "turn the body about that axis: all points at one rate")
def _by_distances(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def momentum(d: FloatArray) -> FloatArray:
        p = turning_about_z(s, i, d)
        return about_z(p.now, p.rate.now)

    yield integral(s, i, momentum)
    yield integral(s, i, lambda d: d[0] ** 2 + d[1] ** 2) * s.qd[i]


@section.equation("A.7", "collect the moment of inertia")
def _moment_of_inertia(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield tensor(s, i)[2, 2]
    yield integral(s, i, lambda d: d[0] ** 2 + d[1] ** 2)


@section.equation("A.8", "so that the momentum is known by it")
def _momentum_by_inertia(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    p = integral_over_time(s, i, lambda d: _momentum_about_z(turning_about_z(s, i, d)))
    yield p.now
    yield tensor(s, i)[2, 2] * s.qd[i]


def _momentum_about_z(p: Varying) -> Varying:
    return p[0] * p.rate[1] - p[1] * p.rate[0]


@section.equation("A.9", "and the moment of the forces")
def _moment_by_inertia(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def moment(d: FloatArray) -> FloatArray:
        p = turning_about_z(s, i, d)
        return about_z(p.now, p.rate.rate.now)

    yield integral(s, i, moment)
    yield tensor(s, i)[2, 2] * joint(s, i).rate.rate.now


# the equations hold for any line through O and any point: here by numbers of the state
def line(s: Symbols, i: int) -> FloatArray:
    """Return λ, μ, ν."""
    along = np.array([s.q[i], s.qd[i], s.qdd[i]])
    return np.asarray(along / np.linalg.norm(along))


def a_point(s: Symbols, i: int) -> FloatArray:
    """Return x_i, y_i, z_i."""
    return np.array([s.qd[i], s.qdd[i], s.q[i]])


def square(v: FloatArray) -> FloatArray:
    """Return v . v."""
    return np.asarray(v @ v)


@section.equation("A.10", "take the angle between a line and the way to a point")
def _angle(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    n_1, p = line(s, i), a_point(s, i)
    n_2 = p / np.linalg.norm(p)
    yield (square(n_1 + n_2) - 2) / 2
    yield n_1 @ n_2


@section.equation("A.11", "write it by direction cosines")
def _angle_by_cosines(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    (u, v, w), p = line(s, i), a_point(s, i)
    r = np.linalg.norm(p)
    yield line(s, i) @ (p / r)
    yield u * (p[0] / r) + v * (p[1] / r) + w * (p[2] / r)


def by_cosines(u: FloatArray, squares: FloatArray, products: FloatArray) -> FloatArray:
    """Return the form of (A.13): squares xx, yy, zz, and products yz, zx, xy."""
    pairs = np.array([u[1] * u[2], u[2] * u[0], u[0] * u[1]])
    return np.asarray(squares @ u**2 - 2 * products @ pairs)


def squares_of(d: FloatArray) -> FloatArray:
    """Return y² + z², z² + x², x² + y²."""
    x, y, z = d
    return np.array([y**2 + z**2, z**2 + x**2, x**2 + y**2])


def products_of(d: FloatArray) -> FloatArray:
    """Return yz, zx, xy."""
    x, y, z = d
    return np.array([y * z, z * x, x * y])


@section.equation("A.11+", "and the distance of the point from the line")
def _distance(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    u, p = line(s, i), a_point(s, i)
    r = np.linalg.norm(p)
    phi = np.arccos(u @ p / r)
    yield square(cross(u, p))
    yield (r * np.sin(phi)) ** 2
    yield r**2 * (1 - np.cos(phi) ** 2)
    yield r**2 - (u @ p) ** 2
    yield square(p) - (u @ p) ** 2
    yield by_cosines(u, squares_of(p), products_of(p))


def moment_about_line(s: Symbols, i: int) -> FloatArray:
    """Return the sum of the squared distances of the points from the line."""
    return integral(s, i, lambda d: square(cross(line(s, i), d)))


@section.equation("A.12", "sum it over the points")
def _about_a_line(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield moment_about_line(s, i)
    yield by_cosines(line(s, i), integral(s, i, squares_of), integral(s, i, products_of))


def moments_and_products(s: Symbols, i: int) -> tuple[FloatArray, FloatArray]:
    """Return I_xx, I_yy, I_zz and I_yz, I_zx, I_xy of the tensor."""
    inertia = tensor(s, i)
    return inertia.diagonal(), -np.array([inertia[1, 2], inertia[2, 0], inertia[0, 1]])


@section.equation("A.13", "so that six numbers give the moment about any line")
def _about_a_line_by_tensor(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield moment_about_line(s, i)
    yield by_cosines(line(s, i), *moments_and_products(s, i))


@section.equation("A.14", "the three moments")
def _moments(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield moments_and_products(s, i)[0]
    yield integral(s, i, squares_of)


@section.equation("A.15", "and the three products")
def _products(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield moments_and_products(s, i)[1]
    yield integral(s, i, products_of)


@section.equation("A.16", "divide by the moment")
def _divided(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    inertia, u = moment_about_line(s, i), line(s, i)
    moments, products = moments_and_products(s, i)
    yield np.ones(())
    yield by_cosines(u, moments / inertia, products / inertia)
    yield by_cosines(u / np.sqrt(inertia), moments, products)


def reach(s: Symbols, i: int) -> FloatArray:
    """Return a, by the tensor."""
    u = line(s, i)
    return np.asarray(1 / np.sqrt(u @ tensor(s, i) @ u))


@section.equation("A.17", "by a length")
def _length(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield reach(s, i) ** 2
    yield 1 / moment_about_line(s, i)


def on_line(s: Symbols, i: int) -> FloatArray:
    """Return the point of the line at that length from O."""
    return np.asarray(line(s, i) / np.sqrt(moment_about_line(s, i)))


@section.equation("A.18", "go that length along the line")
def _on_line(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    (u, v, w), a = line(s, i), reach(s, i)
    yield on_line(s, i)
    yield np.array([u * a, v * a, w * a])


@section.equation("A.19", "to a point on the ellipsoid of inertia")
def _ellipsoid(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield np.ones(())
    yield by_cosines(on_line(s, i), *moments_and_products(s, i))


@section.equation("A.20", "which in principal axes has no products")
def _ellipsoid_in_principal_axes(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    moments, axes = principal_axes(s, i)
    yield np.ones(())
    yield moments @ (axes.T @ on_line(s, i)) ** 2


@section.equation("A.21", "nor has the moment about any line")
def _about_a_line_by_principal_axes(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    moments, axes = principal_axes(s, i)
    yield moment_about_line(s, i)
    yield moments @ (axes.T @ line(s, i)) ** 2
