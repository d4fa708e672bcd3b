"""Modified Denavit-Hartenberg frames, with a_y, for joints of any pose and axis.

The core places them (cpp/include/equidyn/model/link_frames.hpp has the method).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, sin

import numpy as np

from .... import _core
from ....validation import FloatArray
from ...products import product


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
    found = _core.link_frames(np.array(placements), np.array(axes), prismatic, tool, on_normals)
    base, end = found.pop("ends")
    links, reach = found.pop("links"), found.pop("reach")
    return Frames(found, base, end, list(links), reach)


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


def inverse(pose: FloatArray) -> FloatArray:
    """Return the inverse of a rigid pose."""
    inverse = np.eye(4)
    inverse[:3, :3] = pose[:3, :3].T
    inverse[:3, 3] = -product(pose[:3, :3].T, pose[:3, 3])
    return inverse
