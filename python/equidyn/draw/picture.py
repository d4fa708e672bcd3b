"""Picture of an arm in one posture, drawn in 3-D by matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from .._validation import FloatArray
from ..output.extras import require_extra
from ..output.styles import AXES, COLOURS, JOINT, MUTED
from .arrows import Arrow, Diagram, Scale, points_of, scale_of
from .floor import draw_ground
from .posture import Joint, Posture
from .shapes import (
    FRAME,
    OVERHANG,
    TOOL_FRAME,
    ball,
    joint_place,
    prism,
    segments,
)
from .sight import Sight, sight_of

if TYPE_CHECKING:
    from mpl_toolkits.mplot3d.axes3d import Axes3D

# range of lengths whose squares matplotlib can represent
_SMALLEST, _LARGEST = 1e-50, 1e50

# least width of the floor, in heights of the picture and in lengths of the arm
_FLOOR = 0.4

# elevation of the eye, and the view of axes that nobody has turned, degrees
_ELEVATION = 30.0
_UNTURNED = (30.0, -60.0, 0.0)

# largest elevation that matplotlib can draw, degrees
_HIGHEST = 90.0 - 1e-5

# opacity of the other links beside one that is drawn free of them, in parts of the usual one
_FAINT = 0.18

# half width of matplotlib's view of 3-D axes
_HALF_WINDOW = 0.09


def new_space() -> Axes3D:
    """Return the 3-D axes of a new figure."""
    require_extra("plot", "matplotlib")
    import matplotlib.pyplot as plt

    figure = plt.figure(figsize=(6.4, 6.0), layout="constrained")
    space: Axes3D = figure.add_subplot(projection="3d")
    return space


def _in_space(ax: Any) -> Axes3D:
    """Return matplotlib axes, checked to be 3-D."""
    from mpl_toolkits.mplot3d.axes3d import Axes3D

    if not isinstance(ax, Axes3D):
        raise TypeError(f"ax: expected matplotlib axes in space, got {type(ax).__name__}")
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
        Further postures for which the picture leaves room.
    diagram : Diagram, optional
        Vectors to draw as arrows; of a single link, beside which the others are faint.
    scale : Scale, optional
        Scale of the arrows; by default one that suits them.
    room : ndarray, shape (k, 3), optional
        Points of arrows of further pictures, for which this one leaves room.
    """
    reach = seen.reach()
    farthest = max(reach, float(np.abs(seen.points()).max()))
    if not _SMALLEST < reach <= farthest < _LARGEST:
        size = reach if farthest < _LARGEST else farthest
        raise ValueError(f"draw: there are no pictures of an arm that reaches {size:.3g} m")
    ax = new_space() if ax is None else _in_space(ax)
    link = None if diagram is None else diagram.link
    _draw_links(ax, seen, link)
    for k, joint in enumerate(seen.joints, start=1):
        _draw_joint(ax, joint, reach, 1.0 if link in (None, k) else _FAINT)
    if frames:
        for frame in seen.frames if link is None else seen.frames[link - 1 : link + 1]:
            _draw_frame(ax, frame, FRAME * reach, 1.0)
    if link in (None, len(seen.joints)):
        _draw_frame(ax, seen.tool, TOOL_FRAME * reach, 2.0)
    if masses:
        _draw_masses(ax, seen, link)
    shown = (seen, *around)
    points = [each.points(masses) for each in shown]
    arrows: list[Arrow] = []
    if diagram is not None:
        scale = scale or scale_of([diagram], reach)
        arrows = scale.arrows(diagram)
        points.append(points_of(arrows, reach) if room is None else room)
    sight = sight_of(shown, _ELEVATION, points[len(shown) :])
    box = _box(np.vstack(points), max(each.reach() for each in shown), sight)
    ground = draw_ground(ax, sight, box, seen.links, seen.gravity)
    _look(ax, sight)
    _fit(ax, box, ground, sight)
    # a dollar sign in the name of an arm does not start mathematics
    ax.set_title(title, parse_math=False)
    if diagram is not None and scale is not None:
        from .labels import draw_arrows, explain_arrows, name_arrows

        draw_arrows(ax, arrows, diagram.faint)
        explain_arrows(ax, diagram, scale)
        name_arrows(ax, arrows, seen.links if link is None else [seen.bodies[link - 1]])
    return ax


def _draw_links(ax: Axes3D, seen: Posture, link: int | None) -> None:
    """Draw the links in their colours; beside a chosen one, the others faintly, in grey."""
    for k, corners in enumerate(seen.links):
        colour = COLOURS[k % len(COLOURS)] if link is None else MUTED
        faint = 1.0 if link is None else _FAINT
        style: dict[str, Any] = {"color": colour, "linewidth": 5, "alpha": faint}
        ax.plot(*corners.T, solid_capstyle="round", label=f"link {k + 1}", **style)
    to_tool = np.array([seen.frames[-1, :3, 3], seen.tool[:3, 3]])
    own = link in (None, len(seen.links))
    ax.plot(*to_tool.T, color=MUTED, linewidth=2, alpha=1.0 if own else _FAINT)
    if link is not None:
        style = {"color": MUTED, "linewidth": 6, "solid_capstyle": "round"}
        ax.plot(*seen.bodies[link - 1].T, label=f"body {link}", **style)
        tie = np.array([seen.frames[link, :3, 3], seen.centres[link - 1]])
        ax.plot(*tie.T, color=MUTED, linewidth=1.0, linestyle=":")


def _draw_joint(ax: Axes3D, joint: Joint, reach: float, alpha: float) -> None:
    """Draw a cylinder on the axis of a revolute joint, a box on that of a prismatic one."""
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    half = joint.axis * (OVERHANG * reach)
    line = np.array([joint.point - half, joint.point + half])
    ax.plot(*line.T, color=MUTED, linewidth=0.9, linestyle=(0, (6, 2, 1, 2)), alpha=alpha)
    place = joint_place(joint, reach)
    faces = prism(joint.letter) @ place[:3, :3].T + place[:3, 3]
    solid = Poly3DCollection(faces, facecolors=JOINT, shade=True, alpha=alpha)
    ax.add_collection3d(solid)


def _draw_frame(ax: Axes3D, pose: FloatArray, length: float, width: float) -> None:
    for line, colour in zip(segments(pose, length), AXES, strict=True):
        ax.plot(*line.T, color=colour, linewidth=width)


def _draw_masses(ax: Axes3D, seen: Posture, link: int | None) -> None:
    """Draw the centres of mass and the ellipsoids of all links, or of one."""
    chosen = range(len(seen.centres)) if link is None else [link - 1]
    style: dict[str, Any] = {"color": "black", "edgecolors": "white", "depthshade": False}
    ax.scatter(*seen.centres[chosen].T, s=14, **style)
    for k in chosen:
        if seen.ellipsoids[k].any():
            grid = np.tensordot(seen.ellipsoids[k], ball(), axes=1)
            surface = grid + seen.centres[k][:, np.newaxis, np.newaxis]
            colour = COLOURS[k % len(COLOURS)] if link is None else MUTED
            ax.plot_surface(*surface, color=colour, alpha=0.16, linewidth=0, shade=False)


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
