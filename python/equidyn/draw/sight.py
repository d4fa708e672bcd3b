"""Direction of view of an arm: gravity points down the picture, and a flat arm is seen in full."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ..validation import FloatArray
from .posture import Joint, Posture

# direction of the eye from an arm in space, turned about the vertical and above it, degrees
AZIMUTH, ELEVATION = -60.0, 30.0

# turns from the usual azimuth and elevations of the eye that are tried, degrees, and the least part
# of the length of a line that suffices
_TURNS, _ELEVATIONS, _ENOUGH = (0, -15, 15, -30, 30, -45, 45, -60, 60), (25, 15, 40), 0.5

# components of unit vectors, and distances in lengths of the arm, that count as zero
_ZERO = 1e-6

# largest component of a vertical along x for which x is nearly horizontal
_STEEP = 0.9


class Sight(NamedTuple):
    """Direction of view of an arm.

    Attributes
    ----------
    axes : ndarray, shape (3, 3)
        In rows, two horizontal unit vectors and the vertical, upwards.
    azimuth, elevation : float
        Direction of the eye in these axes, degrees.
    flat : bool
        Whether all that is seen lies in a plane, at which the eye looks along its normal.
    """

    axes: FloatArray
    azimuth: float
    elevation: float
    flat: bool

    @property
    def picture(self) -> FloatArray:
        """Unit vectors to the right, up the picture and to the eye, in rows, shape (3, 3)."""
        a, e = np.radians([self.azimuth, self.elevation])
        first, second, up = self.axes
        across = np.cos(a) * second - np.sin(a) * first
        outwards = np.cos(a) * first + np.sin(a) * second
        rise = np.cos(e) * up - np.sin(e) * outwards
        return np.array([across, rise, np.cross(across, rise)])

    @property
    def ground(self) -> FloatArray:
        """Two unit vectors along the floor and its normal, in rows; of a flat arm, of its plane."""
        return self.picture if self.flat else self.axes


def upright(gravity: FloatArray) -> FloatArray:
    """Return, in rows, two horizontal unit vectors and the vertical, upwards; z without gravity.

    The first one is x as far as it is horizontal, or y where gravity is nearly along x.
    """
    largest = float(np.abs(gravity).max())
    up = -gravity / largest if largest else np.array([0.0, 0.0, 1.0])
    up = up / np.linalg.norm(up)
    side = np.eye(3)[0 if abs(up[0]) < _STEEP else 1]
    first = side - up * (up @ side)
    first /= np.linalg.norm(first)
    # without negative zeros
    return np.array([first, np.cross(up, first), up]) + 0.0


def sight_of(
    postures: Sequence[Posture], elevation: float, others: Iterable[FloatArray] = ()
) -> Sight:
    """Return the direction from which an arm in several configurations is seen.

    Parameters
    ----------
    postures : sequence of Posture
        Poses of the arm.
    elevation : float
        Elevation of the eye above an arm that is not flat, degrees.
    others : iterable of ndarray, shape (k, 3)
        Points of further lines, such as arrows, which a flat arm has in its plane.
    """
    first = postures[0]
    axes = upright(first.gravity)
    normal = _normal(first.joints)
    points = np.vstack([*(seen.points(masses=False) for seen in postures), *others])
    if normal is None or np.ptp(points @ normal) > _ZERO * first.reach():
        return Sight(axes, AZIMUTH, elevation, flat=False)
    # from above, or from where positive rotations are counterclockwise
    x, y, z = axes @ normal * (-1.0 if normal @ axes[2] < -_ZERO else 1.0)
    level = float(np.hypot(x, y))
    azimuth = float(np.degrees(np.arctan2(y, x))) if level > _ZERO else -90.0
    return Sight(axes, azimuth, float(np.degrees(np.arctan2(z, level))), flat=True)


def clear_sight(sight: Sight, lines: Iterable[Sequence[FloatArray]]) -> Sight:
    """Return the view nearest to a given one in which no line is along the line of sight.

    A flat arm is seen along the normal of its plane.

    Parameters
    ----------
    sight : Sight
        The given view.
    lines : iterable of sequence of ndarray, shape (3,)
        Lines of each state of a motion, all of which count alike.
    """
    spans = [np.array([line for line in each if np.any(line)]) for each in lines]
    states = [each / np.linalg.norm(each, axis=1)[:, None] for each in spans if len(each)]
    if sight.flat or not states:
        return sight

    def clearness(view: Sight) -> float:
        across = view.picture[:2].T
        parts = [np.linalg.norm(directions @ across, axis=1).min() for directions in states]
        return float(np.minimum(_ENOUGH, parts).mean())

    views = [
        sight._replace(azimuth=sight.azimuth + turn, elevation=float(elevation))
        for elevation in _ELEVATIONS
        for turn in _TURNS
    ]
    return max([sight, *views], key=clearness)


def _normal(joints: Sequence[Joint]) -> FloatArray | None:
    """Return the normal of the plane in which all joints move the arm, None without a plane."""
    normal = next((joint.axis for joint in joints if joint.letter == "R"), None)
    if normal is None:
        return None
    for letter, axis in ((joint.letter, joint.axis) for joint in joints):
        out = np.linalg.norm(np.cross(axis, normal)) if letter == "R" else abs(axis @ normal)
        if out > _ZERO:
            return None
    return normal
