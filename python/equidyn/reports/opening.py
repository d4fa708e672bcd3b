"""Joint positions in which an arm can be seen: unfolded, above its base, its tool to the side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._validation import FloatArray
from ..draw.sight import Sight, sight_of
from ..dynamics.joint_range import joint_range

if TYPE_CHECKING:
    from ..arm.arm import Arm

# joint positions are multiples of this angle, or of this part of a prismatic joint's range
_ANGLE, _PART, _MOST_STEPS = np.pi / 12, 1 / 8, 100

# elevation of the eye above an arm that is not flat, degrees
_ELEVATION = 20.0

_STARTS, _KEPT, _SWEEPS = 256, 4, 6


def opening_sight(arm: Arm) -> Sight:
    """Return the direction of view in which a page opens."""
    return sight_of([arm._posture(np.zeros(arm.n))], _ELEVATION)


def opening_position(arm: Arm) -> FloatArray:
    """Return joint positions within their range, (n,), in which every link can be seen.

    The best of some that are spread over the range, after each joint in turn has taken its best
    value: a deterministic choice. As far as possible, the tool is about half the reach away from
    the base, across the line of sight and above the base; no link is below the base, no two points
    of the arm are close to each other in the picture, and joints are near the middle of their
    range.
    """
    grids = _grids(arm)
    spread = np.outer(np.arange(1, _STARTS + 1), np.sqrt(_primes(arm.n))) % 1.0
    starts = np.array(
        [grid[(u * len(grid)).astype(int)] for grid, u in zip(grids, spread.T, strict=True)]
    ).T
    reach = float(np.ptp(_points(arm, starts), axis=1).max()) or 1.0
    merits = _merits(arm, starts, reach)
    best = starts[np.argsort(-merits, kind="stable")[:_KEPT]]
    for q in best:
        for _ in range(_SWEEPS):
            for k, grid in enumerate(grids):
                tried = np.tile(q, (len(grid), 1))
                tried[:, k] = grid
                q[k] = grid[np.argmax(_merits(arm, tried, reach))]
    chosen: FloatArray = best[np.argmax(_merits(arm, best, reach))]
    return chosen


def _grids(arm: Arm) -> list[FloatArray]:
    """Return the round values that each joint may take."""
    grids = []
    for turns, low, high in zip(arm.revolute, *joint_range(arm), strict=True):
        step = _ANGLE if turns else max(high - low, 1e-9) * _PART
        first, last = np.ceil(low / step), np.floor(high / step)
        if last - first > _MOST_STEPS:
            grids.append(np.linspace(low, high, _MOST_STEPS))
        else:
            multiples = np.arange(first, last + 1) * step if first <= last else np.array([low])
            grids.append(multiples.clip(low, high))
    return grids


def _points(arm: Arm, q: FloatArray) -> FloatArray:
    """Return frame origins, last mass centre and tool from the base at positions (m, n)."""
    frames = arm.link_poses(q)
    last = frames[:, -1]
    centre = last[:, :3, 3] + last[:, :3, :3] @ arm.com[-1]
    tool = (last @ arm.tool)[:, :3, 3]
    return (
        np.concatenate([frames[:, :, :3, 3], centre[:, np.newaxis], tool[:, np.newaxis]], axis=1)
        - arm.base[:3, 3]
    )


def _merits(arm: Arm, q: FloatArray, reach: float) -> FloatArray:
    """Return the visibility of the arm at positions (m, n), rounded so that ties are ties."""
    sight = opening_sight(arm)
    across, up = sight.picture[0], sight.axes[2]
    points = _points(arm, q) / reach
    heights = points @ up
    tool = points[:, -1]
    aside = tool @ across
    picture = points @ sight.picture[:2].T
    picture = np.concatenate([np.zeros_like(picture[:, :1]), picture], axis=1)
    # distances of the points in the picture; those that always coincide do not count
    apart = np.linalg.norm(picture[:, :, np.newaxis] - picture[:, np.newaxis], axis=-1)
    low, high = joint_range(arm)
    middle, half = (high + low) / 2, np.maximum((high - low) / 2, 1e-9)
    merit: FloatArray = (
        -3.0 * (aside - 0.45) ** 2
        - 3.0 * (tool @ up - 0.3) ** 2
        + 2.0 * np.minimum(heights, 0).min(axis=1)
        + 2.0 * np.minimum(apart, 0.4).mean(axis=(1, 2))
        + 0.6 * heights.mean(axis=1)
        - 0.15 * (((q - middle) / half) ** 2).mean(axis=1)
    )
    rounded: FloatArray = merit.round(6)
    return rounded


def _primes(count: int) -> FloatArray:
    """Return the first primes, whose roots are independent of each other and of one."""
    numbers = range(2, 12 * count + 3)  # which hold more than so many
    primes = [n for n in numbers if all(n % k for k in range(2, n))]
    return np.array(primes[:count], dtype=float)
