"""Interactive 3-D scene of an arm, still or in motion, in a notebook or as a page."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from html import escape
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from ..output.extras import require_extra
from ..output.files import write_text
from ..output.styles import AXES, COLOURS, INK, JOINT, LINK, MUTED, ON_DARK, VECTORS
from ..validation import FloatArray
from .arrows import Arrow, Diagram, Scale, points_of, scale_of
from .free_view import FAINT, FreeView, Paper, Placed, arrows_on_paper, view_of
from .labels import size_of_symbol
from .posture import Posture
from .shapes import FRAME, OVERHANG, TOOL_FRAME, ball, joint_place, prism
from .sight import Sight, sight_of
from .solids import cone, of_faces, of_grid, rod, rod_places, triad

# radii of solids and sizes of points, in lengths of the arm
_LINK, _TO_TOOL, _THIN = 0.016, 0.008, 0.003
_POINT = 0.03

# length below which a segment is not drawn, in lengths of the arm
_NO_LENGTH = 1e-6

# radii and length of arrows, and from head to head, in lengths of the arm
_SHAFT, _HEAD, _HEAD_LENGTH, _BETWEEN = 0.005, 0.014, 0.05, 0.03

# from the tip of gravity to its symbol, in lengths of the arm
_AWAY = 0.04

# side of the picture in which symbols are placed, pixels; size of their letters, in em, and beside
# those of a picture on paper
_SIDE, _LETTERS, _LARGER = 400.0, 0.9, 1.5

# opacity of leaders
_LEADER = 0.6

# elevation of the eye, degrees; distance of the camera, in diagonals of the bounding box, and to a
# flat arm in its longer side; fields of view of an arm and of a link, degrees
_ELEVATION = 25.0
_DISTANCE, _DISTANCE_FLAT = 1.1, 1.05
_FIELD, _FIELD_FREE = 60.0, 25.0

# length of the arrow of gravity, and from it to the box, in lengths of the arm
_GRAVITY, _ASIDE = 0.2, 0.06

# least thickness of an ellipsoid, relative to its length
_LEAST_THICKNESS = 0.01
_OPACITY = 0.18

# bounds of sizes and distances for the single-precision numbers of a browser
_SMALLEST, _LARGEST, _FARTHEST = 1e-6, 1e6, 1e4

# k3d's time series, values by time as a string; or a constant value
Varying = Any


class View:
    """Interactive scene of an arm; a notebook shows it, and `save` writes it as a page.

    Parameters
    ----------
    times : ndarray, shape (k,)
        Times, s.
    postures : sequence of Posture
        Poses of the arm at these times: one for a still scene.
    title : str
        Title of the page.
    frames, masses : bool
        Whether to draw frames, and centres of mass with ellipsoids, as in `draw_posture`.
    diagrams : sequence of Diagram
        Vectors of each pose; empty without vectors.
    """

    def __init__(
        self,
        times: FloatArray,
        postures: Sequence[Posture],
        title: str,
        *,
        frames: bool,
        masses: bool,
        diagrams: Sequence[Diagram] = (),
    ) -> None:
        require_extra("view", "k3d")
        self.times, self._postures, self._title = times, postures, title
        self._frames, self._masses = frames, masses
        self._reach = max(posture.reach() for posture in postures)
        self._diagrams = diagrams
        self._link = diagrams[0].link if diagrams else None
        farthest = max(float(np.abs(posture.points()).max()) for posture in postures)
        if not _SMALLEST < self._reach < _LARGEST or farthest > _FARTHEST * self._reach:
            size = max(self._reach, farthest) if self._reach > _SMALLEST else self._reach
            raise ValueError(f"view: cannot draw an arm with a reach of {size:.3g} m")

    @cached_property
    def plot(self) -> Any:
        """The scene as a k3d widget, which can be extended."""
        import k3d

        plot = k3d.plot(
            axes=["x", "y", "z"],
            axes_helper=1.0 if self._free else 0.0,
            camera_auto_fit=False,
            camera_fov=self._field,
            camera_mode="orbit",
            menu_visibility=False,
            name=self._title,
            grid=self._box(),
            grid_auto_fit=False,
            grid_visible=self._free is None,
        )
        for shape in self._shapes():
            plot += shape
        plot.camera = self._camera()
        return plot

    def _shapes(self) -> list[Any]:
        """Return all k3d objects of the scene."""
        shapes = [*self._links(), *self._joints()]
        if self._link is not None:
            shapes = [*self._faint(shapes, self._link), *self._body(self._link)]
        shapes += self._axes_of_frames()
        if self._masses or self._free:
            shapes += self._bodies()
        if self._diagrams:
            shapes += self._arrows()
        if self._free:
            return shapes
        shapes += self._gravity()
        way = self._way_of_tool()
        if len(way) > 1:
            style = {"width": _THIN * self._reach, "shader": "mesh", "name": "path of the tool"}
            shapes.append(_k3d().line(way.astype(np.float32), color=_colour(MUTED), **style))
        return shapes

    def _faint(self, shapes: list[Any], link: int) -> list[Any]:
        """Return links and joints in grey, all but one joint almost transparent."""
        for shape in shapes:
            if shape.group == "links":
                shape.color = _colour(MUTED)
            if shape.name not in (f"joint {link}", f"axis {link}"):
                shape.opacity = FAINT
        return shapes

    def _body(self, link: int) -> list[Any]:
        """Return the link that is drawn free of the others, and a tie to its centre of mass."""
        corners = np.array([seen.bodies[link - 1] for seen in self._postures])
        ties = [[seen.frames[link, :3, 3], seen.centres[link - 1]] for seen in self._postures]
        return [
            *self._rod(np.array(ties), MUTED, _THIN / 2, "tie to the centre of mass"),
            *(
                solid
                for s in range(corners.shape[1] - 1)
                for solid in self._rod(
                    corners[:, s : s + 2], MUTED, _LINK, f"body, segment {s + 1}"
                )
            ),
        ]

    @cached_property
    def _free(self) -> FreeView | None:
        """The view of a link free of the others; None of a whole arm."""
        if self._link is None:
            return None
        return view_of(self._postures, self._diagrams, masses=self._masses)

    @cached_property
    def _size(self) -> float:
        """Length of an arm, m, whose solids suit the scene."""
        return self._free.size(self._reach) if self._free else self._reach

    @property
    def _field(self) -> float:
        """Field of view of the camera, degrees."""
        return _FIELD_FREE if self._free else _FIELD

    @cached_property
    def _scale(self) -> Scale:
        """The scale of all arrows."""
        return self._free.scale if self._free else scale_of(self._diagrams, self._reach)

    @cached_property
    def _arrow_points(self) -> FloatArray:
        """The points of the arrows at all times."""
        arrows = (self._scale.arrows(diagram) for diagram in self._diagrams)
        return np.vstack([np.empty((0, 3)), *(points_of(each, self._reach) for each in arrows)])

    @cached_property
    def _sight(self) -> Sight:
        """The direction of view."""
        if self._free:
            return self._free.sight
        return sight_of(self._postures, _ELEVATION, [self._arrow_points])

    def _gravity(self) -> list[Any]:
        """Return an arrow along gravity on the right of the scene; none without gravity."""
        gravity = self._postures[0].gravity
        if not gravity.any():
            return []
        across, rise, _ = self._sight.picture
        corners = np.array(list(product(*np.reshape(self._box(), (2, 3)).T)))
        middle = corners.mean(axis=0)
        right, top = ((corners - middle) @ np.array([across, rise]).T).max(axis=0)
        start = middle + (right + _ASIDE * self._reach) * across + 0.5 * top * rise
        span = -_GRAVITY * self._reach * self._sight.axes[2]
        times = len(self._postures)
        gravity_arrow = Arrow("weight", "g", start, span, axial=False)
        ends = np.array([[start, start + span]] * times)
        symbols = np.tile(start + (1 + _AWAY / _GRAVITY) * span, (times, 1))
        return [*self._arrow(gravity_arrow, ends), self._symbol(gravity_arrow, symbols)]

    def _arrows(self) -> list[Any]:
        """Return arrows of vectors that are not zero at all times, leaders and symbols."""
        by_vector = zip(*(diagram.shown() for diagram in self._diagrams), strict=True)
        shown = [each for each in by_vector if not all(map(self._scale.is_zero, each))]
        states: list[list[Placed]] = []
        for k, seen in enumerate(self._postures):
            arrows = [self._scale.arrow(vectors[k]) for vectors in shown]
            lines = seen.links if self._link is None else [seen.bodies[self._link - 1]]
            window = np.array([[-0.5], [0.5]]) * np.full(2, _SIDE)
            # at their points in a whole arm, and beside those of the time before
            placed = arrows_on_paper(
                arrows,
                lines,
                self._paper,
                window,
                lambda symbol: _LARGER * size_of_symbol(symbol),
                bound=self._free is None,
                before=states[-1] if states else (),
            )
            states.append(placed)
        shapes: list[Any] = []
        for placed_by_time in zip(*states, strict=True):
            first = placed_by_time[0].arrow
            leaders = np.array([placed.leader for placed in placed_by_time])
            colour, name = _middle(first.kind), f"{first.symbol}, leader"
            for shape in self._rod(leaders, colour, _SHAFT / 3, name, "vectors"):
                shape.opacity = _LEADER
                shapes.append(shape)
            ends = [[placed.arrow.start, placed.arrow.tip] for placed in placed_by_time]
            shapes += self._arrow(first, np.array(ends))
            shapes.append(self._symbol(first, [placed.symbol for placed in placed_by_time]))
        return shapes

    @cached_property
    def _paper(self) -> Paper:
        """The picture of the scene by its first camera, in pixels."""
        across, to_eye = np.split(self._sight.picture, [2])
        eye = np.array(self._camera()[:3])
        pixels = 0.5 * _SIDE / np.tan(0.5 * np.radians(self._field))

        def at(points: FloatArray) -> FloatArray:
            return np.asarray(pixels * (points - eye) @ across.T / ((eye - points) @ to_eye.T))

        return Paper(at, across, 1e-3 * self._size)

    def _arrow(self, arrow: Arrow, by_time: FloatArray) -> list[Any]:
        """Return the solids of an arrow by its start and tip at all times, shape (k, 2, 3)."""
        starts, spans = by_time[:, 0], by_time[:, 1] - by_time[:, 0]
        lengths = np.linalg.norm(spans, axis=1, keepdims=True)
        directions = np.divide(spans, lengths, out=np.zeros_like(spans), where=lengths > 0)
        heads = np.minimum(lengths, _HEAD_LENGTH * self._size)
        colour, name, least = _middle(arrow.kind), arrow.symbol, _NO_LENGTH * self._size
        ends = np.stack([starts, starts + directions * (lengths - heads)], axis=1)
        shaft = rod_places(ends, _SHAFT * self._size, least)
        shapes = [] if shaft is None else [self._solid(rod(), shaft, colour, name, "vectors")]
        for k in range(2 if arrow.axial else 1):
            tips = starts + directions * (lengths - k * heads * (_BETWEEN / _HEAD_LENGTH))
            ends = np.stack([tips - directions * heads, tips], axis=1)
            head = rod_places(ends, _HEAD * self._size, least)
            if head is not None:
                # a head as short as its arrow is as much thinner
                head[:, :3, :2] *= np.maximum(heads / (_HEAD_LENGTH * self._size), 1e-3)[..., None]
                shapes.append(self._solid(cone(), head, colour, f"{name}, head", "vectors"))
        return shapes

    def _symbol(self, arrow: Arrow, places: Iterable[FloatArray]) -> Any:
        """Return the symbol of an arrow, by its middle at all times."""
        style = {"color": _colour(_middle(arrow.kind)), "reference_point": "cc", "size": _LETTERS}
        name = f"{arrow.symbol}, symbol"
        text = _k3d().text(arrow.symbol, [0.0, 0.0, 0.0], name=name, label_box=False, **style)
        text.position = self._by_time(places)
        return text

    def _links(self) -> list[Any]:
        """Return the segments of the links, and balls at their corners."""
        shapes: list[Any] = []
        for k in range(len(self._postures[0].links)):
            name = f"link {k + 1}"
            corners = np.array([seen.links[k] for seen in self._postures])
            for s in range(2):
                shapes += self._rod(corners[:, s : s + 2], LINK, _LINK, f"{name}, segment {s + 1}")
            size = {"color": _colour(LINK), "point_size": 2 * _LINK * self._size}
            ends = self._by_time(corners)
            shapes.append(_k3d().points(ends, name=f"{name}, corners", group="links", **size))
        to_tool = [[seen.frames[-1, :3, 3], seen.tool[:3, 3]] for seen in self._postures]
        return [*shapes, *self._rod(np.array(to_tool), MUTED, _TO_TOOL, "to the tool")]

    def _rod(
        self, ends: FloatArray, colour: str, radius: float, name: str, group: str = "links"
    ) -> list[Any]:
        """Return a cylinder between two points, shape (k, 2, 3); none where they coincide."""
        places = rod_places(ends, radius * self._size, _NO_LENGTH * self._size)
        return [] if places is None else [self._solid(rod(), places, colour, name, group)]

    def _joints(self) -> list[Any]:
        shapes = []
        along = np.diag([*[_THIN * self._size] * 2, 2 * OVERHANG * self._size, 1.0])
        along[2, 3] = -OVERHANG * self._size
        for k, joint in enumerate(self._postures[0].joints):
            solids = [joint_place(seen.joints[k], self._size) for seen in self._postures]
            axes = [seen.joints[k].frame @ along for seen in self._postures]
            faces = of_faces(prism(joint.letter))
            shapes.append(self._solid(faces, solids, JOINT, f"joint {k + 1}", "joints"))
            shapes.append(self._solid(rod(), axes, MUTED, f"axis {k + 1}", "joints"))
        return shapes

    def _axes_of_frames(self) -> list[Any]:
        """Return the axes of the tool frame, and of all frames if chosen."""
        number, poses = len(self._postures[0].frames), {}
        if self._link in (None, number - 1):
            poses["tool frame"] = np.array([seen.tool for seen in self._postures])
        if self._frames:
            for k in range(number) if self._link is None else (self._link - 1, self._link):
                poses[f"frame {k}"] = np.array([seen.frames[k] for seen in self._postures])
        shapes = []
        for name, places in poses.items():
            size = TOOL_FRAME if name == "tool frame" else FRAME
            scale = np.diag([*[size * self._size] * 3, 1.0])
            vertices, triangles = triad(1.5 * _THIN / size)
            colours = np.repeat([_colour(each) for each in AXES], len(vertices) // 3)
            solid = self._solid((vertices, triangles), places @ scale, MUTED, name, "frames")
            solid.colors = colours.astype(np.uint32)
            shapes.append(solid)
        return shapes

    def _bodies(self) -> list[Any]:
        """Return centres of mass and inertia ellipsoids."""
        size = {"color": _colour(MUTED), "point_size": _POINT * self._size}
        chosen = slice(None) if self._link is None else slice(self._link - 1, self._link)
        centres = self._by_time(seen.centres[chosen] for seen in self._postures)
        shapes = [_k3d().points(centres, name="centres of mass", **size)]
        drawn = self._postures[0].ellipsoids.any(axis=(1, 2)) & self._masses
        for k in np.flatnonzero(drawn):
            if self._link not in (None, k + 1):
                continue
            places = [_ellipsoid(seen, int(k)) for seen in self._postures]
            body = self._solid(of_grid(ball()), places, COLOURS[0], f"inertia {k + 1}", "inertia")
            body.side, body.opacity = "front", _OPACITY
            shapes.append(body)
        return shapes

    def _solid(self, solid: Any, places: Any, colour: str, name: str, group: str) -> Any:
        """Return a mesh of vertices and triangles, placed by matrices."""
        style = {"color": _colour(colour), "side": "double", "flat_shading": False}
        mesh = _k3d().mesh(*solid, name=name, group=group, **style)
        mesh.model_matrix = self._by_time(places)
        return mesh

    def _way_of_tool(self) -> FloatArray:
        """Return the path of the tool, without repeated points."""
        way = np.array([posture.tool[:3, 3] for posture in self._postures])
        moves = np.linalg.norm(np.diff(way, axis=0), axis=1) > _NO_LENGTH * self._reach
        path: FloatArray = way[np.concatenate([[True], moves])]
        return path

    def _by_time(self, values: Iterable[FloatArray]) -> Varying:
        """Return values by time; the value itself for a single time."""
        listed = [np.asarray(value, dtype=np.float32) for value in values]
        times = self.times - self.times[0]
        by_time = {f"{t:.6f}": value for t, value in zip(times, listed, strict=True)}
        return by_time if len(listed) > 1 else listed[0]

    def _box(self) -> list[float]:
        """Return the lowest and highest corner of the bounding box, in round numbers."""
        if self._free:
            return [*(self._free.middle - self._free.half), *(self._free.middle + self._free.half)]
        points = np.vstack([posture.points() for posture in self._postures])
        points = np.vstack([points, self._arrow_points])
        step = 10 ** np.floor(np.log10(self._reach)) / 5
        room = OVERHANG * self._reach
        low = step * np.floor((points.min(axis=0) - room) / step)
        high = step * np.ceil((points.max(axis=0) + room) / step)
        return [*low.tolist(), *high.tolist()]

    def _camera(self) -> list[float]:
        """Return the camera with the direction of view of `Arm.draw`, what is up upwards."""
        low, high = np.reshape(self._box(), (2, 3))
        middle, sight = (low + high) / 2, self._sight
        _, rise, to_eye = sight.picture
        if self._free:
            distance = self._free.half / np.tan(0.5 * np.radians(self._field))
        elif sight.flat:
            # of the rectangle in the picture
            sides = np.abs(sight.picture[:2]) @ (high - low)
            distance = _DISTANCE_FLAT * float(sides.max())
        else:
            distance = _DISTANCE * max(float(np.linalg.norm(high - low)), self._reach)
        # the vertical, about which the mouse turns, unless it is the line of sight
        up = rise if sight.flat else sight.axes[2]
        return [*(middle + distance * to_eye), *middle, *up]

    def to_html(self) -> str:
        """Return a self-contained page, light or dark by the reader's preference."""
        script = Path(__file__).with_name("page.js").read_text(encoding="utf-8")
        legend = f"const legend = {json.dumps(self._legend())};\n"
        page: str = self.plot.get_snapshot(additional_js_code=legend + script)
        head, _, tail = page.partition("<title>")
        return f"{head}<title>{escape(self._title) or 'arm'}{tail[tail.index('</title>') :]}"

    def _legend(self) -> list[tuple[str, str]]:
        """Return the lines of the legend with a colour each, first the unit of the axes."""
        ink = f"light-dark({INK}, {ON_DARK[INK]})"
        lines = [] if self._free else [(ink, "axes in metres")]
        if not self._diagrams:
            return lines
        lines.append((ink, f"an arrow of {self._scale.length:g} m:"))
        for kind, words in self._scale.legend():
            colour = VECTORS[kind]
            lines.append((f"light-dark({colour}, {ON_DARK[colour]})", words))
        return lines

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
        """Return the page in an HTML frame, without widgets."""
        style = "width: 100%; height: 32rem; border: 0"
        title = escape(self._title) or "arm"
        return (
            f'<iframe title="{title}" style="{style}" srcdoc="{escape(self.to_html())}"></iframe>'
        )


def _k3d() -> Any:
    import k3d

    return k3d


def _colour(hexadecimal: str) -> int:
    return int(hexadecimal.removeprefix("#"), 16)


def _middle(kind: str) -> str:
    """Return the colour of a kind of vector between those on white and on dark pages."""
    on_white = VECTORS[kind]
    pair = zip(*(bytes.fromhex(each[1:]) for each in (on_white, ON_DARK[on_white])), strict=True)
    return "#" + bytes(sum(channel) // 2 for channel in pair).hex()


def _ellipsoid(seen: Posture, k: int) -> FloatArray:
    """Return the matrix from the unit ball to the ellipsoid of a link.

    No axis vanishes, since a flat solid has no normals. The axes are computed in the frame of the
    link, in which they are constant.
    """
    turn = seen.frames[k + 1, :3, :3]
    directions, lengths, _ = np.linalg.svd(np.round(turn.T @ seen.ellipsoids[k], 12))
    lengths = np.maximum(lengths, _LEAST_THICKNESS * lengths[0])
    place = np.eye(4)
    place[:3, :3], place[:3, 3] = turn @ directions * lengths, seen.centres[k]
    return place
