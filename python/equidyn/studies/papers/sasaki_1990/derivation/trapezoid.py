"""Section 4: the motion of a joint by a trapezoid of its velocity.

Left sides are areas and slopes of the trapezoid of Fig. 6, in which a third of the time each has
acceleration, a constant velocity and deceleration. Any travel and any time will do: here the
position of the joint, and the time in which its acceleration makes its velocity.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .....validation import FloatArray
from ...derivation.reading import Reading, Section
from ...derivation.symbols import Symbols

section = Section()

# fractions of the time at which each third begins, and the last one ends
THIRDS = np.array([0, 1, 2, 3]) / 3


def duration(s: Symbols, i: int) -> float:
    """Return T of joint i."""
    return float(abs(s.qd[i] / s.qdd[i]))


def velocity(s: Symbols, i: int) -> FloatArray:
    """Return the corners of the trapezoid, which has the area of the travel."""
    highest = s.q[i] / (2 / 3 * duration(s, i))
    return np.array([0.0, highest, highest, 0.0])


def acceleration(s: Symbols, i: int) -> FloatArray:
    """Return a: the travel, and what a unit acceleration makes of it."""
    third = duration(s, i) / 3
    return np.asarray(s.q[i] / (third * (2 * third)))


def travelled(s: Symbols, i: int, t: FloatArray) -> FloatArray:
    """Return the areas of the trapezoid up to some times."""
    corners = THIRDS * duration(s, i)
    areas = []
    for end in t:
        times = np.append(corners[corners < end], end)
        speeds = np.interp(times, corners, velocity(s, i))
        areas.append(np.diff(times) @ (speeds[1:] + speeds[:-1]) / 2)
    return np.array(areas)


@section.equation("4a", "accelerate, go on, and brake, a third of the time each")
def _phases(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    a = acceleration(s, i)
    yield np.diff(velocity(s, i)) / np.diff(THIRDS * duration(s, i))
    yield np.array([a, 0.0, -a])


@section.equation("4b", "integrate twice: the first third")
def _first(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    a, t = acceleration(s, i), duration(s, i) * np.array([1, 2, 3]) / 9
    yield travelled(s, i, t)
    yield 1 / 2 * a * t**2


@section.equation("4c", "the second")
def _second(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    a, T = acceleration(s, i), duration(s, i)
    t = T * np.array([4, 5, 6]) / 9
    yield travelled(s, i, t)
    yield a * T * (6 * t - T) / 18


@section.equation("4d", "and the third, so that position and velocity do not jump")
def _third(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    a, T = acceleration(s, i), duration(s, i)
    t = T * np.array([7, 8, 9]) / 9
    yield travelled(s, i, t)
    yield -a * (t - T) ** 2 / 2 + 2 * a * T**2 / 9


@section.equation("4e", "find the acceleration by the travel and the time")
def _acceleration(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    yield acceleration(s, i)
    yield np.asarray(9 * s.q[i] / (2 * duration(s, i) ** 2))
