"""Geometry of an arm in one position for drawing: points, axes and ellipsoids in the world."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..validation import FloatArray


class Joint(NamedTuple):
    """Joint: its letter (R or P), and a frame (4, 4) with z along its axis."""

    letter: str
    frame: FloatArray

    @property
    def point(self) -> FloatArray:
        """A point on the axis."""
        return self.frame[:3, 3]

    @property
    def axis(self) -> FloatArray:
        """Unit vector along the axis."""
        return self.frame[:3, 2]


class Posture(NamedTuple):
    """Geometry of an arm in one position.

    Attributes
    ----------
    frames : ndarray, shape (n + 1, 4, 4)
        Poses of the base frame and of the link frames.
    tool : ndarray, shape (4, 4)
        Pose of the tool frame.
    joints : list of Joint
        Joints from the base on.
    links : list of ndarray, shape (3, 3)
        Corners of each link, along its joint axis and the common normal.
    bodies : list of ndarray, shape (k, 3)
        Corners of what moves with each link: in modified DH of the common normal behind its joint.
    centres : ndarray, shape (n, 3)
        Centres of mass.
    ellipsoids : ndarray, shape (n, 3, 3)
        Semi-axes, in columns, of the homogeneous ellipsoid of each link's mass and inertia; zero
        for a link without mass.
    gravity : ndarray, shape (3,)
        Gravity, m/s².
    """

    frames: FloatArray
    tool: FloatArray
    joints: list[Joint]
    links: list[FloatArray]
    bodies: list[FloatArray]
    centres: FloatArray
    ellipsoids: FloatArray
    gravity: FloatArray

    def points(self, masses: bool = True) -> FloatArray:
        """Return all points for the bounds of a picture, shape (k, 3), optionally of ellipsoids."""
        corners = np.vstack([self.frames[0, :3, 3], self.tool[:3, 3], *self.links])
        if not masses:
            return corners
        tips = self.ellipsoids.transpose(0, 2, 1) + self.centres[:, np.newaxis]
        mirrored = 2 * self.centres[:, np.newaxis] - tips
        return np.vstack([corners, tips.reshape(-1, 3), mirrored.reshape(-1, 3)])

    def reach(self) -> float:
        """Return the length of the stretched-out arm, m; 1 where all its frames coincide."""
        ends = [*self.links, np.array([self.frames[-1, :3, 3], self.tool[:3, 3]])]
        length = sum(np.hypot.reduce(np.diff(corners, axis=0), axis=1).sum() for corners in ends)
        return float(length) or 1.0


def posture(
    frames: FloatArray,
    tool: FloatArray,
    *,
    convention: str,
    joints: str,
    mass: FloatArray,
    com: FloatArray,
    inertia: FloatArray,
    gravity: FloatArray,
) -> Posture:
    """Return the drawn pose of an arm from the poses of its frames in the world.

    Parameters
    ----------
    frames : ndarray, shape (n + 1, 4, 4)
        Poses of the base frame and of the link frames.
    tool : ndarray, shape (4, 4)
        Pose of the tool frame.
    convention, joints, mass, com, inertia, gravity
        As in `equidyn.Arm`.
    """
    rotations, origins = frames[1:, :3, :3], frames[1:, :3, 3]
    centres = origins + np.einsum("nij,nj->ni", rotations, com)
    links = [_corners(*pair, convention) for pair in pairwise(frames)]
    on_axes = frames[:-1] if convention == "standard" else frames[1:]
    return Posture(
        frames,
        tool,
        list(map(Joint, joints, on_axes)),
        links,
        links if convention == "standard" else _behind_joints(links),
        centres,
        rotations @ semi_axes(mass, inertia),
        gravity,
    )


def semi_axes(mass: FloatArray, inertia: FloatArray) -> FloatArray:
    """Return, in columns, the semi-axes of homogeneous ellipsoids of this mass and inertia.

    A homogeneous ellipsoid has the moment m/5 (b² + c²) about its axis a: a² is 5/(2 m) times the
    sum of the other two moments minus its own.
    """
    moments, directions = np.linalg.eigh(inertia)
    others = moments.sum(axis=-1, keepdims=True) - 2 * moments
    per_mass = np.divide(2.5, mass, out=np.zeros_like(mass), where=mass > 0)
    lengths = np.sqrt(np.maximum(per_mass[:, np.newaxis] * others, 0.0))
    axes: FloatArray = directions * lengths[:, np.newaxis]
    return axes


def _behind_joints(links: list[FloatArray]) -> list[FloatArray]:
    """Return the corners of each body where frames are on the joints."""
    behind = [*(link[1:] for link in links[1:]), np.empty((0, 3))]
    return [np.vstack([link[1:], others]) for link, others in zip(links, behind, strict=True)]


def _corners(before: FloatArray, behind: FloatArray, convention: str) -> FloatArray:
    """Return start of a link, corner between joint axis and common normal, and end."""
    start, end = before[:3, 3], behind[:3, 3]
    if convention == "standard":
        axis = before[:3, 2]
        turn = start + axis * (axis @ (end - start))
    else:
        axis = behind[:3, 2]
        turn = end - axis * (axis @ (end - start))
    return np.array([start, turn, end])
