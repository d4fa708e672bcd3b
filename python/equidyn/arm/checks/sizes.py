"""Lengths of an arm from its axes and bodies, independent of its link frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from ..arm import Arm


class Sizes(NamedTuple):
    """Lengths of an arm, m: sum of its links, to the farthest centre of mass, and to the tool."""

    links: float
    com: float
    tool: float


@np.errstate(over="ignore")
def sizes_by_frames(arm: Arm) -> Sizes:
    """Return the lengths between the origins of the link frames."""
    return Sizes(
        float(np.hypot(np.hypot(arm.a, arm.a_y), arm.d).sum()),
        0.0 if "com" in arm.missing else float(np.linalg.norm(arm.com, axis=1).max()),
        float(np.linalg.norm(arm.tool[:3, 3])),
    )


def sizes_by_axes(arm: Arm) -> Sizes:
    """Return the lengths between points on the joint axes that lie near the bodies and the tool.

    Frames may be anywhere along the joint axes: almost parallel axes have their common normal, and
    with it the origins, far away from all links. The points chosen on the axes minimize the sum of
    the squared distances. The distance between two points of a link is constant, because a
    revolute joint moves no point of its axis.
    """
    poses = arm.with_base(None).link_poses(np.zeros(arm.n))
    before = np.concatenate([np.eye(4)[np.newaxis], poses[:-1]])
    carrying = before if arm.convention == "standard" else poses
    along, points = carrying[:, :3, 2], carrying[:, :3, 3]
    tool = poses[-1] @ arm.tool[:, 3]
    known = "com" not in arm.missing and "mass" not in arm.missing
    bodies, centres = np.arange(0), np.zeros((0, 3))
    if known:
        bodies = np.flatnonzero(arm.mass > 0)
        turned = np.einsum("nij,nj->ni", poses[bodies, :3, :3], arm.com[bodies])
        centres = turned + poses[bodies, :3, 3]

    # minimized distances: from the base along the axes to the tool, and to the bodies
    ends = np.zeros((arm.n + 1 + len(bodies), arm.n))
    k = np.arange(arm.n)
    ends[k, k], ends[k + 1, k] = 1.0, -1.0
    ends[arm.n + 1 + np.arange(len(bodies)), bodies] = -1.0
    fixed = np.zeros((len(ends), 3))
    fixed[arm.n] = tool[:3]
    fixed[arm.n + 1 :] = centres
    distances = ends @ points + fixed
    slopes = ends[:, np.newaxis, :] * along.T
    moved = np.linalg.lstsq(slopes.reshape(-1, arm.n), -distances.ravel(), rcond=None)[0]
    lengths = np.linalg.norm(distances + slopes @ moved, axis=1)
    return Sizes(
        float(lengths[: arm.n].sum()),
        float(lengths[arm.n + 1 :].max(initial=0.0)),
        float(lengths[arm.n]),
    )
