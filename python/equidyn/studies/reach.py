"""Workspace of an arm: where its tool gets, and how well it moves or carries there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arm import Arm, random_motion
from ..output.tables import Table
from ..output.tabular import Exported, Tabular
from ..output.text import visible
from ..robots import ArmLike, load
from ..validation import FloatArray, choice, count

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# quantity computed in a configuration, with its label
_LABELS = {
    "manipulability": "manipulability",
    "condition": "reciprocal condition number",
    "payload": "payload capacity",
}

# word for the number of a cell, and how it is made of those of its configurations
_REDUCED = {
    "manipulability": ("largest", np.max),
    "condition": ("largest", np.max),
    "payload": ("least", np.min),
}

# most configurations
_MOST = 10**7

# extent across a plane, relative to that in it, below which points lie in it
_FLAT = 1e-9


@dataclass(frozen=True, eq=False, repr=False)
class Workspace(Tabular, Exported):
    """Places of the tool in random configurations, the result of `equidyn.studies.workspace`.

    Attributes
    ----------
    arm : Arm
        The arm.
    by : str
        What is judged: ``"manipulability"``, ``"condition"`` or ``"payload"``.
    q : ndarray, shape (m, n)
        Postures.
    points : ndarray, shape (m, 3)
        Places of the tool in the world, m.
    values : ndarray, shape (m,)
        Its value in each configuration; a payload capacity is infinite or nan as in
        `Arm.payload_capacity`.
    unit : str
        Unit of the values, such as ``"m³"``; empty for those without.
    """

    arm: Arm
    by: str
    q: FloatArray
    points: FloatArray
    values: FloatArray
    unit: str = ""

    @property
    def label(self) -> str:
        """What is judged, and its unit."""
        return ", ".join(filter(None, (_LABELS[self.by], self.unit)))

    @property
    def section(self) -> tuple[FloatArray, tuple[str, str]]:
        """Points in the plane in which they are drawn, (m, 2), and the labels of its axes.

        Of a plane arm its plane, upright where gravity lies in it; otherwise distance from the axis
        of the first joint, where that turns, and height along it.
        """
        centred = self.points - self.points.mean(axis=0)
        _, extents, axes = np.linalg.svd(centred, full_matrices=False)
        if extents[-1] <= _FLAT * extents[0]:
            return self._in_plane(axes[-1])
        # the axis of joint 1 stands still in the base: z of the frame before it, or its own, from
        # where that frame is without its d
        start, d = self.arm.base, 0.0
        if self.arm.convention == "modified":
            start, d = self.arm.link_poses(np.zeros(self.arm.n))[0], self.arm.d[0]
        along = start[:3, 2]
        at = start[:3, 3] - d * along
        height = (self.points - at) @ along
        if not self.arm.revolute[0]:
            return self._in_plane(np.cross(along, np.eye(3)[int(np.abs(along).argmin())]))
        distance = np.linalg.norm(self.points - at - np.outer(height, along), axis=1)
        labels = ("distance from the axis of joint 1, m", "height along it, m")
        return np.column_stack([distance, height]), labels

    def _in_plane(self, normal: FloatArray) -> tuple[FloatArray, tuple[str, str]]:
        """Return the points projected into a plane, upright if gravity is not across it."""
        normal = normal / np.linalg.norm(normal)
        up = -self.arm.gravity + (self.arm.gravity @ normal) * normal
        falls = np.linalg.norm(up) > _FLAT * (np.linalg.norm(self.arm.gravity) or 1.0)
        if not falls:
            up = np.eye(3)[1] - normal[1] * normal
            up = up if np.linalg.norm(up) > _FLAT else np.eye(3)[2]
        up = up / np.linalg.norm(up)
        across = np.cross(up, normal)
        across = across * (1.0 if across[np.abs(across).argmax()] > 0 else -1.0)
        labels = ("m", "upwards, m") if falls else ("m", "m")
        return np.column_stack([self.points @ across, self.points @ up]), labels

    def table(self) -> Table:
        """Return a table of the extent and of the values."""
        usual = self.values[np.isfinite(self.values)]
        rows = [
            (axis, f"{each.min():.4g}", f"{np.median(each):.4g}", f"{each.max():.4g}")
            for axis, each in zip(("x, m", "y, m", "z, m"), self.points.T, strict=True)
        ]
        if len(usual):
            least, median, largest = usual.min(), np.median(usual), usual.max()
            rows.append((self.label, f"{least:.4g}", f"{median:.4g}", f"{largest:.4g}"))
        weak, strong = int(np.isnan(self.values).sum()), int(np.isinf(self.values).sum())
        notes = [f"in {weak} configurations the limits are too low without load"] * (weak > 0)
        notes += [f"in {strong} no limited joint feels the load"] * (strong > 0)
        return Table(
            title=f"workspace of {visible(self.arm.name) or 'the arm'}, {len(self.q)} positions",
            columns=("", "least", "median", "largest"),
            align="lrrr",
            rows=tuple(rows),
            footnote="; ".join(notes),
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return a record for each configuration; None for a value that is not finite."""
        return [
            {"x": x, "y": y, "z": z, self.by: value if np.isfinite(value) else None}
            for (x, y, z), value in zip(self.points.tolist(), self.values.tolist(), strict=True)
        ]

    def plot(self, ax: Axes | None = None) -> Axes:
        """Plot a section of the workspace, coloured by the values of its configurations.

        Each cell shows the largest manipulability or reciprocal condition number in it, or the
        least payload capacity.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Axes to draw on; a new figure by default.

        Returns
        -------
        matplotlib axes
        """
        from ..output.plots import draw_cells

        places, labels = self.section
        kept = np.isfinite(self.values)
        word, reduce = _REDUCED[self.by]
        quantity = f"{word} {self.label}"
        return draw_cells(places[kept], self.values[kept], labels, quantity, reduce, ax)


def workspace(
    arm: ArmLike, samples: int = 20000, *, by: str | None = None, seed: int = 0
) -> Workspace:
    """Sample the workspace of an arm: where its tool gets, and how well it moves or carries there.

    Parameters
    ----------
    arm : Arm, str or path_like
        The arm, or its name or file as for `equidyn.robots.load`. Postures are drawn evenly within
        its limits; joints without limits move half a turn, or a metre, either way.
    samples : int, optional
        Number of configurations.
    by : {"manipulability", "condition", "payload"}, optional
        What is judged in each: ``"manipulability"``, the product of the semi-axes of the ellipsoid
        of linear tool velocities at unit joint velocities (Yoshikawa), m, m² or m³ where the tool
        moves in one, two or three directions; ``"condition"``, its smallest semi-axis divided by
        its largest, between 0 and 1; ``"payload"``, `Arm.payload_capacity` at rest, kg. By default
        manipulability, or the condition for an arm with joints that turn and joints that slide:
        its manipulability has no unit.
    seed : int, optional
        Seed of the random configurations.

    Returns
    -------
    Workspace
        Prints as a table, and plots.

    Raises
    ------
    ValueError, TypeError
        For a bad argument; if payloads are asked for and the arm has no limits of effort, or
        manipulability and the arm has joints of both kinds.

    References
    ----------
    T. Yoshikawa, Manipulability of Robotic Mechanisms, The International Journal of Robotics
    Research 4(2), 1985.

    Examples
    --------
    >>> import equidyn
    >>> space = equidyn.studies.workspace("ur5e", 2000, by="payload")
    >>> bool(0.8 < np.linalg.norm(space.points, axis=1).max() < 1.2)
    True
    """
    arm = load(arm)
    mixed = len(set(arm.joints)) > 1
    by = ("condition" if mixed else "manipulability") if by is None else choice("by", by, _LABELS)
    if mixed and by == "manipulability":
        raise ValueError(
            "by: manipulability has no unit where joints turn and slide; expected 'condition' or "
            "'payload', got 'manipulability'"
        )
    rng = np.random.default_rng(count("seed", seed, smallest=0))
    q = random_motion(arm, count("samples", samples, largest=_MOST), rng).q
    values, unit = (arm.payload_capacity(q), "kg") if by == "payload" else _velocities(arm, q, by)
    return Workspace(arm, by, q, arm.forward_kinematics(q)[:, :3, 3], values, unit)


def _velocities(arm: Arm, q: FloatArray, by: str) -> tuple[FloatArray, str]:
    """Return the value of the ellipsoid of tool velocities in each configuration, and its unit.

    Semi-axes that are always zero do not count.
    """
    sizes = arm.manipulability(q, only="position").velocities
    freedom = max(1, int(np.sum(sizes.max(axis=0) > _FLAT * sizes.max())))
    if by == "condition":
        least, largest = sizes[:, freedom - 1], sizes[:, 0]
        return np.divide(least, largest, out=np.zeros_like(least), where=largest > 0), ""
    unit = "" if "P" in arm.joints else ("m", "m²", "m³")[freedom - 1]
    return np.asarray(sizes[:, :freedom].prod(axis=1)), unit
