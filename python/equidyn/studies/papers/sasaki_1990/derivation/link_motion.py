"""Equations (2.9) to (2.20): motion from link to link, in base axes.

Left sides are rates of the frames of the links; d*/dt is the derivative that link i-1 sees. The
star of d*²q_i in (2.20) says nothing: every observer sees the same rate of a scalar.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.paths import axis, joint, origin, rotation, spin
from ...derivation.reading import Erratum, Reading, Section, own_joint
from ...derivation.symbols import Symbols
from ...derivation.varying import Varying, cross, relative_rate

section = Section()


def step(s: Symbols, i: int) -> Varying:
    """Return R_{i-1,i}, from origin i-1 to origin i."""
    return origin(s, i) - origin(s, i - 1)


def seen(s: Symbols, i: int, x: Varying) -> Varying:
    """Return d*x/dt, as link i-1 sees it."""
    return relative_rate(x, rotation(s, i - 1))


def joint_spin(s: Symbols, i: int) -> Varying:
    """Return ω_r: what joint i turns, zero where it slides."""
    return float(s.turns[i]) * axis(s, i) * joint(s, i).rate


def sliding(s: Symbols, i: int) -> FloatArray:
    """Return e_i dq_i/dt of a prismatic joint, else zero."""
    return np.asarray(float(not s.turns[i]) * axis(s, i).now * s.qd[i])


@section.equation("2.9", "go on from origin i-1 to origin i")
def _origin(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield origin(s, i).now
    yield origin(s, i - 1).now + s.R[0, i] @ s.r[i]


@section.equation("2.10", "differentiate: velocity of origin i")
def _velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    v, w, R = origin(s, i - 1).rate.now, spin(s, i - 1).now, step(s, i)
    yield origin(s, i).rate.now
    yield v + seen(s, i, R).now + cross(w, R.now)


IN_WORDS = Erratum(
    "ω_r, by the words before it the relative angular acceleration",
    "the relative angular velocity",
    "structural",
    undefined="an acceleration is added to a velocity",
)


@section.equation("2.11", "add what the joint turns to the angular velocity", IN_WORDS)
def _angular_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w = spin(s, i - 1).now
    yield spin(s, i).now
    yield w + joint_spin(s, i).now
    yield w + axis(s, i).now * s.qd[i] if s.turns[i] else w


@section.equation("2.12", "see from link i-1 how origin i moves")
def _relative_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield seen(s, i, step(s, i)).now
    yield cross(joint_spin(s, i).now, step(s, i).now) if s.turns[i] else axis(s, i).now * s.qd[i]


@section.equation("2.13", "so that its velocity is known by the motion of the links")
def _velocity_by_motion(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    v, R = origin(s, i - 1).rate.now, step(s, i).now
    before, w_r = spin(s, i - 1).now, joint_spin(s, i).now
    yield origin(s, i).rate.now
    yield v + cross(w_r, R) + cross(before, R) + sliding(s, i)
    yield v + cross(w_r + before, R) + sliding(s, i)
    yield v + cross(spin(s, i).now, R) + sliding(s, i)


NOT_TURNED = Erratum("d*ω_r/dt", "d*ω_r/dt + ω_{i-1} x ω_r", "structural")


def changing_joint_spin(s: Symbols, i: int, read: Reading) -> FloatArray:
    """Return the rate of ω_r as the base sees it."""
    w_r = joint_spin(s, i)
    turned = cross(spin(s, i - 1), w_r).now
    return np.asarray(seen(s, i, w_r).now + read(NOT_TURNED, printed=0.0, corrected=1.0) * turned)


@section.equation("2.14", "differentiate again: angular acceleration", NOT_TURNED)
def _angular_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    e, before, al = axis(s, i).now, spin(s, i - 1), spin(s, i - 1).rate.now
    yield spin(s, i).rate.now
    yield al + changing_joint_spin(s, i, read)
    yield al + s.qdd[i] * e + s.qd[i] * cross(before.now, e) if s.turns[i] else al


STAR_LOST = Erratum("d/dt of d*R_{i-1,i}/dt in the second form", "d*/dt of d*R_{i-1,i}/dt")


@section.equation("2.15", "acceleration of origin i", STAR_LOST)
def _acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    a, w, R = origin(s, i - 1).rate.rate.now, spin(s, i - 1), step(s, i)
    relative = seen(s, i, R)
    again = read(STAR_LOST, printed=relative.rate, corrected=seen(s, i, relative)).now
    yield origin(s, i).rate.rate.now
    yield a + (relative + cross(w, R)).rate.now
    yield (
        a
        + again
        + cross(w, relative).now
        + cross(w.rate, R).now
        + cross(w, relative + cross(w, R)).now
    )


@section.equation(
    "2.16", "see from link i-1 how a revolute joint accelerates it", turning=own_joint
)
def _relative_acceleration_by_turning(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    R, w_r = step(s, i), joint_spin(s, i)
    relative = seen(s, i, R)
    first = cross(seen(s, i, w_r), R).now
    yield seen(s, i, relative).now
    yield first + cross(w_r, relative).now
    yield first + cross(w_r, cross(w_r, R)).now


@section.equation("2.17", "and a prismatic one", sliding=own_joint)
def _relative_acceleration_by_sliding(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield seen(s, i, seen(s, i, step(s, i))).now
    yield s.qdd[i] * axis(s, i).now


def carried(s: Symbols, i: int) -> FloatArray:
    """Return the acceleration of the place of origin i as if it were fixed in link i-1."""
    w, R = spin(s, i - 1), step(s, i)
    swung = cross(w.rate, R).now + cross(w, cross(w, R)).now
    return np.asarray(origin(s, i - 1).rate.rate.now + swung)


@section.equation("2.18", "collect: joint i turns", turning=own_joint)
def _acceleration_by_turning(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, R, w_r = spin(s, i - 1), step(s, i), joint_spin(s, i)
    relative = seen(s, i, R)
    yield origin(s, i).rate.rate.now
    yield carried(s, i) + seen(s, i, relative).now + 2 * cross(w, relative).now
    yield (
        carried(s, i)
        + cross(seen(s, i, w_r), R).now
        + cross(w_r, cross(w_r, R)).now
        + 2 * cross(w, cross(w_r, R)).now
    )


@section.equation("2.18+", "recall the angular acceleration", NOT_TURNED, turning=own_joint)
def _angular_acceleration_again(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield spin(s, i).rate.now
    yield spin(s, i - 1).rate.now + changing_joint_spin(s, i, read)


TWICE_TURNED = Erratum(
    "dω_i/dt x R_{i-1,i} in the first form",
    "(dω_i/dt - ω_{i-1} x ω_r) x R_{i-1,i}",
    "structural",
)


@section.equation("2.19", "and sort by ω_i", TWICE_TURNED, turning=own_joint)
def _acceleration_by_own_motion(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, before, R, w_r = spin(s, i), spin(s, i - 1).now, step(s, i).now, joint_spin(s, i).now
    a, al = origin(s, i - 1).rate.rate.now, w.rate.now
    turned = read(TWICE_TURNED, printed=0.0, corrected=1.0) * cross(before, w_r)
    yield origin(s, i).rate.rate.now
    yield (
        a
        + cross(al - turned, R)
        + cross(w_r, cross(w_r, R))
        + 2 * cross(before, cross(w_r, R))
        + cross(before, cross(before, R))
    )
    yield a + cross(al, R) + cross(w.now, cross(w.now, R))


@section.equation("2.20", "collect: joint i slides", sliding=own_joint)
def _acceleration_by_sliding(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    z = axis(s, i).now
    yield origin(s, i).rate.rate.now
    yield carried(s, i) + s.qdd[i] * z + 2 * cross(spin(s, i - 1).now, s.qd[i] * z)
