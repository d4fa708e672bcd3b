"""An arm, still or in motion, as a scene that its reader turns: in a notebook, or as a page."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from .._validation import FloatArray
from ..show.curve_styles import COLOURS, MUTED
from ..show.extras import require_extra
from ..show.files import write_text
from .posture import Posture
from .shapes import (
    AXIS_COLOURS,
    FRAME,
    JOINT_COLOUR,
    OVERHANG,
    TOOL_FRAME,
    ball,
    joint_place,
    prism,
    segments,
)

# widths of lines, and sizes of points, in lengths of the arm
_LINK, _TO_TOOL, _THIN = 0.022, 0.01, 0.004
_POINT = 0.03

# from which everything is seen, in diagonals of its box
_DISTANCE = 1.0

# of an ellipsoid, as a part of its length
_LEAST_THICKNESS = 0.01
_OPACITY = 0.18

# numbers of a browser have seven digits
_SMALLEST, _LARGEST, _FARTHEST = 1e-6, 1e6, 1e4

# in the colours that the reader prefers, and in motion if there is any
_BEGIN = """
const paint = (dark) => {
  const [paper, grid, ink] = dark ? [0x17181b, 0x2c2d32, 0xc8c8c4] : [0xffffff, 0xe6e6e2, 0x333338];
  K3DInstance.setClearColor(paper);
  K3DInstance.setGridColor?.(grid);
  K3DInstance.setLabelColor?.(ink);
};
const dark = window.matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", () => paint(dark.matches));
paint(dark.matches);
"""
_PLAY = "K3DInstance.startAutoPlay();"

# what changes over time, as k3d has it: values by the time as text; or what does not
Varying = Any


class View:
    """A scene of an arm; a notebook shows it, and `save` writes it as a page.

    Parameters
    ----------
    times : ndarray, shape (k,)
        When, s.
    postures : sequence of Posture
        How the arm is seen then: one for a scene in which nothing moves.
    title : str
        What the page is called.
    frames, masses : bool
        What is drawn beside links and joints, as `draw_posture` takes it.
    """

    def __init__(
        self,
        times: FloatArray,
        postures: Sequence[Posture],
        title: str,
        *,
        frames: bool,
        masses: bool,
    ) -> None:
        require_extra("view", "k3d")
        self.times, self._postures, self._title = times, postures, title
        self._frames, self._masses = frames, masses
        self._reach = max(posture.reach() for posture in postures)
        farthest = max(float(np.abs(posture.points()).max()) for posture in postures)
        if not _SMALLEST < self._reach < _LARGEST or farthest > _FARTHEST * self._reach:
            size = max(self._reach, farthest) if self._reach > _SMALLEST else self._reach
            raise ValueError(f"view: there are no pictures of an arm that reaches {size:.3g} m")

    @cached_property
    def plot(self) -> Any:
        """The scene as k3d has it: a widget, for those who want to add to it."""
        import k3d

        still = len(self.times) == 1
        plot = k3d.plot(
            axes=["x", "y", "z"],
            axes_helper=0.0,
            camera_auto_fit=False,
            camera_mode="orbit",
            menu_visibility=not still,
            name=self._title,
            grid=self._box(),
            grid_auto_fit=False,
        )
        for shape in self._shapes():
            plot += shape
        plot.camera = self._camera()
        return plot

    def _shapes(self) -> list[Any]:
        """Return everything that is seen."""
        shapes = [*self._links(), *self._joints(), *self._axes_of_frames()]
        if self._masses:
            shapes += self._bodies()
        if len(self.times) > 1:
            way = np.array([posture.tool[:3, 3] for posture in self._postures])
            shapes.append(self._line(way.astype(np.float32), MUTED, _THIN, "way of the tool"))
        return shapes

    def _links(self) -> list[Any]:
        links = [
            self._line(
                self._over_time(lambda seen, k: seen.links[k], k),
                COLOURS[k % len(COLOURS)],
                _LINK,
                f"link {k + 1}",
            )
            for k in range(len(self._postures[0].links))
        ]
        to_tool = self._over_time(
            lambda seen, _: np.array([seen.frames[-1, :3, 3], seen.tool[:3, 3]])
        )
        return [*links, self._line(to_tool, MUTED, _TO_TOOL, "to the tool")]

    def _joints(self) -> list[Any]:
        import k3d

        ends = np.array([[-OVERHANG], [OVERHANG]]) * self._reach
        shapes = []
        for k, joint in enumerate(self._postures[0].joints):
            style = {"color": _colour(JOINT_COLOUR), "side": "double", "group": "joints"}
            solid = k3d.mesh(*_solid(prism(joint.letter)), name=f"joint {k + 1}", **style)
            solid.model_matrix = self._over_time(
                lambda seen, k: joint_place(seen.joints[k], self._reach), k
            )
            axis = self._over_time(
                lambda seen, k: seen.joints[k].point + ends * seen.joints[k].axis, k
            )
            shapes += [solid, self._line(axis, MUTED, _THIN, f"axis {k + 1}")]
        return shapes

    def _axes_of_frames(self) -> list[Any]:
        """Return the axes of the tool frame, and of the others on wish."""
        import k3d

        frames = len(self._postures[0].frames) * self._frames + 1
        indices = np.arange(2 * frames, dtype=np.uint32)
        width = 1.5 * _THIN * self._reach
        shapes = []
        for k, (colour, letter) in enumerate(zip(AXIS_COLOURS, "xyz", strict=True)):
            ends = self._over_time(self._ends_of_axes, k)
            style = {"color": _colour(colour), "width": width, "shader": "mesh"}
            shapes.append(k3d.lines(ends, indices, "segment", name=f"axes {letter}", **style))
        return shapes

    def _ends_of_axes(self, seen: Posture, k: int) -> FloatArray:
        drawn = [segments(seen.tool, TOOL_FRAME * self._reach)[k]]
        if self._frames:
            drawn += [segments(frame, FRAME * self._reach)[k] for frame in seen.frames]
        return np.concatenate(drawn)

    def _bodies(self) -> list[Any]:
        import k3d

        first = self._postures[0]
        size = {"color": _colour(MUTED), "point_size": _POINT * self._reach}
        centres = self._over_time(lambda seen, _: seen.centres)
        shapes = [k3d.points(centres, name="centres of mass", **size)]
        for k in np.flatnonzero(first.ellipsoids.any(axis=(1, 2))):
            style = {"color": _colour(COLOURS[k % len(COLOURS)]), "opacity": _OPACITY}
            body = k3d.mesh(*_of_grid(ball()), flat_shading=False, group="inertia", **style)
            body.name = f"inertia {k + 1}"
            body.model_matrix = self._over_time(_ellipsoid, int(k))
            shapes.append(body)
        return shapes

    def _line(self, vertices: Varying, colour: str, width: float, name: str) -> Any:
        import k3d

        style = {"color": _colour(colour), "width": width * self._reach, "shader": "mesh"}
        return k3d.line(vertices, name=name, **style)

    def _over_time(self, of: Callable[[Posture, int], FloatArray], k: int = 0) -> Varying:
        """Return what is read of every posture, by time; of a single one as it is."""
        values = [of(seen, k).astype(np.float32) for seen in self._postures]
        times = self.times - self.times[0]
        by_time = {f"{t:.6f}": value for t, value in zip(times, values, strict=True)}
        return by_time if len(values) > 1 else values[0]

    def _box(self) -> list[float]:
        """Return the lowest and highest corner of a box around everything, of even metres."""
        points = np.vstack([posture.points() for posture in self._postures])
        step = 10 ** np.floor(np.log10(self._reach)) / 5
        room = OVERHANG * self._reach
        low = step * np.floor((points.min(axis=0) - room) / step)
        high = step * np.ceil((points.max(axis=0) + room) / step)
        return [*low.tolist(), *high.tolist()]

    def _camera(self) -> list[float]:
        """Look at everything from the side from which `Arm.draw` does, z upwards."""
        low, high = np.reshape(self._box(), (2, 3))
        middle = (low + high) / 2
        distance = _DISTANCE * max(float(np.linalg.norm(high - low)), self._reach)
        azimuth, elevation = np.radians((-60.0, 25.0))
        towards = np.array(
            [
                np.cos(elevation) * np.cos(azimuth),
                np.cos(elevation) * np.sin(azimuth),
                np.sin(elevation),
            ]
        )
        return [*(middle + distance * towards), *middle, 0.0, 0.0, 1.0]

    def to_html(self) -> str:
        """Return the page, which needs no network, light or dark as its reader prefers."""
        script = _BEGIN + (_PLAY if len(self.times) > 1 else "")
        page: str = self.plot.get_snapshot(additional_js_code=script)
        head, _, tail = page.partition("<title>")
        return f"{head}<title>{escape(self._title) or 'arm'}{tail[tail.index('</title>') :]}"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page.

        Raises
        ------
        ValueError
            For another suffix than .html.
        """
        if Path(path).suffix != ".html":
            raise ValueError(f"path: expected the suffix .html, got {os.fspath(path)!r}")
        write_text(path, self.to_html())

    def __repr__(self) -> str:
        if len(self.times) == 1:
            return "<View of an arm>"
        return f"<View of an arm in motion, {np.ptp(self.times):g} s>"

    def _repr_html_(self) -> str:
        """Return the page in a frame, which needs no widgets."""
        style = "width: 100%; height: 32rem; border: 0"
        title = escape(self._title) or "arm"
        return (
            f'<iframe title="{title}" style="{style}" srcdoc="{escape(self.to_html())}"></iframe>'
        )


def _colour(hexadecimal: str) -> int:
    return int(hexadecimal.removeprefix("#"), 16)


def _solid(faces: FloatArray) -> tuple[Any, Any]:
    """Return vertices and triangles of faces of four corners."""
    corners = np.arange(4 * len(faces), dtype=np.uint32).reshape(-1, 4)
    triangles = np.concatenate([corners[:, [0, 1, 2]], corners[:, [0, 2, 3]]])
    return faces.reshape(-1, 3).astype(np.float32), triangles


def _of_grid(grid: FloatArray) -> tuple[Any, Any]:
    """Return vertices and triangles of a surface that is given as a grid (3, k, l)."""
    _, k, m = grid.shape
    corner = (np.arange(k - 1)[:, np.newaxis] * m + np.arange(m - 1)).ravel()
    one = np.stack([corner, corner + 1, corner + m], axis=1)
    other = np.stack([corner + 1, corner + m + 1, corner + m], axis=1)
    triangles = np.concatenate([one, other]).astype(np.uint32)
    return grid.reshape(3, -1).T.astype(np.float32), triangles


def _ellipsoid(seen: Posture, k: int) -> FloatArray:
    """Return the matrix that makes the ellipsoid of a link of the unit ball.

    None of its axes vanishes, since what is flat has no normals. They are found in the frame of the
    link, where they do not change.
    """
    turn = seen.frames[k + 1, :3, :3]
    directions, lengths, _ = np.linalg.svd(np.round(turn.T @ seen.ellipsoids[k], 12))
    lengths = np.maximum(lengths, _LEAST_THICKNESS * lengths[0])
    place = np.eye(4)
    place[:3, :3], place[:3, 3] = turn @ directions * lengths, seen.centres[k]
    return place
