"""Equations (7.36) to (7.44): forces and moments inward, to those of the motors.

Left sides are those of all points of mass beyond a joint, and the motors are Lagrange's torques; an
acceleration of the base replaces gravity. A load, any force and moment, acts on the last link at
its centre of mass; the moment of joint i is about the point where link i begins.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.lagrange import frame_slopes, lagrange_torque
from ...derivation.mass_points import force_through, moment_through
from ...derivation.paths import axis, centre, rotation, spin
from ...derivation.reading import Erratum, Reading, Section, before_last, own_joint
from ...derivation.symbols import Symbols
from ...derivation.varying import cross
from .vectors import delta, into, rho, start, step, turned

section = Section()


def only_last(n: int) -> range:
    """Return the last link."""
    return range(n, n + 1)


def load(s: Symbols) -> tuple[FloatArray, FloatArray]:
    """Return force and moment of the load, in base axes: here numbers of the state."""
    rate, rate_of_rate, position = s.qd.sum(), s.qdd.sum(), s.q.sum()
    return np.array([rate, rate_of_rate, position]), np.array([rate_of_rate, position, rate])


def force(s: Symbols, i: int) -> FloatArray:
    """Return f_i^P, in base axes."""
    return force_through(s, i) - load(s)[0]


def moment(s: Symbols, i: int) -> FloatArray:
    """Return n_i^P, in base axes."""
    about, (f, n) = start(s, i).now, load(s)
    return np.asarray(moment_through(s, i, about) - n - cross(centre(s, s.n).now - about, f))


def drive(s: Symbols, i: int) -> FloatArray:
    """Return τ_i: Lagrange's torque minus what the load does, by the slopes of its place."""
    slopes, (f, n) = frame_slopes(s, tuple(s.q))[s.n, i], load(s)
    S = slopes[:3, :3] @ rotation(s, s.n).now.T
    turning = np.array([S[2, 1], S[0, 2], S[1, 0]])
    return np.asarray(lagrange_torque(s, i) - f @ slopes[:3] @ s.rba[s.n] - n @ turning)


def in_joint_frame(s: Symbols, i: int) -> tuple[FloatArray, FloatArray]:
    """Return the components of n_i^P and f_i^P in F_i, one by one."""
    x, y, z = rotation(s, i - 1).now.T
    n, f = moment(s, i), force(s, i)
    return np.array([n @ x, n @ y, n @ z]), np.array([f @ x, f @ y, f @ z])


@section.equation("7.36", "a revolute joint: its drive along the axis", turning=own_joint)
def _turning(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    n, f = in_joint_frame(s, i)
    yield np.array([into(s, i - 1, moment(s, i)), into(s, i - 1, force(s, i))])
    yield np.array([[n[0], n[1], drive(s, i)], f])


@section.equation("7.37", "and a prismatic one", sliding=own_joint)
def _sliding(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    n, f = in_joint_frame(s, i)
    yield np.array([into(s, i - 1, moment(s, i)), into(s, i - 1, force(s, i))])
    yield np.array([n, [f[0], f[1], drive(s, i)]])


def inertial_force(s: Symbols, i: int) -> FloatArray:
    """Return m_i times the acceleration of the centre of mass; the base accelerates by -g."""
    return np.asarray(s.m[i] * (centre(s, i).rate.rate.now + s.gz))


def inertial_moment(s: Symbols, i: int) -> FloatArray:
    """Return the first two terms of (7.38b), in base axes."""
    R, w = rotation(s, i).now, spin(s, i)
    inertia = R @ s.Ic[i] @ R.T
    return np.asarray(inertia @ w.rate.now + cross(w.now, inertia @ w.now))


@section.equation("7.38a", "begin with the last link: force", links=only_last)
def _last_force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield force(s, i)
    yield inertial_force(s, i) - load(s)[0]


@section.equation("7.38b", "and moment", links=only_last)
def _last_moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield moment(s, i)
    yield inertial_moment(s, i) - load(s)[1] + cross(turned(s, i, rho(s, i)), force(s, i))


@section.equation("7.38c", "go on inward: force", links=before_last)
def _force(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield force(s, i)
    yield inertial_force(s, i) + force(s, i + 1)


NO_SLIDE = Erratum(
    "δ_i x f_{i+1} for every joint",
    "(δ_i + b_{i+1} e_{i+1}) x f_{i+1} where joint i+1 is prismatic",
    "structural",
)


def slide(s: Symbols, i: int, read: Reading) -> FloatArray:
    """Return b_i e_i of a prismatic joint, else zero, in F_i."""
    way = np.array([0.0, 0.0, 0.0 if s.turns[i] else s.q[i]])
    return np.asarray(read(NO_SLIDE, printed=0.0, corrected=1.0) * way)


@section.equation("7.38d", "and moment", NO_SLIDE, links=before_last)
def _moment(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    lever = turned(s, i, delta(s, i) + slide(s, i + 1, read))
    yield moment(s, i)
    yield (
        inertial_moment(s, i)
        + moment(s, i + 1)
        + cross(lever, force(s, i + 1))
        + cross(turned(s, i, rho(s, i)), force(s, i))
    )


@section.equation("7.39", "take what a revolute joint gives", turning=own_joint)
def _torque(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield drive(s, i)
    yield axis(s, i).now @ moment(s, i)


@section.equation("7.40", "and a prismatic one", sliding=own_joint)
def _force_of_the_drive(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield drive(s, i)
    yield axis(s, i).now @ force(s, i)


Q_BEFORE = Erratum("Q_i f_{i+1}, Q_i n_{i+1}", "Q_{i+1} f_{i+1}, Q_{i+1} n_{i+1}", "structural")
Z_AFTER = Erratum("τ_i = (n_i)_z or (f_i)_z", "(Q_i n_i)_z or (Q_i f_i)_z", "structural")


@section.equation(
    "7.40+",
    "the inward recursion, each link in its frame",
    Q_BEFORE,
    Z_AFTER,
    NO_SLIDE,
    links=before_last,
)
def _algorithm(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    Q = step(s, read(Q_BEFORE, printed=i, corrected=i + 1))
    n_next, phi = (Q @ into(s, i + 1, x) for x in (moment(s, i + 1), force(s, i + 1)))
    f = into(s, i, inertial_force(s, i)) + phi
    lever = delta(s, i) + slide(s, i + 1, read)
    n = into(s, i, inertial_moment(s, i)) + cross(rho(s, i), f) + n_next + cross(lever, phi)
    along = read(Z_AFTER, printed=np.eye(3), corrected=step(s, i)) @ (n if s.turns[i] else f)
    yield np.concatenate([into(s, i, force(s, i)), into(s, i, moment(s, i)), [drive(s, i)]])
    yield np.concatenate([f, n, along[2:]])


@section.equation("7.44", "let the base accelerate instead of gravity")
def _gravity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    g = -s.gz
    yield centre(s, i).rate.rate.now - g
    yield s.R[0, i] @ s.ab[i]
