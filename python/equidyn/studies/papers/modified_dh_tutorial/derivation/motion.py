"""Section 3.1: velocities and accelerations outward, in base axes and in those of the links.

Left sides are rates of the exact frames along the motion.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.paths import axis, centre, spin
from ...derivation.reading import Erratum, Reading, Section, own_joint
from ...derivation.symbols import Symbols
from ...derivation.varying import cross
from .frames import into, onward, place, step, to_centre

section = Section()

Z = np.array([0.0, 0.0, 1.0])


@section.equation("3.1.1a", "a revolute joint: velocity from origin to origin", turning=own_joint)
def _relative_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield step(s, i).rate.now
    yield cross(spin(s, i - 1), step(s, i)).now


@section.equation("3.1.1b", "add it to that of the origin before", turning=own_joint)
def _velocity_of_turning(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield place(s, i).rate.now
    yield place(s, i - 1).rate.now + cross(spin(s, i - 1), step(s, i)).now


@section.equation("3.1.1c", "add what the joint turns", turning=own_joint)
def _angular_velocity_of_turning(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield spin(s, i).now
    yield spin(s, i - 1).now + s.qd[i] * axis(s, i).now


@section.equation("3.1.2a", "a prismatic joint: both links turn alike", sliding=own_joint)
def _angular_velocity_of_sliding(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield spin(s, i).now
    yield spin(s, i - 1).now


def transport(s: Symbols, i: int) -> FloatArray:
    """Return the velocity of the point of link i-1 where origin i is."""
    return np.asarray(place(s, i - 1).rate.now + cross(spin(s, i - 1), step(s, i)).now)


@section.equation("3.1.2b", "velocity of the point of the link before", sliding=own_joint)
def _transport(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield place(s, i).rate.now - s.qd[i] * axis(s, i).now
    yield transport(s, i)


@section.equation("3.1.2c", "add what the joint slides", sliding=own_joint)
def _velocity_of_sliding(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield place(s, i).rate.now
    yield transport(s, i) + s.qd[i] * axis(s, i).now


@section.equation("3.1.2d", "angular velocity, for both kinds of joints")
def _angular_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w = spin(s, i - 1).now
    yield spin(s, i).now
    yield w + s.qd[i] * axis(s, i).now if s.turns[i] else w


@section.equation("3.1.2e", "and velocity")
def _velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield place(s, i).rate.now
    yield transport(s, i) if s.turns[i] else transport(s, i) + s.qd[i] * axis(s, i).now


@section.equation("3.1.3", "velocity of the centre of mass")
def _com_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield centre(s, i).rate.now
    yield place(s, i).rate.now + cross(spin(s, i), to_centre(s, i)).now


@section.equation("3.1.4a", "differentiate the angular velocity", turning=own_joint)
def _angular_acceleration_by_rates(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    z = axis(s, i)
    yield spin(s, i).rate.now
    yield spin(s, i - 1).rate.now + s.qdd[i] * z.now + s.qd[i] * z.rate.now


@section.equation("3.1.4b", "the axis turns with the link before")
def _axis_rate(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield axis(s, i).rate.now
    yield cross(spin(s, i - 1), axis(s, i)).now


@section.equation("3.1.4c", "angular acceleration, for both kinds of joints")
def _angular_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, z, al = spin(s, i - 1), axis(s, i), spin(s, i - 1).rate.now
    yield spin(s, i).rate.now
    yield al + s.qdd[i] * z.now + s.qd[i] * cross(w, z).now if s.turns[i] else al


def half_swung(s: Symbols, i: int) -> FloatArray:
    """Return the first two terms of the accelerations of origin i."""
    swung = cross(spin(s, i - 1).rate, step(s, i)).now
    return np.asarray(place(s, i - 1).rate.rate.now + swung)


@section.equation("3.1.4d", "differentiate the velocity where a joint turns", turning=own_joint)
def _acceleration_of_turning_by_rates(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield place(s, i).rate.rate.now
    yield half_swung(s, i) + cross(spin(s, i - 1).now, step(s, i).rate.now)


@section.equation("3.1.4e", "with the velocity from origin to origin", turning=own_joint)
def _step_rate_of_turning(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield step(s, i).rate.now
    yield (place(s, i).rate - place(s, i - 1).rate).now
    yield cross(spin(s, i - 1), step(s, i)).now


def swung(s: Symbols, i: int) -> FloatArray:
    """Return the acceleration of the point of link i-1 where origin i is."""
    w = spin(s, i - 1)
    return half_swung(s, i) + cross(w, cross(w, step(s, i))).now


@section.equation("3.1.4f", "acceleration of the origin where a joint turns", turning=own_joint)
def _acceleration_of_turning(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield place(s, i).rate.rate.now
    yield swung(s, i)


@section.equation("3.1.4g", "differentiate the velocity where a joint slides", sliding=own_joint)
def _acceleration_of_sliding_by_rates(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    z = axis(s, i)
    yield place(s, i).rate.rate.now
    yield (
        half_swung(s, i)
        + cross(spin(s, i - 1).now, step(s, i).rate.now)
        + s.qdd[i] * z.now
        + s.qd[i] * z.rate.now
    )


@section.equation("3.1.4h", "with the velocity from origin to origin", sliding=own_joint)
def _step_rate_of_sliding(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield step(s, i).rate.now
    yield cross(spin(s, i - 1), step(s, i)).now + s.qd[i] * axis(s, i).now


@section.equation("3.1.4i", "and the axis, which turns with both links", sliding=own_joint)
def _axis_rate_of_sliding(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield axis(s, i).rate.now
    yield cross(spin(s, i - 1), axis(s, i)).now
    yield cross(spin(s, i), axis(s, i)).now


@section.equation("3.1.4j", "put both in", sliding=own_joint)
def _acceleration_of_sliding(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, z = spin(s, i - 1).now, axis(s, i).now
    inner = cross(w, step(s, i).now) + s.qd[i] * z
    yield place(s, i).rate.rate.now
    yield (half_swung(s, i) + cross(w, inner) + s.qdd[i] * z + s.qd[i] * cross(spin(s, i).now, z))


@section.equation("3.1.4k", "and collect: Coriolis acceleration", sliding=own_joint)
def _coriolis(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    z = axis(s, i).now
    yield place(s, i).rate.rate.now
    yield swung(s, i) + s.qdd[i] * z + 2 * s.qd[i] * cross(spin(s, i).now, z)


@section.equation("3.1.4l", "acceleration of the centre of mass")
def _com_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, r = spin(s, i), to_centre(s, i).now
    yield centre(s, i).rate.rate.now
    yield (place(s, i).rate.rate.now + cross(w.rate.now, r) + cross(w.now, cross(w.now, r)))


def before(s: Symbols, i: int) -> dict[str, FloatArray]:
    """Return the motion of link i-1 and the way to origin i, in frame i-1."""
    w, p = spin(s, i - 1), place(s, i - 1)
    vectors = {"w": w, "al": w.rate, "v": p.rate, "a": p.rate.rate, "r": step(s, i)}
    return {name: into(s, i - 1, vector.now) for name, vector in vectors.items()}


@section.equation("3.1.5a", "turn the acceleration before into the frame of the link")
def _turned_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i, place(s, i - 1).rate.rate.now)
    yield onward(s, i) @ before(s, i)["a"]


@section.equation("3.1.5b", "similarly the second term")
def _turned_product(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    al, r, b = spin(s, i - 1).rate.now, step(s, i).now, before(s, i)
    yield into(s, i, cross(al, r))
    yield cross(into(s, i, al), into(s, i, r))
    yield onward(s, i) @ cross(b["al"], b["r"])


@section.equation("3.1.5c", "and the third")
def _turned_double_product(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, r, b = spin(s, i - 1).now, step(s, i).now, before(s, i)
    yield into(s, i, cross(w, cross(w, r)))
    yield onward(s, i) @ cross(b["w"], cross(b["w"], b["r"]))


NO_FRAME = Erratum("r_{i,i+1} and ω_i x (ω_i x ...) without the frame i", "all in frame i")


@section.equation("3.1.5d", "so that the acceleration is known", NO_FRAME, turning=own_joint)
def _turned_sum(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    b = before(s, i)
    r = read(NO_FRAME, printed=step(s, i).now, corrected=b["r"])
    w = read(NO_FRAME, printed=spin(s, i - 1).now, corrected=b["w"])
    yield into(s, i, place(s, i).rate.rate.now)
    yield onward(s, i) @ (b["a"] + cross(b["al"], r) + cross(w, cross(w, r)))


@section.equation("3.1.5e", "begin the recursion: angular velocity")
def _recursive_angular_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w = onward(s, i) @ before(s, i)["w"]
    yield into(s, i, spin(s, i).now)
    yield w + s.qd[i] * Z if s.turns[i] else w


@section.equation("3.1.5f", "velocity of the origin")
def _recursive_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    b = before(s, i)
    v = onward(s, i) @ (b["v"] + cross(b["w"], b["r"]))
    yield into(s, i, place(s, i).rate.now)
    yield v if s.turns[i] else v + s.qd[i] * Z


@section.equation("3.1.5g", "of the centre of mass")
def _recursive_com_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, r = into(s, i, spin(s, i).now), into(s, i, to_centre(s, i).now)
    yield into(s, i, centre(s, i).rate.now)
    yield into(s, i, place(s, i).rate.now) + cross(w, r)


@section.equation("3.1.5h", "angular acceleration")
def _recursive_angular_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    b = before(s, i)
    w, al = onward(s, i) @ b["w"], onward(s, i) @ b["al"]
    yield into(s, i, spin(s, i).rate.now)
    yield al + cross(w, s.qd[i] * Z) + s.qdd[i] * Z if s.turns[i] else al


@section.equation("3.1.5i", "acceleration of the origin")
def _recursive_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    b, w = before(s, i), into(s, i, spin(s, i).now)
    turned = onward(s, i) @ (b["a"] + cross(b["al"], b["r"]) + cross(b["w"], cross(b["w"], b["r"])))
    yield into(s, i, place(s, i).rate.rate.now)
    yield turned if s.turns[i] else turned + s.qdd[i] * Z + 2 * s.qd[i] * cross(w, Z)


@section.equation("3.1.5j", "of the centre of mass")
def _recursive_com_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, al = into(s, i, spin(s, i).now), into(s, i, spin(s, i).rate.now)
    r = into(s, i, to_centre(s, i).now)
    yield into(s, i, centre(s, i).rate.rate.now)
    yield into(s, i, place(s, i).rate.rate.now) + cross(al, r) + cross(w, cross(w, r))
