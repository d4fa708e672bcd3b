"""Picture of an arm in one configuration, drawn in 3-D by matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from ..output.styles import AXES, COLOURS, JOINT, LINK, MUTED
from ..validation import FloatArray
from .arrows import Diagram, Scale, points_of, scale_of
from .floor import draw_ground, draw_shadows
from .pen import Pen
from .posture import Joint, Posture
from .shapes import (
    FRAME,
    OVERHANG,
    TOOL_FRAME,
    ball,
    base_faces,
    joint_place,
    prism,
    segments,
)
from .sight import ELEVATION, Sight, sight_of

if TYPE_CHECKING:
    from mpl_toolkits.mplot3d.axes3d import Axes3D

# matplotlib can represent the squares of these lengths
_SMALLEST, _LARGEST = 1e-50, 1e50

# least width of the floor, in heights of the picture and in lengths of the arm
_FLOOR = 0.4

# default view of axes, degrees
_UNTURNED = (30.0, -60.0, 0.0)

# largest elevation that matplotlib can draw, degrees
_HIGHEST = 90.0 - 1e-5

# longest semi-axis of the ellipsoid of velocities, in lengths of the arm
_VELOCITY = 0.25

# lower left and upper right corner of what is filled of matplotlib's view of 3-D axes; above it is
# room for a title
_WINDOW = np.array([[-0.09, -0.09], [0.09, 0.072]])

# least height of a link above the floor, in lengths of the arm
_ABOVE = 0.03

# points along a link
_POINTS = 12

# passes of fitting, singular values of a shift that count as zero, and least size of a picture
_FITS, _SIDEWAYS, _POINT = 5, 1e-9, 1e-9

# depth of what is behind everything else
_FARTHEST = 1e9


def new_space() -> Axes3D:
    """Return the 3-D axes of a new figure."""
    import matplotlib.pyplot as plt

    figure = plt.figure(figsize=(6.4, 6.0), layout="constrained")
    space: Axes3D = figure.add_subplot(projection="3d")
    return space


def in_space(ax: Any) -> Axes3D:
    """Return matplotlib axes, checked to be 3-D; those of a new figure for None."""
    from mpl_toolkits.mplot3d.axes3d import Axes3D

    if ax is None:
        return new_space()
    if not isinstance(ax, Axes3D):
        raise TypeError(f"ax: expected 3D matplotlib axes, got {type(ax).__name__}")
    return ax


def checked_reach(seen: Posture) -> float:
    """Return the length of the stretched-out arm, m.

    Raises
    ------
    ValueError
        If matplotlib cannot draw an arm of this length.
    """
    reach = seen.reach()
    farthest = max(reach, float(np.abs(seen.points()).max()))
    if not _SMALLEST < reach <= farthest < _LARGEST:
        size = reach if farthest < _LARGEST else farthest
        raise ValueError(f"draw: cannot draw an arm with a reach of {size:.3g} m")
    return reach


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
        Vectors of all links to draw as arrows.
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
        reach = checked_reach(seen)
        self.ax = in_space(ax)
        self._pen = Pen(self.ax)
        self._frames, self._masses = frames, masses
        shown = (seen, *around)
        largest = max(each.reach() for each in shown)
        self._foot = base_faces(seen.frames[0], largest)
        points = [each.points(masses) for each in shown]
        self._scale, arrows = scale, np.empty((0, 3))
        if diagram is not None:
            self._scale = scale or scale_of([diagram], reach)
            own = points_of(self._scale.arrows(diagram), reach)
            arrows = own if room is None else room
        self._sight = sight_of(shown, ELEVATION, [arrows])
        held = np.vstack([*points, arrows])
        box = _box(held, self._foot.reshape(-1, 3), largest, self._sight)
        self._height = float(box[0][2])
        along = np.vstack([*map(_along, shown), held])
        ground = draw_ground(self.ax, self._sight, box, seen.gravity, along)
        look(self.ax, self._sight)
        outline = [_outline(each, frames) for each in shown]
        self._top = fit(self.ax, box, np.vstack([*outline, held, ground]), self._sight)
        self._arrows: list[Any] = []

    def show(self, seen: Posture, title: str, diagram: Diagram | None = None) -> None:
        """Replace the picture by the arm in another configuration, with a title and vectors."""
        pen, reach = self._pen, seen.reach()
        pen.restart()
        bodies = np.flatnonzero(seen.ellipsoids.any(axis=(1, 2))).tolist() if self._masses else []
        draw_ellipsoids(pen, seen, bodies, COLOURS[0])
        pen.solid(self._foot, facecolors=JOINT, alpha=1.0)
        draw_links(pen, seen, order_of_links(self.ax, bodies), LINK, 1.0)
        for joint in seen.joints:
            draw_joint(pen, joint, reach, 1.0)
        if self._frames:
            for frame in seen.frames:
                draw_frame(pen, frame, FRAME * reach, 1.0)
        draw_frame(pen, seen.tool, TOOL_FRAME * reach, 2.0)
        if self._masses:
            draw_centres(pen, seen.centres)
        if not self._sight.flat:
            draw_shadows(pen, self._sight, self._height, seen.links)
        # a dollar sign in the name of an arm does not start mathematics
        self.ax.set_title(title, parse_math=False)
        # set_title of axes in space changes the height that it is given
        self.ax.title.set_y(self._top)
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
        name_arrows(ax, arrows, seen.links)
        self._arrows = [artist for artist in ax.get_children() if artist not in others]


def order_of_links(ax: Axes3D, bodies: Sequence[int]) -> float:
    """Return the order of drawing of links: after the ellipsoids, and before the joints."""
    first = 1.0 + max(float(axis.get_zorder()) for axis in ax._axis_map.values())
    return first - 0.5 + len(bodies)


def draw_links(pen: Pen, seen: Posture, order: float, colour: str, alpha: float) -> None:
    """Draw the links, and what is between the last one and the tool."""
    for k, corners in enumerate(seen.links):
        style: dict[str, Any] = {"color": colour, "linewidth": 5, "alpha": alpha, "zorder": order}
        pen.line(corners, solid_capstyle="round", label=f"link {k + 1}", **style)
    to_tool = np.array([seen.frames[-1, :3, 3], seen.tool[:3, 3]])
    pen.line(to_tool, color=MUTED, linewidth=2, alpha=alpha)


def draw_joint(pen: Pen, joint: Joint, reach: float, alpha: float) -> None:
    """Draw a cylinder on the axis of a revolute joint, a box on that of a prismatic one."""
    half = joint.axis * (OVERHANG * reach)
    line = np.array([joint.point - half, joint.point + half])
    pen.line(line, color=MUTED, linewidth=0.9, linestyle=(0, (6, 2, 1, 2)), alpha=alpha)
    place = joint_place(joint, reach)
    faces = prism(joint.letter) @ place[:3, :3].T + place[:3, 3]
    pen.solid(faces, facecolors=JOINT, alpha=alpha)


def draw_frame(pen: Pen, pose: FloatArray, length: float, width: float) -> None:
    """Draw the axes of a frame."""
    for line, colour in zip(segments(pose, length), AXES, strict=True):
        pen.line(line, color=colour, linewidth=width)


def _along(seen: Posture) -> FloatArray:
    """Return points along the links of an arm, shape (k, 3)."""
    shares = np.linspace(0.0, 2.0, _POINTS)
    links = [np.stack([np.interp(shares, range(3), x) for x in link.T], -1) for link in seen.links]
    return np.vstack(links)


def _outline(seen: Posture, frames: bool) -> FloatArray:
    """Return the ends of joint axes and of frames, shape (k, 3)."""
    reach = seen.reach()
    ends = [joint.point + side * OVERHANG * reach * joint.axis for joint in seen.joints
            for side in (-1, 1)]  # fmt: skip
    drawn = [segments(seen.tool, TOOL_FRAME * reach)]
    drawn += [segments(frame, FRAME * reach) for frame in seen.frames] if frames else []
    return np.vstack([*ends, *np.concatenate(drawn)[:, 1]])


def draw_centres(pen: Pen, centres: FloatArray) -> None:
    """Draw centres of mass, shape (k, 3)."""
    style: dict[str, Any] = {"color": "black", "edgecolors": "white", "depthshade": False}
    pen.anew(lambda: pen.ax.scatter(*centres.T, s=14, **style))


def draw_ellipsoids(pen: Pen, seen: Posture, bodies: Sequence[int], colour: str) -> None:
    """Draw the ellipsoids of the links of these indices, behind everything else."""
    for k in bodies:
        grid = np.tensordot(seen.ellipsoids[k], ball(), axes=1)
        surface = grid + seen.centres[k][:, np.newaxis, np.newaxis]
        pen.anew(partial(_draw_behind, pen.ax, surface, colour))


def _draw_behind(ax: Axes3D, surface: FloatArray, colour: str) -> Any:
    """Draw a faint surface, shape (3, k, l), behind all others."""
    drawn = ax.plot_surface(*surface, color=colour, alpha=0.16, linewidth=0, shade=False)
    # matplotlib orders surfaces by the depth that this function returns
    project = drawn.do_3d_projection
    setattr(drawn, "do_3d_projection", lambda: max(project(), _FARTHEST))  # noqa: B010
    return drawn


def draw_velocities(ax: Axes3D, seen: Posture, velocities: FloatArray, axes: FloatArray) -> None:
    """Draw the ellipsoid of tool velocities, its semi-axes (3,) along the columns of `axes`.

    The longest is a fixed part of the arm's length; a text has them all.
    """
    lengths = _VELOCITY * seen.reach() * velocities / (velocities[0] or 1.0)
    surface = np.tensordot(axes * lengths, ball(), axes=1) + seen.tool[:3, 3, None, None]
    ax.plot_surface(*surface, color=COLOURS[0], alpha=0.2, linewidth=0, shade=False)
    said = ", ".join(f"{x:.2g}" for x in velocities)
    ax.text2D(0.02, 0.95, f"tool velocities at |q̇| = 1: {said}", transform=ax.transAxes)


def _box(
    points: FloatArray, foot: FloatArray, reach: float, sight: Sight
) -> tuple[FloatArray, FloatArray]:
    """Return two corners, along the axes of the ground, of a box around all points with room.

    The floor touches the foot of the arm, unless the arm is lower.
    """
    local, on_floor = points @ sight.ground.T, foot @ sight.ground.T
    both = np.vstack([local, on_floor])
    least, most = both.min(axis=0), both.max(axis=0)
    widths = most - least + 2 * OVERHANG * reach
    widths[:2] = np.maximum(widths[:2], max(_FLOOR * widths.max(), _FLOOR * reach))
    low, high = (least + most - widths) / 2, (least + most + widths) / 2
    if not sight.flat:
        low[2] = min(on_floor[:, 2].min(), local[:, 2].min() - _ABOVE * reach)
    return low, high


def look(ax: Axes3D, sight: Sight) -> None:
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


def fit(ax: Axes3D, box: tuple[FloatArray, FloatArray], points: FloatArray, sight: Sight) -> float:
    """Fit points into the middle of the axes at equal scales; return the height of their top.

    The limits are those of a box, moved so that the points are in the middle of the picture.
    """
    corners = np.array(list(product(*zip(*box, strict=True)))) @ sight.ground
    low, high = corners.min(axis=0), corners.max(axis=0)
    ax.set_axis_off()
    zoom, steps = 1.0, 1e-3 * float((high - low).max()) * np.eye(3)
    # with perspective the last iterations fit almost exactly
    for _ in range(_FITS):
        ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), zlim=(low[2], high[2]))
        ax.set_box_aspect(high - low, zoom=zoom)
        left, right = _extent(ax, points)
        slopes = np.array([sum(_extent(ax, points + step)) for step in steps]) - (left + right)
        aside = left + right - _WINDOW.sum(axis=0)
        shift = np.linalg.lstsq(slopes.T, aside, rcond=_SIDEWAYS)[0] @ steps
        low, high = low + shift, high + shift
        zoom *= float(((_WINDOW[1] - _WINDOW[0]) / np.maximum(right - left, _POINT)).min())
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), zlim=(low[2], high[2]))
    ax.set_box_aspect(high - low, zoom=zoom)
    view = ax.viewLim
    return float((_extent(ax, points)[1][1] - view.y0) / view.height)


def _extent(ax: Axes3D, points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the lower left and the upper right corner of points in the picture."""
    from mpl_toolkits.mplot3d.proj3d import proj_transform

    x, y, _ = proj_transform(*points.T, ax.get_proj())
    seen = np.column_stack([x, y])
    return seen.min(axis=0), seen.max(axis=0)
