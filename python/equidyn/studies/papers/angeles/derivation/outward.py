"""Equations (7.23) to (7.35): turning vectors, and the motion of the links outward.

Left sides are rates of the exact frames along the motion. The page of (7.23a) was not at hand:
it is written by (7.23b), as (7.24a) is by (7.24b).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.paths import axis, centre, joint, origin, rotation, spin
from ...derivation.reading import Erratum, Reading, Section, from_second, only_base, own_joint
from ...derivation.symbols import Symbols
from ...derivation.varying import cross
from .vectors import across, delta, into, rho, step, turned

section = Section()

Z = np.array([0.0, 0.0, 1.0])


def any_vector(s: Symbols, i: int) -> FloatArray:
    """Return three numbers of the state: the equations hold for the components of any vector."""
    return np.array([s.qd[i], s.qdd[i], s.q[i]])


@section.equation("7.23a", "turn a vector outward (by (7.23b): its page was not at hand)")
def _turned_outward(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    r1, r2, r3 = any_vector(s, i)
    ct, st = np.cos(s.angle[i]), np.sin(s.angle[i])
    lam, mu = np.cos(s.twist[i]), np.sin(s.twist[i])
    r = r1 * st - r2 * ct
    yield step(s, i).T @ any_vector(s, i)
    yield np.array([r1 * ct + r2 * st, r3 * mu - r * lam, r * mu + r3 * lam])


@section.equation("7.23b", "what two of its components share")
def _outward(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    r = any_vector(s, i)
    _, y, z = step(s, i).T @ r
    yield np.sin(s.twist[i]) * z - np.cos(s.twist[i]) * y
    yield r[0] * np.sin(s.angle[i]) - r[1] * np.cos(s.angle[i])


V_2 = Erratum("v_2 in the last vector", "v of (7.24b)")


@section.equation("7.24a", "and inward", V_2)
def _inward(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    v1, v2, v3 = any_vector(s, i)
    ct, st = np.cos(s.angle[i]), np.sin(s.angle[i])
    lam, mu = np.cos(s.twist[i]), np.sin(s.twist[i])
    v = read(V_2, printed=v2, corrected=v2 * lam - v3 * mu)
    Q = np.array([[ct, -lam * st, mu * st], [st, lam * ct, -mu * ct], [0.0, mu, lam]])
    yield step(s, i) @ any_vector(s, i)
    yield Q @ any_vector(s, i)
    yield np.array([v1 * ct - v * st, v1 * st + v * ct, v2 * mu + v3 * lam])


@section.equation("7.24b", "similarly what two components share")
def _shared(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    x, y, _ = step(s, i) @ any_vector(s, i)
    _, v2, v3 = any_vector(s, i)
    yield y * np.cos(s.angle[i]) - x * np.sin(s.angle[i])
    yield v2 * np.cos(s.twist[i]) - v3 * np.sin(s.twist[i])


@section.equation("7.25a", "add what the joint turns to the angular velocity")
def _angular_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w = spin(s, i - 1).now
    yield spin(s, i).now
    yield w + s.qd[i] * axis(s, i).now if s.turns[i] else w


@section.equation("7.25b", "differentiate: angular acceleration")
def _angular_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, e = spin(s, i - 1), axis(s, i).now
    yield spin(s, i).rate.now
    yield w.rate.now + cross(w.now, s.qd[i] * e) + s.qdd[i] * e if s.turns[i] else w.rate.now


@section.equation("7.26a", "see the angular velocity from the frame of the link")
def _angular_velocity_turned(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w = into(s, i - 1, spin(s, i - 1).now)
    yield into(s, i, spin(s, i).now)
    yield step(s, i).T @ (w + s.qd[i] * Z if s.turns[i] else w)


@section.equation("7.26b", "and the angular acceleration")
def _angular_acceleration_turned(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, al = (into(s, i - 1, x.now) for x in (spin(s, i - 1), spin(s, i - 1).rate))
    yield into(s, i, spin(s, i).rate.now)
    yield step(s, i).T @ (al + cross(w, s.qd[i] * Z) + s.qdd[i] * Z if s.turns[i] else al)


@section.equation("7.27", "begin at the base", links=only_base)
def _base_turning(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield np.array([spin(s, 0).now, spin(s, 0).rate.now])
    yield np.zeros((2, 3))


@section.equation("7.28", "see the axis of the joint from its frame")
def _axis(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i - 1, axis(s, i).now)
    yield Z


@section.equation("7.29", "and the angular velocity before it")
def _components(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, R = spin(s, i - 1).now, rotation(s, i - 1).now
    yield into(s, i - 1, w)
    yield np.array([w @ R[:, 0], w @ R[:, 1], w @ R[:, 2]])


@section.equation("7.30", "so that their product takes two multiplications", turning=own_joint)
def _product(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w = into(s, i - 1, spin(s, i - 1).now)
    yield into(s, i - 1, cross(spin(s, i - 1), axis(s, i) * joint(s, i).rate).now)
    yield np.array([s.qd[i] * w[1], -s.qd[i] * w[0], 0.0])


@section.equation("7.31", "and the acceleration of the joint none", turning=own_joint)
def _acceleration_of_the_joint(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield into(s, i - 1, s.qdd[i] * axis(s, i).now)
    yield np.array([0.0, 0.0, s.qdd[i]])


def to_next_joint(s: Symbols, i: int) -> FloatArray:
    """Return the vector from C_{i-1} to O_i, in F_i."""
    return into(s, i - 1, (origin(s, i - 1) - centre(s, i - 1)).now)


@section.equation(
    "7.32a", "go from centre of mass to joint: it turns", links=from_second, turning=own_joint
)
def _to_a_joint_that_turns(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield to_next_joint(s, i)
    yield across(s, i - 1) - rho(s, i - 1)


@section.equation("7.32b", "and on to the next centre of mass", turning=own_joint)
def _centre_beyond_turning(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield centre(s, i).now
    yield centre(s, i - 1).now + turned(s, i - 1, delta(s, i - 1)) + turned(s, i, rho(s, i))


@section.equation("7.32c", "similarly: it slides", links=from_second, sliding=own_joint)
def _to_a_joint_that_slides(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield to_next_joint(s, i)
    yield across(s, i - 1) - rho(s, i - 1)


def lever(s: Symbols, i: int) -> FloatArray:
    """Return u_i = δ_{i-1} + ρ_i + b_i e_i, in base axes."""
    ends = turned(s, i - 1, delta(s, i - 1)) + turned(s, i, rho(s, i))
    return np.asarray(ends + s.q[i] * axis(s, i).now)


@section.equation("7.32d", "and on to the next centre of mass", sliding=own_joint)
def _centre_beyond_sliding(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    before, e = turned(s, i - 1, delta(s, i - 1)), axis(s, i).now
    yield centre(s, i).now
    yield centre(s, i - 1).now + before + s.q[i] * e + turned(s, i, rho(s, i))


@section.equation("7.33a", "differentiate where the joint turns", turning=own_joint)
def _velocity_beyond_turning(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    before, own = turned(s, i - 1, delta(s, i - 1)), turned(s, i, rho(s, i))
    yield centre(s, i).rate.now
    yield centre(s, i - 1).rate.now + cross(spin(s, i - 1).now, before) + cross(spin(s, i).now, own)


@section.equation("7.33b", "and again", turning=own_joint)
def _acceleration_beyond_turning(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    before, own = turned(s, i - 1, delta(s, i - 1)), turned(s, i, rho(s, i))
    w_before, w = spin(s, i - 1), spin(s, i)
    yield centre(s, i).rate.rate.now
    yield (
        centre(s, i - 1).rate.rate.now
        + cross(w_before.rate.now, before)
        + cross(w_before.now, cross(w_before.now, before))
        + cross(w.rate.now, own)
        + cross(w.now, cross(w.now, own))
    )


@section.equation("7.34a", "where it slides, both links turn alike", sliding=own_joint)
def _same_angular_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield spin(s, i).now
    yield spin(s, i - 1).now


@section.equation("7.34b", "at all times", sliding=own_joint)
def _same_angular_acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield spin(s, i).rate.now
    yield spin(s, i - 1).rate.now


@section.equation("7.34c", "collect the vector between the centres of mass", sliding=own_joint)
def _lever(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield (centre(s, i) - centre(s, i - 1)).now
    yield lever(s, i)


@section.equation("7.34d", "let it turn with the link", sliding=own_joint)
def _turning_lever(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    between = centre(s, i) - centre(s, i - 1)
    yield between.rate.now - s.qd[i] * axis(s, i).now
    yield cross(spin(s, i).now, lever(s, i))


@section.equation("7.34e", "velocity of the centre of mass", sliding=own_joint)
def _velocity_beyond_sliding(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    v = cross(spin(s, i).now, lever(s, i))
    yield centre(s, i).rate.now
    yield centre(s, i - 1).rate.now + v + s.qd[i] * axis(s, i).now


@section.equation("7.34f", "and its acceleration", sliding=own_joint)
def _acceleration_beyond_sliding(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    w, u, e = spin(s, i), lever(s, i), axis(s, i).now
    v = cross(w.now, u)
    yield centre(s, i).rate.rate.now
    yield (
        centre(s, i - 1).rate.rate.now
        + cross(w.rate.now, u)
        + cross(w.now, v + 2 * s.qd[i] * e)
        + s.qdd[i] * e
    )


@section.equation("7.35", "begin at the base", links=only_base)
def _base(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    c, w = centre(s, 0), spin(s, 0)
    yield np.array([w.now, w.rate.now, c.rate.now, c.rate.rate.now])
    yield np.zeros((4, 3))


Q_0 = Erratum("reads Q_0 to Q_{n-1}", "Q_1 to Q_n", undefined="Q_0 is of no joint")
IN_LATER_FRAME = Erratum(
    "b_i e_i and what its rates give, added in F_{i+1}, where e_i is not (0, 0, 1)",
    "in F_i, before Q_i^t",
    "structural",
)


def motion_of(s: Symbols, i: int) -> FloatArray:
    """Return c_i, ω_i and their rates, and the second of c_i, in F_{i+1}, (5, 3)."""
    c, w = centre(s, i), spin(s, i)
    found = (c.now, w.now, c.rate.now, w.rate.now, c.rate.rate.now)
    return np.array([into(s, i, x) for x in found])


@section.equation("7.35+", "the outward recursion, each link in its frame", Q_0, IN_LATER_FRAME)
def _algorithm(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield motion_of(s, i)
    yield np.array(_beyond_turning(s, i) if s.turns[i] else _beyond_sliding(s, i, read))


def _beyond_turning(s: Symbols, i: int) -> list[FloatArray]:
    Qt, d, own = step(s, i).T, delta(s, i - 1), rho(s, i)
    c, w, cd, wd, cdd = motion_of(s, i - 1)
    rate, rate_of_rate = s.qd[i] * Z, s.qdd[i] * Z
    w_i = Qt @ (w + rate)
    u, v = cross(w, d), cross(w_i, own)
    wd_i = Qt @ (wd + cross(w, rate) + rate_of_rate)
    cdd_i = Qt @ (cdd + cross(wd, d) + cross(w, u)) + cross(wd_i, own) + cross(w_i, v)
    return [Qt @ (c + d) + own, w_i, Qt @ (cd + u) + v, wd_i, cdd_i]


def _beyond_sliding(s: Symbols, i: int, read: Reading) -> list[FloatArray]:
    Qt = step(s, i).T
    c, w, cd, wd, cdd = motion_of(s, i - 1)
    e = read(IN_LATER_FRAME, printed=Z, corrected=Qt @ Z)
    w_i, wd_i = Qt @ w, Qt @ wd
    u = Qt @ delta(s, i - 1) + rho(s, i) + s.q[i] * e
    v, slide = cross(w_i, u), s.qd[i] * e
    cdd_i = Qt @ cdd + cross(wd_i, u) + cross(w_i, v + slide + slide) + s.qdd[i] * e
    return [Qt @ c + u, w_i, Qt @ cd + v + slide, wd_i, cdd_i]
