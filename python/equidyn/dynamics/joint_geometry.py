"""Joint axes and points in link frames, and transformation of wrenches between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..validation import FloatArray

if TYPE_CHECKING:
    from ..arm import Arm


class JointGeometry:
    """Joint axes, reference points of moments on them, and rotations, in link frames."""

    def __init__(self, arm: Arm, q: FloatArray, origins: FloatArray, centres: FloatArray) -> None:
        seen_from_base: FloatArray = arm.base[:3, :3].T @ arm.link_poses(q)[..., :3, :3]
        self.rotations = seen_from_base.copy()
        self.rotations[..., 1:, :, :] = (
            _turned(seen_from_base[..., :-1, :, :]) @ (seen_from_base[..., 1:, :, :])
        )
        self.centres = centres
        if arm.convention == "modified":
            self.points = origins
            self.axes = np.broadcast_to((0.0, 0.0, 1.0), (len(arm.joints), 3))
        else:
            before = np.zeros_like(origins)
            before[..., 1:, :] = origins[..., :-1, :]
            self.points = _applied(_turned(self.rotations), before)
            self.axes = np.column_stack([0 * arm.alpha, np.sin(arm.alpha), np.cos(arm.alpha)])
        self.turns = arm.revolute[:, np.newaxis]

    def along(self, wrenches: FloatArray) -> FloatArray:
        """Project joint wrenches on the axes: joint torques or forces, (..., n)."""
        vectors = np.where(self.turns, wrenches[..., 3:], wrenches[..., :3])
        components: FloatArray = (vectors * self.axes).sum(axis=-1)
        return components

    def about_axes(self, torques: FloatArray) -> FloatArray:
        """Return joint wrenches along the axes."""
        vectors = torques[..., np.newaxis] * self.axes
        return np.concatenate(
            [np.where(self.turns, 0.0, vectors), np.where(self.turns, vectors, 0.0)], axis=-1
        )

    def on_links(self, wrenches: FloatArray) -> FloatArray:
        """Sum joint wrenches on links: that of a link's own joint minus the next one's."""
        total = moved(wrenches, self.points - self.centres)
        turned, points = self.seen_from_before(wrenches)
        levers = points[..., 1:, :] - self.centres[..., :-1, :]
        total[..., :-1, :] -= moved(turned[..., 1:, :], levers)
        return total

    def seen_from_before(self, wrenches: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return joint wrenches and their reference points in the axes of the link before."""
        parts = (wrenches[..., :3], wrenches[..., 3:])
        turned = np.concatenate([_applied(self.rotations, part) for part in parts], axis=-1)
        return turned, _applied(self.rotations, self.points)


def moved(wrenches: FloatArray, levers: FloatArray) -> FloatArray:
    """Shift the reference points of moments; levers lead from the new to the old points."""
    result: FloatArray = wrenches.copy()
    result[..., 3:] += np.cross(levers, wrenches[..., :3])
    return result


def _applied(matrices: FloatArray, vectors: FloatArray) -> FloatArray:
    applied: FloatArray = np.einsum("...ij,...j->...i", matrices, vectors)
    return applied


def _turned(matrices: FloatArray) -> FloatArray:
    return np.swapaxes(matrices, -1, -2)
