"""Limits of joints as limits of the path velocity and acceleration."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.polynomial.chebyshev import chebvander

from ...validation import FloatArray
from .path import Path

if TYPE_CHECKING:
    from ...arm import Arm

# points of each part of a path at which limits are computed, and at which the polynomials through
# them are checked
_PLACES = (1 - np.cos(np.pi * np.arange(9) / 8)) / 2
_CHECKED = np.linspace(0.0, 1.0, 33)

# interpolation from the first to the second
_TO_CHECKED = chebvander(2 * _CHECKED - 1, 8) @ np.linalg.inv(chebvander(2 * _PLACES - 1, 8))


class PathLimits(NamedTuple):
    """Limits at points of each part of a path: ``|a u + b x + c| <= 1``.

    Here u is the path acceleration, constant in each part, x the squared path velocity, and c the
    share of the limit taken at rest.

    Attributes
    ----------
    s : ndarray, shape (parts + 1,)
        Ends of the parts.
    a, b, c : ndarray, shape (parts, points, rows)
        Shares of each limit, at points of each part, both ends included.
    """

    s: FloatArray
    a: FloatArray
    b: FloatArray
    c: FloatArray

    def from_start(self) -> FloatArray:
        """Return the change of x from the start of each part per unit of u."""
        return 2 * np.diff(self.s)[:, np.newaxis, np.newaxis] * _PLACES[:, np.newaxis]

    def taken(self, x: FloatArray) -> FloatArray:
        """Return, for each part, the largest share that motion takes of a limit minus rest.

        Parameters
        ----------
        x : ndarray, shape (parts + 1,)
            Squared path velocities at the ends of the parts.
        """
        u = (np.diff(x) / (2 * np.diff(self.s)))[:, np.newaxis, np.newaxis]
        moving = self.a * u + self.b * (x[:-1, np.newaxis, np.newaxis] + self.from_start() * u)
        moving, rest = _TO_CHECKED @ moving, _TO_CHECKED @ self.c
        room = np.maximum(1 - np.sign(moving) * rest, np.finfo(np.float64).eps)
        return _maximum(np.abs(moving) / room)


def _maximum(values: FloatArray) -> FloatArray:
    """Return the largest (parts,) of values (parts, points, rows) and parabolas through them."""
    slope = (values[:, 2:] - values[:, :-2]) / 2
    bend = 2 * values[:, 1:-1] - values[:, 2:] - values[:, :-2]
    rise = np.divide(slope**2, 2 * bend, out=np.zeros_like(slope), where=np.abs(slope) < bend)
    parabolas = values[:, 1:-1] + rise
    largest: FloatArray = np.maximum(values.max(axis=(1, 2)), parabolas.max(axis=(1, 2)))
    return largest


def path_limits(
    arm: Arm, way: Path, s: FloatArray, limits: dict[str, FloatArray], motors: bool
) -> PathLimits:
    """Return limits of torque, velocity and acceleration within the parts of a path.

    Parameters
    ----------
    arm, way, motors
        As in `time_optimal`.
    s : ndarray, shape (parts + 1,)
        Ends of the parts, between which the path is smooth.
    limits : dict
        Limits by name, each of shape (n,).

    Raises
    ------
    ValueError
        If the arm cannot rest at one of the points.
    """
    at = s[:-1, np.newaxis] + np.diff(s)[:, np.newaxis] * _PLACES
    # at its end a part has the curvature before a jump
    at[:, -1] = np.nextafter(s[1:], s[:-1])
    q, slope, curvature = way.along(at)
    zero, rows = np.zeros_like(q), []
    # overflow gives infinity
    with np.errstate(over="ignore"):
        if "torque" in limits:
            states = (
                np.stack([q] * 3),
                np.stack([zero, zero, slope]),
                np.stack([zero, slope, curvature]),
            )
            held, driven, moved = arm.inverse_dynamics(*states, motors=motors) / limits["torque"]
            _require_rest(at, held, limits["torque"])
            rows.append((driven - held, moved - held, held))
        if "acceleration" in limits:
            largest = limits["acceleration"]
            rows.append((slope / largest, curvature / largest, zero))
        if "velocity" in limits:
            rows.append((zero, (slope / limits["velocity"]) ** 2, zero))
    return PathLimits(s, *(np.concatenate(each, axis=-1) for each in zip(*rows, strict=True)))


def _require_rest(at: FloatArray, held: FloatArray, limit: FloatArray) -> None:
    """Check that the arm can rest everywhere on the path."""
    over = np.abs(held) > 1
    if over.any():
        place = np.unravel_index(int(over.any(axis=-1).argmax()), at.shape)
        j = int(over[place].argmax())
        raise ValueError(
            f"torque: joint {j + 1} takes {abs(held[place][j] * limit[j]):.6g} N m or N at rest "
            f"after {at[place]:.3g} of the path, got a limit of {limit[j]:g}"
        )
