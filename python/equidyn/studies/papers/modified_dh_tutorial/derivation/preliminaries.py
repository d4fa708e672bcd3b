"""Section 2: moments of inertia, a point on a circle, a ball on a disc."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import E, outer
from ...derivation.paths import joint
from ...derivation.reading import Reading, Section
from ...derivation.symbols import Symbols
from ...derivation.varying import Varying, cross

section = Section()


@section.equation("2.3.1a", "write the inertia tensor by integrals")
def _tensor(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield about_origin(s, i)
    yield s.integral(i, entries)


def about_origin(s: Symbols, i: int) -> FloatArray:
    """Return the inertia tensor about origin i, by the parallel axis theorem."""
    rb = s.rb[i]
    return np.asarray(s.Ic[i] + s.m[i] * ((rb @ rb) * E - outer(rb, rb)))


def entries(d: FloatArray) -> FloatArray:
    """Return what a unit mass at d adds to the tensor."""
    x, y, z = d
    return np.array(
        [
            [y**2 + z**2, -x * y, -x * z],
            [-x * y, x**2 + z**2, -y * z],
            [-x * z, -y * z, x**2 + y**2],
        ]
    )


# here of the link together with its mirror image in the plane of y and z
@section.equation("2.3.1a+", "a symmetric body: products with the normal of the plane vanish")
def _symmetric_body(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    no_products = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.0, 1.0, 1.0]])
    yield s.integral(i, lambda d: entries(d) + entries(d * [-1.0, 1.0, 1.0]))
    yield 2 * about_origin(s, i) * no_products


def turning(s: Symbols, i: int) -> Varying:
    """Return the unit vector that turns in the plane by the variable of joint i."""
    phi = joint(s, i)
    w, al = phi.rate.now, phi.rate.rate.now
    along = np.array([np.cos(phi.now), np.sin(phi.now), 0.0])
    across = np.array([-along[1], along[0], 0.0])
    return Varying(along, w * across, al * across - w**2 * along)


def about_z(w: FloatArray) -> FloatArray:
    """Return a vector along z."""
    return np.array([0.0, 0.0, float(w)])


def radius(s: Symbols, i: int) -> FloatArray:
    """Return the distance of the point from the axis: any number, here one of the state."""
    return np.asarray(s.qdd[i])


@section.equation("2.3.1b", "a point on a circle: its angular momentum")
def _momentum_on_a_circle(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    m, r, w = s.m[i], turning(s, i) * radius(s, i), about_z(s.qd[i])
    yield cross(r, m * r.rate).now
    yield cross(r.now, m * cross(w, r.now))
    yield m * radius(s, i) ** 2 * w


@section.equation("2.3.1c", "and the moment that turns it")
def _moment_on_a_circle(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    m, r = s.m[i], turning(s, i) * radius(s, i)
    yield cross(r, m * r.rate.rate).now
    yield m * radius(s, i) ** 2 * about_z(s.qdd[i])


@section.equation("2.3.2", "a ball on a disc: relative and transport velocity add")
def _ball_on_a_disc(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    distance, along = Varying(radius(s, i), s.q[i]), turning(s, i)
    r = distance * along
    yield r.rate.now
    yield cross(about_z(s.qd[i]), r.now) + distance.rate.now * along.now
