"""Arms on a lift, and arms with nearly parallel axes."""

from __future__ import annotations

import numpy as np

from ...arm import Arm, denavit_hartenberg, screw
from ...robots import random_arm


def reach(arm: Arm) -> float:
    """Return the length of an arm, m: that of its links, or else the distance of its mass."""
    links = float(np.sum(np.hypot(np.hypot(arm.a, arm.a_y), arm.d)))
    return links or float(np.abs(arm.com).max()) or 1.0


def lifted(arm: Arm) -> Arm:
    """Return an arm in the standard convention on a lift without mass, along z of its base."""
    data = {
        name: np.concatenate([np.zeros_like(getattr(arm, name)[:1]), getattr(arm, name)])
        for name in ("a", "a_y", "alpha", "d", "theta", "mass", "com", "inertia")
    }
    where = {"gravity": arm.gravity, "base": arm.base, "tool": arm.tool}
    return Arm._quietly({"convention": "standard", "joints": f"P{arm.joints}", **data, **where})


def nearly_parallel(n: int, angle: float, seed: int) -> Arm:
    """Return a modified DH arm with neighbouring axes that deviate by an angle from parallel.

    Links, and the positions of the axes on them, do not depend on the angle. Frames are on the
    common normals, which are the farther away the smaller it is.
    """
    like, rng = random_arm(n, seed, "R" * n), np.random.default_rng(seed)
    sides, places = rng.uniform(-np.pi, np.pi, n), rng.uniform(-1, 1, (n, 3)) / n
    tilts = [screw(side, 0.0, 2) @ screw(angle, 0.0, 0) @ screw(-side, 0.0, 2) for side in sides]
    placements = [np.eye(4)]
    for tilt, place in zip(tilts[1:], places[1:], strict=True):
        placements.append(tilt)
        placements[-1][:3, 3] = place
    frames = denavit_hartenberg(
        placements, [np.eye(3)[2]] * n, [False] * n, np.eye(4), on_normals=True
    )
    return Arm._quietly(
        {
            "convention": "modified",
            "joints": like.joints,
            **frames.parameters,
            "mass": like.mass,
            "com": [(L @ [*c, 1.0])[:3] for L, c in zip(frames.links, like.com, strict=True)],
            "inertia": [
                L[:3, :3] @ inertia @ L[:3, :3].T
                for L, inertia in zip(frames.links, like.inertia, strict=True)
            ],
            "gravity": like.gravity,
            "base": frames.base,
            "tool": frames.tool,
        }
    )
