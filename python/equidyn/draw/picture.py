"""Picture of an arm in one configuration, drawn in 3-D by matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from ..output.styles import AXES, COLOURS, JOINT, MUTED
from ..validation import FloatArray
from .arrows import Diagram, Scale, points_of, scale_of
from .floor import draw_ground, draw_shadows
from .pen import Pen
from .posture import Joint, Posture
from .shapes import FRAME, OVERHANG, TOOL_FRAME, ball, joint_place, prism, segments
from .sight import Sight, sight_of

if TYPE_CHECKING:
    from mpl_toolkits.mplot3d.axes3d import Axes3D

# matplotlib can represent the squares of these lengths
_SMALLEST, _LARGEST = 1e-50, 1e50

# least width of the floor, in heights of the picture and in lengths of the arm
_FLOOR = 0.4

# elevation of the eye, and the default view of axes, degrees
_ELEVATION = 30.0
_UNTURNED = (30.0, -60.0, 0.0)

# largest elevation that matplotlib can draw, degrees
_HIGHEST = 90.0 - 1e-5

# opacity of the other links in a free-body diagram, relative to the usual one
_FAINT = 0.18

# longest semi-axis of the ellipsoid of velocities, in lengths of the arm
_VELOCITY = 0.25

# half width of matplotlib's view of 3-D axes
_HALF_WINDOW = 0.09


def new_space() -> Axes3D:
    """Return the 3-D axes of a new figure."""
    import matplotlib.pyplot as plt

    figure = plt.figure(figsize=(6.4, 6.0), layout="constrained")
    space: Axes3D = figure.add_subplot(projection="3d")
    return space


def _in_space(ax: Any) -> Axes3D:
    """Return matplotlib axes, checked to be 3-D."""
    from mpl_toolkits.mplot3d.axes3d import Axes3D

    if not isinstance(ax, Axes3D):
        raise TypeError(f"ax: expected 3D matplotlib axes, got {type(ax).__name__}")
    return ax


def draw_posture(
    seen: Posture,
    ax: Axes3D | None = None,
    *,
    frames: bool = True,
    masses: bool = True,
    title: str = "",
    around: Sequence[Posture] = (),
    diagram: Diagram | None = None,
    scale: Scale | None = None,
    room: FloatArray | None = None,
) -> Axes3D:
    """Draw an arm: links and joints, optionally its frames, centres of mass and ellipsoids.

    Parameters
    ----------
    seen : Posture
        Posture of the arm.
    ax : matplotlib axes in space, optional
        Axes to draw on; a new figure by default.
    frames : bool
        Whether to draw link frames and tool frame, x red, y green, z blue.
    masses : bool
        Whether to draw centres of mass and inertia ellipsoids.
    title : str
        Title above the picture.
    around : sequence of Posture, optional
        Further configurations for which the picture leaves room.
    diagram : Diagram, optional
        Vectors to draw as arrows; of a single link, beside which the others are faint.
    scale : Scale, optional
        Scale of the arrows; by default one that suits them.
    room : ndarray, shape (k, 3), optional
        Points of arrows of further pictures, for which this one leaves room.
    """
    picture = Picture(
        seen,
        ax,
        frames=frames,
        masses=masses,
        around=around,
        diagram=diagram,
        scale=scale,
        room=room,
    )
    picture.show(seen, title, diagram)
    return picture.ax


class Picture:
    """Picture of an arm, in which the arm can be moved; the ground and the view stay.

    Parameters
    ----------
    seen, ax, frames, masses, around, diagram, scale, room
        As of `draw_posture`.
    """

    def __init__(
        self,
        seen: Posture,
        ax: Axes3D | None = None,
        *,
        frames: bool = True,
        masses: bool = True,
        around: Sequence[Posture] = (),
        diagram: Diagram | None = None,
        scale: Scale | None = None,
        room: FloatArray | None = None,
    ) -> None:
        reach = seen.reach()
        farthest = max(reach, float(np.abs(seen.points()).max()))
        if not _SMALLEST < reach <= farthest < _LARGEST:
            size = reach if farthest < _LARGEST else farthest
            raise ValueError(f"draw: cannot draw an arm with a reach of {size:.3g} m")
        self.ax = new_space() if ax is None else _in_space(ax)
        self._pen = Pen(self.ax)
        self._frames, self._masses = frames, masses
        shown = (seen, *around)
        points = [each.points(masses) for each in shown]
        self._scale, arrows = scale, np.empty((0, 3))
        if diagram is not None:
            self._scale = scale or scale_of([diagram], reach)
            own = points_of(self._scale.arrows(diagram), reach)
            arrows = own if room is None else room
        self._sight = sight_of(shown, _ELEVATION, [arrows])
        largest = max(each.reach() for each in shown)
        box = _box(np.vstack([*points, arrows]), largest, self._sight)
        self._height = float(box[0][2])
        ground = draw_ground(self.ax, self._sight, box, seen.gravity)
        _look(self.ax, self._sight)
        _fit(self.ax, box, ground, self._sight)
        self._arrows: list[Any] = []

    def show(self, seen: Posture, title: str, diagram: Diagram | None = None) -> None:
        """Replace the picture by the arm in another configuration, with a title and vectors."""
        pen, reach = self._pen, seen.reach()
        pen.restart()
        link = None if diagram is None else diagram.link
        _draw_links(pen, seen, link)
        for k, joint in enumerate(seen.joints, start=1):
            _draw_joint(pen, joint, reach, 1.0 if link in (None, k) else _FAINT)
        if self._frames:
            for frame in seen.frames if link is None else seen.frames[link - 1 : link + 1]:
                _draw_frame(pen, frame, FRAME * reach, 1.0)
        if link in (None, len(seen.joints)):
            _draw_frame(pen, seen.tool, TOOL_FRAME * reach, 2.0)
        if self._masses:
            _draw_masses(pen, seen, link)
        if not self._sight.flat:
            draw_shadows(pen, self._sight, self._height, seen.links)
        # a dollar sign in the name of an arm does not start mathematics
        self.ax.set_title(title, parse_math=False)
        if diagram is not None:
            self._draw_arrows(seen, diagram)

    def _draw_arrows(self, seen: Posture, diagram: Diagram) -> None:
        """Draw the arrows of a diagram, their symbols and legend, in place of the last ones."""
        from .labels import draw_arrows, explain_arrows, name_arrows

        ax, scale = self.ax, self._scale or scale_of([diagram], seen.reach())
        for artist in self._arrows:
            artist.remove()
        others = set(ax.get_children())
        arrows = scale.arrows(diagram)
        draw_arrows(ax, arrows, diagram.faint)
        explain_arrows(ax, diagram, scale)
        link = diagram.link
        name_arrows(ax, arrows, seen.links if link is None else [seen.bodies[link - 1]])
        self._arrows = [artist for artist in ax.get_children() if artist not in others]


def _draw_links(pen: Pen, seen: Posture, link: int | None) -> None:
    """Draw the links in their colours; beside a chosen one, the others faintly, in grey."""
    for k, corners in enumerate(seen.links):
        colour = COLOURS[k % len(COLOURS)] if link is None else MUTED
        faint = 1.0 if link is None else _FAINT
        style: dict[str, Any] = {"color": colour, "linewidth": 5, "alpha": faint}
        pen.line(corners, solid_capstyle="round", label=f"link {k + 1}", **style)
    to_tool = np.array([seen.frames[-1, :3, 3], seen.tool[:3, 3]])
    own = link in (None, len(seen.links))
    pen.line(to_tool, color=MUTED, linewidth=2, alpha=1.0 if own else _FAINT)
    if link is not None:
        style = {"color": MUTED, "linewidth": 6, "solid_capstyle": "round"}
        pen.line(seen.bodies[link - 1], label=f"body {link}", **style)
        tie = np.array([seen.frames[link, :3, 3], seen.centres[link - 1]])
        pen.line(tie, color=MUTED, linewidth=1.0, linestyle=":")


def _draw_joint(pen: Pen, joint: Joint, reach: float, alpha: float) -> None:
    """Draw a cylinder on the axis of a revolute joint, a box on that of a prismatic one."""
    half = joint.axis * (OVERHANG * reach)
    line = np.array([joint.point - half, joint.point + half])
    pen.line(line, color=MUTED, linewidth=0.9, linestyle=(0, (6, 2, 1, 2)), alpha=alpha)
    place = joint_place(joint, reach)
    faces = prism(joint.letter) @ place[:3, :3].T + place[:3, 3]
    pen.solid(faces, facecolors=JOINT, alpha=alpha)


def _draw_frame(pen: Pen, pose: FloatArray, length: float, width: float) -> None:
    for line, colour in zip(segments(pose, length), AXES, strict=True):
        pen.line(line, color=colour, linewidth=width)


def _draw_masses(pen: Pen, seen: Posture, link: int | None) -> None:
    """Draw the centres of mass and the ellipsoids of all links, or of one."""
    chosen = range(len(seen.centres)) if link is None else [link - 1]
    style: dict[str, Any] = {"color": "black", "edgecolors": "white", "depthshade": False}
    pen.anew(lambda: pen.ax.scatter(*seen.centres[chosen].T, s=14, **style))
    for k in chosen:
        if seen.ellipsoids[k].any():
            grid = np.tensordot(seen.ellipsoids[k], ball(), axes=1)
            surface = grid + seen.centres[k][:, np.newaxis, np.newaxis]
            colour = COLOURS[k % len(COLOURS)] if link is None else MUTED
            style = {"color": colour, "alpha": 0.16, "linewidth": 0, "shade": False}
            pen.anew(partial(pen.ax.plot_surface, *surface, **style))


def draw_velocities(ax: Axes3D, seen: Posture, velocities: FloatArray, axes: FloatArray) -> None:
    """Draw the ellipsoid of tool velocities, its semi-axes (3,) along the columns of `axes`.

    The longest is a fixed part of the arm's length; a text has them all.
    """
    lengths = _VELOCITY * seen.reach() * velocities / (velocities[0] or 1.0)
    surface = np.tensordot(axes * lengths, ball(), axes=1) + seen.tool[:3, 3, None, None]
    ax.plot_surface(*surface, color=COLOURS[0], alpha=0.2, linewidth=0, shade=False)
    said = ", ".join(f"{x:.2g}" for x in velocities)
    ax.text2D(0.02, 0.95, f"tool velocities at |q̇| = 1: {said}", transform=ax.transAxes)


def _box(points: FloatArray, reach: float, sight: Sight) -> tuple[FloatArray, FloatArray]:
    """Return two corners, along the axes of the ground, of a box around all points with room."""
    local = points @ sight.ground.T
    low, high = local.min(axis=0), local.max(axis=0)
    widths = high - low + 2 * OVERHANG * reach
    widths[:2] = np.maximum(widths[:2], max(_FLOOR * widths.max(), _FLOOR * reach))
    return (low + high - widths) / 2, (low + high + widths) / 2


def _look(ax: Axes3D, sight: Sight) -> None:
    """Turn axes to the direction of view, unless they were turned before."""
    if (ax.elev, ax.azim, ax.roll) != _UNTURNED:
        return
    across, rise, to_eye = sight.picture
    elevation = np.degrees(np.arctan2(to_eye[2], np.hypot(to_eye[0], to_eye[1])))
    level = np.array([-to_eye[1], to_eye[0], 0.0])
    if abs(elevation) > _HIGHEST:
        level = across
    azimuth = np.arctan2(-level[0], level[1])
    level = level / np.linalg.norm(level)
    roll = np.degrees(np.arctan2(level @ rise, level @ across))
    view = np.array([np.clip(elevation, -_HIGHEST, _HIGHEST), np.degrees(azimuth), roll])
    ax.view_init(*view.round(9).tolist())
    if sight.flat:
        ax.set_proj_type("ortho")


def _fit(ax: Axes3D, box: tuple[FloatArray, FloatArray], ground: FloatArray, sight: Sight) -> None:
    """Fit the box and the ground into the axes at equal scales."""
    from mpl_toolkits.mplot3d.proj3d import proj_transform

    corners = np.array(list(product(*zip(*box, strict=True)))) @ sight.ground
    low, high = corners.min(axis=0), corners.max(axis=0)
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), zlim=(low[2], high[2]))
    ax.set_axis_off()
    zoom = 1.0
    # with perspective the second iteration fits almost exactly
    for _ in range(3):
        ax.set_box_aspect(high - low, zoom=zoom)
        x, y, _ = proj_transform(*np.vstack([corners, ground]).T, ax.get_proj())
        zoom *= _HALF_WINDOW / max(np.abs(x).max(), np.abs(y).max())
    ax.set_box_aspect(high - low, zoom=zoom)
