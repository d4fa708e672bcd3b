"""Equations (2.1) to (2.8): a point that moves in a moving frame, here that of link i.

The equations hold for any motion of the point. Left sides differentiate its place in base axes, and
d*/dt its components in the frame; the angular velocity is the sum of those of the joints.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.algebra import total
from ...derivation.paths import frame, origin, rotation, spin_by_joints
from ...derivation.reading import Erratum, Reading, Section
from ...derivation.symbols import Symbols
from ...derivation.varying import Varying, cross, relative_rate

section = Section()

AXES = range(3)


def coordinates(s: Symbols, i: int) -> Varying:
    """Return x*, y*, z* of the point."""
    return Varying(s.r[i] + s.rb[i], s.rb[i] - s.w[i], s.al[i] + s.r[i])


def place(s: Symbols, i: int) -> Varying:
    """Return r, by the matrix of the frame."""
    x = coordinates(s, i)
    augmented = Varying(np.append(x.now, 1.0), *(np.append(d, 0.0) for d in x.rate.derivatives))
    return (frame(s, i) @ augmented)[:3]


def from_origin(s: Symbols, i: int) -> Varying:
    """Return r*."""
    return rotation(s, i) @ coordinates(s, i)


def unit_vectors(s: Symbols, i: int) -> list[Varying]:
    """Return i*, j*, k*."""
    return [rotation(s, i)[:, k] for k in AXES]


@section.equation("2.1", "see a point from the base and from a moving frame")
def _place(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield place(s, i).now
    yield (from_origin(s, i) + origin(s, i)).now


@section.equation("2.2", "write its place in the moving frame by unit vectors")
def _by_unit_vectors(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    x, units = coordinates(s, i), unit_vectors(s, i)
    yield (place(s, i) - origin(s, i)).now
    yield total(x[k].now * units[k].now for k in AXES)


def seen(s: Symbols, i: int, x: Varying) -> Varying:
    """Return d*x/dt."""
    return relative_rate(x, rotation(s, i))


def rates_of_coordinates(s: Symbols, i: int) -> FloatArray:
    """Return the sum of the unit vectors times the rates of x*, y*, z*."""
    x, units = coordinates(s, i), unit_vectors(s, i)
    return total(x.rate[k].now * units[k].now for k in AXES)


def turning_units(s: Symbols, i: int) -> FloatArray:
    """Return the sum of x*, y*, z* times the rates of the unit vectors."""
    x, units = coordinates(s, i), unit_vectors(s, i)
    return total(x[k].now * units[k].rate.now for k in AXES)


@section.equation("2.3", "differentiate it as seen from the moving frame")
def _relative_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    x, units = coordinates(s, i), unit_vectors(s, i)
    yield seen(s, i, place(s, i) - origin(s, i)).now
    yield rates_of_coordinates(s, i) + total(x[k].now * seen(s, i, units[k]).now for k in AXES)
    yield rates_of_coordinates(s, i)


@section.equation("2.4", "and as seen from the base")
def _velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    v_o = origin(s, i).rate.now
    yield place(s, i).rate.now
    yield from_origin(s, i).rate.now + v_o
    yield rates_of_coordinates(s, i) + turning_units(s, i) + v_o


@section.equation("2.5", "recognise the derivative seen from the moving frame")
def _velocity_by_relative_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    relative = seen(s, i, from_origin(s, i)).now
    yield place(s, i).rate.now
    yield relative + turning_units(s, i) + origin(s, i).rate.now


@section.equation("2.6", "differentiate the unit vectors by the angular velocity")
def _rates_of_unit_vectors(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, units = spin_by_joints(s, i).now, unit_vectors(s, i)
    yield np.array([u.rate.now for u in units])
    yield np.array([cross(w, u.now) for u in units])


@section.equation("2.7", "so that the velocity is known by the motion of the frame")
def _velocity_by_motion(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    r, v_o = from_origin(s, i), origin(s, i).rate.now
    yield place(s, i).rate.now
    yield seen(s, i, r).now + cross(spin_by_joints(s, i), r).now + v_o
    yield r.rate.now + v_o


STAR_LOST = Erratum("d/dt of d*r*/dt in the second form", "d*/dt of d*r*/dt")
OTHER_V = Erratum("2ω x v*, where v* is dr*/dt by (2.7)", "2ω x d*r*/dt", "structural")
OTHER_A = Erratum(
    "a* in the last form, where a* is d²r*/dt² by the first", "d*²r*/dt²", "structural"
)


@section.equation(
    "2.8", "differentiate again: Coriolis and centripetal terms", STAR_LOST, OTHER_V, OTHER_A
)
def _acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    r, w, a_o = from_origin(s, i), spin_by_joints(s, i), origin(s, i).rate.rate.now
    relative = seen(s, i, r)
    again = seen(s, i, relative)
    swinging = cross(w.rate, r).now + cross(w, cross(w, r)).now
    yield place(s, i).rate.rate.now
    yield r.rate.rate.now + a_o
    yield (relative + cross(w, r)).rate.now + a_o
    yield (
        read(STAR_LOST, printed=relative.rate, corrected=again).now
        + cross(w, relative).now
        + cross(w.rate, r).now
        + cross(w, relative + cross(w, r)).now
        + a_o
    )
    yield again.now + 2 * cross(w, relative).now + swinging + a_o
    yield (
        read(OTHER_A, printed=r.rate.rate, corrected=again).now
        + 2 * cross(w, read(OTHER_V, printed=r.rate, corrected=relative)).now
        + swinging
        + a_o
    )
