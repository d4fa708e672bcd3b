"""Modified Denavit-Hartenberg frames for joints of any pose and axis.

Frame i of the modified convention has its z axis on joint i and its x axis on the common normal to
joint i+1, so that it is not known before that joint is. Until then there is a provisional frame i,
with the z axis on joint i and the origin where the normal from joint i-1 meets it; the final one
follows from it by a rotation theta_i about z and a translation d_i along z, and then the next
provisional one by a rotation alpha_i about x and a translation a_i along x.

Where the normal is not unique, the free parameters are zero: d_i where axes are parallel, theta_i
too where they coincide. Of the two directions of x the one within a right angle of the last is
taken. The origin of the first frame is the point of the first axis nearest to the world's origin.

Where axes are almost parallel, their common normal is far away, and numbers of its distance would
cost the digits of all results. There the origin of the next provisional frame is that of the joint,
and a further translation a_y, along y, leads to it; d_i leads to the foot of its perpendicular.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

import numpy as np

from ...._validation import FloatArray
from ...products import length, product
from ...without_dh import ALMOST_PARALLEL

# axes that differ by less (rad) count as parallel: files have right angles with so many digits
PARALLEL = 1e-11

# angles this close to multiples of pi/4, and lengths this close to zero, are rounded
_ROUNDING = 1e-14


@dataclass(frozen=True, eq=False)
class Frames:
    """Frames of a chain in the modified convention.

    Attributes
    ----------
    parameters : dict of list of float
        a, a_y, alpha, d, theta of `equidyn.Arm`.
    base, tool : ndarray, shape (4, 4)
        Pose of frame 0 in the world, and of the tool in frame n.
    links : list of ndarray, shape (4, 4)
        Pose of the frame in which the chain gives link i, in frame i.
    reach : float
        Length of the chain, m.
    """

    parameters: dict[str, list[float]]
    base: FloatArray
    tool: FloatArray
    links: list[FloatArray]
    reach: float


def denavit_hartenberg(
    placements: Sequence[FloatArray],
    axes: Sequence[FloatArray],
    prismatic: Sequence[bool],
    tool: FloatArray,
    *,
    on_normals: bool = False,
) -> Frames:
    """Return frames for a chain of joints.

    Parameters
    ----------
    placements : sequence of ndarray, shape (4, 4)
        Poses of the frames of the joints, each in the one before, at joint positions 0.
    axes : sequence of ndarray, shape (3,)
        Unit vectors along the joint axes, in their frames.
    prismatic : sequence of bool
        Which joints are prismatic: their axes have a direction, but no location.
    tool : ndarray, shape (4, 4)
        Pose of the tool in the last frame.
    on_normals : bool, optional
        Whether all origins are on common normals, however far these are: a_y is zero.
    """
    reach = sum(hypot(*pose[:3, 3]) for pose in (*placements, tool))
    first = placements[0]
    # the axis of a prismatic joint has no location: put it where the normal vanishes
    base = _first_frame(product(first[:3, :3], axes[0]), first[:3, 3] * (not prismatic[0]))

    # the joint's own frame, seen from the provisional Denavit-Hartenberg frame
    seen = product(inverse(base), first)
    steps, turns, links = [(0.0, 0.0, 0.0)], [], []
    for placement, axis, is_prismatic in zip(placements[1:], axes[1:], prismatic[1:], strict=True):
        following = product(seen, placement)
        direction = product(following[:3, :3], axis)
        point = following[:3, 3] * (not is_prismatic)
        theta, d, alpha, a, a_y = _step(direction, point, reach, on_normals)
        turns.append((theta, d))
        steps.append((alpha, a, a_y))
        along_z, along_x = screw(theta, d, axis=2), x_displacement(alpha, a, a_y)
        links.append(product(inverse(along_z), seen))
        seen = product(inverse(product(along_z, along_x)), following)
    turns.append((0.0, 0.0))
    links.append(seen)
    parameters = {
        "a": [a for _, a, _ in steps],
        "a_y": [a_y for _, _, a_y in steps],
        "alpha": [alpha for alpha, _, _ in steps],
        "d": [d for _, d in turns],
        "theta": [theta for theta, _ in turns],
    }
    return Frames(parameters, base, product(seen, tool), links, reach)


def screw(angle: float, shift: float, axis: int) -> FloatArray:
    """Return the pose of a rotation about, and a translation along, one coordinate axis."""
    j, k = (axis + 1) % 3, (axis + 2) % 3
    c, s = exact_cos_sin(angle)
    pose = np.eye(4)
    pose[j, j] = pose[k, k] = c
    pose[k, j], pose[j, k] = s, -s
    pose[axis, 3] = shift
    return pose


def x_displacement(alpha: float, a: float, a_y: float) -> FloatArray:
    """Return the pose of a rotation about x and translations along x and y."""
    pose = screw(alpha, a, axis=0)
    pose[1, 3] = a_y
    return pose


def exact_cos_sin(angle: float) -> tuple[float, float]:
    """Return cosine and sine, exact at multiples of a right angle."""
    c, s = cos(angle), sin(angle)
    return (c if abs(c) > 5e-16 else 0.0), (s if abs(s) > 5e-16 else 0.0)


def _first_frame(axis: FloatArray, point: FloatArray) -> FloatArray:
    """Return a frame on the first axis, nearest to the world frame; identity on its z axis."""
    z = axis / length(axis)
    if hypot(z[0], z[1]) < PARALLEL:
        z = np.array([0.0, 0.0, np.sign(z[2])])
    # the coordinate axis least parallel to it, x on a tie
    k = int(np.argmin(np.abs(z).round(9)))
    x = np.eye(3)[k] - z[k] * z
    x /= length(x)
    pose = np.eye(4)
    pose[:3, :3] = np.column_stack([x, np.cross(z, x), z])
    pose[:3, 3] = point - product(point[np.newaxis], z) * z
    return pose


def _step(
    u: FloatArray, p: FloatArray, reach: float, on_normals: bool
) -> tuple[float, float, float, float, float]:
    """Return theta, d, alpha, a, a_y from the z axis to the line through p along unit vector u."""
    sine = hypot(u[0], u[1])
    if sine < PARALLEL:
        distance = hypot(p[0], p[1])
        theta = atan2(p[1], p[0]) if distance > _ROUNDING * reach else 0.0
        theta, side = _within_a_right_angle(_angle(theta))
        return theta, 0.0, (0.0 if u[2] > 0 else pi), side * _length(distance, reach), 0.0
    theta, side = _within_a_right_angle(_angle(atan2(u[0], -u[1])))
    alpha = _angle(atan2(side * sine, u[2]))
    c, s = exact_cos_sin(theta)
    a, y = _length(p[0] * c + p[1] * s, reach), p[1] * c - p[0] * s
    # along y the line must come back to the plane of z and x
    t = -y / (u[1] * c - u[0] * s)
    if sine < ALMOST_PARALLEL and abs(t) > reach and not on_normals:
        return theta, _length(p[2], reach), alpha, a, _length(y, reach)
    return theta, _length(p[2] + t * u[2], reach), alpha, a, 0.0


def _within_a_right_angle(theta: float) -> tuple[float, float]:
    """Return the angle of the undirected line within a right angle, and its sense, 1 or -1."""
    if abs(theta) <= pi / 2:
        return theta, 1.0
    return theta - np.copysign(pi, theta), -1.0


def _angle(angle: float) -> float:
    """Round an angle to a multiple of pi/4 if it is one up to rounding."""
    nearest = round(angle / (pi / 4)) * (pi / 4)
    return nearest if abs(angle - nearest) < _ROUNDING else angle


def _length(length: float, reach: float) -> float:
    return 0.0 if abs(length) < _ROUNDING * reach else float(length)


def inverse(pose: FloatArray) -> FloatArray:
    """Return the inverse of a rigid pose."""
    inverse = np.eye(4)
    inverse[:3, :3] = pose[:3, :3].T
    inverse[:3, 3] = -product(pose[:3, :3].T, pose[:3, 3])
    return inverse
