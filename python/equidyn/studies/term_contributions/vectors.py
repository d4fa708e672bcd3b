"""Vectors of three scalars of any kind: numbers, arrays of them, quantities of a graph."""

from __future__ import annotations

from typing import Any, TypeAlias

# a number, an array or a Quantity; no type covers sums and products of different kinds
Scalar: TypeAlias = Any
Vector: TypeAlias = tuple[Scalar, Scalar, Scalar]

ZERO: Vector = (0.0, 0.0, 0.0)


def add(first: Vector, *others: Vector) -> Vector:
    """Return a sum."""
    x, y, z = first
    for other in others:
        x, y, z = x + other[0], y + other[1], z + other[2]
    return x, y, z


def scale(factor: Scalar, v: Vector) -> Vector:
    """Return a multiple."""
    return factor * v[0], factor * v[1], factor * v[2]


def dot(u: Vector, v: Vector) -> Scalar:
    """Return u . v."""
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


def cross(u: Vector, v: Vector) -> Vector:
    """Return u x v."""
    return u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]


def apply(matrix: tuple[Vector, ...], v: Vector) -> Vector:
    """Return matrix times v."""
    return dot(matrix[0], v), dot(matrix[1], v), dot(matrix[2], v)


def turned(v: Vector, cosine: Scalar, sine: Scalar) -> Vector:
    """Rotate v about the z axis."""
    x, y, z = v
    return cosine * x - sine * y, sine * x + cosine * y, z


def tilted(v: Vector, cosine: Scalar, sine: Scalar) -> Vector:
    """Rotate v about the x axis."""
    x, y, z = v
    return x, cosine * y - sine * z, sine * y + cosine * z
