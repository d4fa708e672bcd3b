"""Joints of an arm loaded by inertia: their diagonal entry of M does not vanish."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .._validation import BoolArray, FloatArray

if TYPE_CHECKING:
    from .arm import Arm

IndexArray = NDArray[np.intp]

# lever arms and moments below this part of the arm's size are rounding
_NEGLIGIBLE = 1e-12


@np.errstate(over="ignore")  # of the squares of long levers
def loaded_joints(arm: Arm) -> BoolArray:
    """Tell which joints are loaded by inertia: M_ii does not vanish identically."""
    bodies = np.flatnonzero((arm.mass > 0) | arm.inertia.any(axis=(1, 2)))
    first = np.searchsorted(bodies, np.arange(arm.n))
    loads = _load_test(arm)
    loaded = np.zeros(arm.n, dtype=bool)

    # nearly every joint is loaded by the first body beyond it; only the others try the next ones
    for step in range(len(bodies)):
        pending = np.flatnonzero(~loaded & (first + step < len(bodies)))
        if not pending.size:
            break
        loaded[pending] = loads(pending, bodies[first[pending] + step])
    return loaded


def _load_test(arm: Arm) -> Callable[[IndexArray, IndexArray], BoolArray]:
    """Return a test of which links load which joints, given as pairs of index arrays."""
    axes, points, coms, inertias = _generic_configuration(arm)
    revolute = arm.revolute
    largest = np.abs(inertias).max(axis=(1, 2))
    reach = np.abs(np.concatenate([points, coms])).max()

    def loads(joint: IndexArray, link: IndexArray) -> BoolArray:
        axis = axes[joint]
        levers = np.linalg.norm(np.cross(axis, coms[link] - points[joint]), axis=1)
        moments = np.einsum("ni,nij,nj->n", axis, inertias[link], axis)
        massive = arm.mass[link] > 0
        turned = massive & (levers > _NEGLIGIBLE * reach) | (moments > _NEGLIGIBLE * largest[link])
        return np.where(revolute[joint], turned, massive)

    return loads


def _generic_configuration(arm: Arm) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return joint axes, points on them, centres of mass and inertias, in base-frame axes.

    The joint positions are generic: an inertia that vanishes there vanishes everywhere.
    """
    q = np.random.default_rng(0).uniform(-np.pi, np.pi, arm.n)
    along_z = screws(arm.theta + q * arm.revolute, arm.d + q * ~arm.revolute, axis=2)
    along_x = screws(arm.alpha, arm.a, axis=0)
    standard = arm.convention == "standard"
    steps = along_z @ along_x if standard else along_x @ along_z

    poses = np.empty((arm.n + 1, 4, 4))
    poses[0] = np.eye(4)
    for i in range(arm.n):
        poses[i + 1] = poses[i] @ steps[i]
    links = poses[1:]
    rotations = links[:, :3, :3]
    coms = links[:, :3, 3] + np.einsum("nij,nj->ni", rotations, arm.com)
    inertias = rotations @ arm.inertia @ rotations.transpose(0, 2, 1)

    # joint i acts about or along the z axis of frame i-1 (standard) or i (modified)
    joints = poses[:-1] if standard else links
    return joints[:, :3, 2], joints[:, :3, 3], coms, inertias


def screws(angles: FloatArray, shifts: FloatArray, axis: int) -> FloatArray:
    """Return the poses (n, 4, 4) of rotations about, and translations along, a coordinate axis."""
    j, k = (axis + 1) % 3, (axis + 2) % 3
    poses = np.zeros((len(angles), 4, 4))
    poses[:, [j, k], [j, k]] = np.cos(angles)[:, np.newaxis]
    poses[:, k, j] = np.sin(angles)
    poses[:, j, k] = -np.sin(angles)
    poses[:, axis, axis] = poses[:, 3, 3] = 1.0
    poses[:, axis, 3] = shifts
    return poses
