"""Free-body diagram of a link: the link near, the others faint, arrows outside of it to scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from matplotlib.lines import Line2D

from ..dynamics.link_vectors import ON_A_BODY
from ..output.styles import AXES, JOINT, MUTED, VECTORS
from ..validation import FloatArray
from .arrows import LONGEST, Arrow, Diagram, Scale, scale_of
from .labels import draw_arrows, explain_arrows, in_picture, settle, symbol_at_tip
from .pen import Pen
from .picture import (
    ELEVATION,
    FAINT,
    checked_reach,
    draw_centres,
    draw_ellipsoids,
    draw_frame,
    draw_joint,
    draw_links,
    fit,
    in_space,
    look,
    order_of_links,
)
from .placing import Wanted, placed
from .polygons import Side, draw_polygon, forces, moments, name_panel
from .posture import Posture
from .shapes import FRAME, ball, base_faces
from .sight import Sight, clear_sight, sight_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from mpl_toolkits.mplot3d.axes3d import Axes3D

# half the side of the picture, in half lengths of the body, and least one, in lengths of the arm
_AROUND, _LEAST = 2.1, 0.05

# longest arrow, and lengths of the axes of frames and of joints, in half sides of the picture
_LONGEST, _SOLIDS = 0.62, 1.7

# length of the axes of the world and distance from the edge, points
_AXES, _EDGE = 18.0, 30.0

# arrows shorter than this part of the longest do not turn the view
_SHORT = 0.03


class FreeView(NamedTuple):
    """View of a link free of the others.

    Attributes
    ----------
    sight : Sight
        Direction of view.
    middle : ndarray, shape (3,)
        Middle of the picture, m.
    half : float
        Half the side of the picture, m.
    scale : Scale
        Scale of the arrows.
    arrows : list of Arrow
        The arrows at their points of application.
    """

    sight: Sight
    middle: FloatArray
    half: float
    scale: Scale
    arrows: list[Arrow]


def new_spaces() -> Axes3D:
    """Return the 3-D axes of a new figure, which has two panels beside them."""
    import matplotlib.pyplot as plt

    figure = plt.figure(figsize=(9.6, 6.4), layout="constrained")
    grid = figure.add_gridspec(2, 2, width_ratios=(1.75, 1.0))
    space: Axes3D = figure.add_subplot(grid[:, 0], projection="3d")
    for row in range(2):
        figure.add_subplot(grid[row, 1])
    return space


def draw_free_body(
    seen: Posture,
    diagram: Diagram,
    ax: Axes3D | None = None,
    *,
    frames: bool = True,
    masses: bool = True,
    title: str = "",
    around: Sequence[Posture] = (),
) -> Axes3D:
    """Draw the free-body diagram of a link.

    Parameters
    ----------
    seen : Posture
        Posture of the arm.
    diagram : Diagram
        Vectors on the link.
    ax : matplotlib axes in space, optional
        Axes to draw on. By default a new figure, which has the polygons of forces and of moments
        beside the link, if the diagram has all of them.
    frames, masses, title, around
        As of `equidyn.draw.picture.draw_posture`.
    """
    link = diagram.link
    assert link is not None
    reach = checked_reach(seen)
    with_polygons = ax is None and set(ON_A_BODY) <= set(diagram.kinds)
    space = new_spaces() if with_polygons else in_space(ax)
    view = view_of(seen, diagram, around=around, masses=masses)
    look(space, view.sight)
    space.set_proj_type("ortho")
    sphere = view.middle + view.half * ball().reshape(3, -1).T
    low, high = view.sight.ground @ view.middle + view.half * np.array([[-1.0], [1.0]])
    top = fit(space, (low, high), sphere, view.sight)
    _draw_arm(space, seen, link, min(reach, view.half * _SOLIDS), frames, masses)
    name = f"{title}, link {link}" if title else f"link {link}"
    # a dollar sign in the name of an arm does not start mathematics
    space.set_title(name, parse_math=False)
    space.title.set_y(top)
    explain_arrows(space, diagram, view.scale)
    panels = _panels(space, diagram) if with_polygons else {}
    settle(space)
    _draw_outside(space, seen, diagram, view.arrows)
    for panel, (unit, sides) in panels.items():
        draw_polygon(panel, unit, sides, view.sight)
    return space


def view_of(
    seen: Posture, diagram: Diagram, *, around: Sequence[Posture] = (), masses: bool = False
) -> FreeView:
    """Return the view of a link, with the arrows on it at their points of application."""
    link, reach = diagram.link or 1, seen.reach()
    middle, half = _room(diagram, [seen, *around], masses)
    half = max(half, _LEAST * reach)
    scale = scale_of([diagram], reach, half * _LONGEST / LONGEST)
    arrows = scale.arrows(diagram)
    half = max([half, *(float(np.linalg.norm(arrow.along)) / _LONGEST for arrow in arrows)])
    return FreeView(_sight(seen, arrows, link), middle, half, scale, arrows)


def _panels(space: Axes3D, diagram: Diagram) -> dict[Axes, tuple[str, list[Side]]]:
    """Return the panels of the polygons, with their titles, and what each shows: unit and sides."""
    at_forces, at_moments = (ax for ax in space.figure.axes if ax is not space)
    name_panel(at_forces, "forces add up to zero")
    name_panel(at_moments, f"moments about $C_{{{diagram.link}}}$ add up to zero")
    vectors = diagram.vectors
    return {at_forces: ("N", forces(vectors)), at_moments: ("N m", moments(vectors))}


def _room(diagram: Diagram, postures: Sequence[Posture], masses: bool) -> tuple[FloatArray, float]:
    """Return the middle of the body in all configurations, and half the side of the picture, m."""
    link = diagram.link or 1
    points = [vector.point for vector in diagram.vectors]
    for seen in postures:
        points += [*seen.bodies[link - 1], seen.centres[link - 1]]
        if masses:
            axes = seen.ellipsoids[link - 1].T
            points += [*(seen.centres[link - 1] + axes), *(seen.centres[link - 1] - axes)]
    low, high = np.min(points, axis=0), np.max(points, axis=0)
    middle = (low + high) / 2
    farthest = max(float(np.linalg.norm(point - middle)) for point in points)
    return middle, _AROUND * farthest


def _sight(seen: Posture, arrows: Sequence[Arrow], link: int) -> Sight:
    """Return the view in which neither arrows nor the body are along the line of sight."""
    ends = [np.array([arrow.start, arrow.tip]) for arrow in arrows]
    sight = sight_of([seen], ELEVATION, ends)
    longest = max((float(np.linalg.norm(arrow.along)) for arrow in arrows), default=0.0)
    spans = [arrow.along for arrow in arrows if np.linalg.norm(arrow.along) > _SHORT * longest]
    return clear_sight(sight, [*spans, *np.diff(seen.bodies[link - 1], axis=0)])


def _draw_arm(
    ax: Axes3D, seen: Posture, link: int, size: float, frames: bool, masses: bool
) -> None:
    """Draw the arm, all but a link faintly, cut by the edge of the picture."""
    pen = Pen(ax)
    if masses:
        draw_ellipsoids(pen, seen, link)
    pen.solid(base_faces(seen.frames[0], size), facecolors=JOINT, alpha=FAINT)
    draw_links(pen, seen, link, order_of_links(ax, seen, link, masses))
    for k, joint in enumerate(seen.joints, start=1):
        draw_joint(pen, joint, size, 1.0 if k == link else FAINT)
    if frames:
        for frame in seen.frames[link - 1 : link + 1]:
            draw_frame(pen, frame, FRAME * size, 1.0)
    draw_centres(pen, seen, link)
    edge: dict[str, Any] = {"color": MUTED, "linewidth": 0.6, "alpha": 0.5, "clip_on": False}
    ax.add_line(Line2D((0, 1, 1, 0, 0), (0, 0, 1, 1, 0), transform=ax.transAxes, **edge))


def _draw_outside(ax: Axes3D, seen: Posture, diagram: Diagram, arrows: Sequence[Arrow]) -> None:
    """Draw arrows outside of the body, their leaders and symbols, and the axes of the world."""
    link = diagram.link or 1
    point = ax.figure.dpi / 72

    def flat(points: FloatArray) -> FloatArray:
        return np.asarray(in_picture(ax, points) / point)

    window = ax.get_window_extent().get_points() / point
    steps = np.eye(3) * float(np.ptp(ax.get_zlim()))
    origin = np.zeros(3)
    # a shift by points of print as one in the world, across the line of sight
    to_space = np.linalg.pinv((flat(steps) - flat(origin[None])).T) * float(np.ptp(ax.get_zlim()))
    boxes = _draw_world(ax, window, flat, to_space)
    texts = [symbol_at_tip(ax, arrow) for arrow in arrows]
    wanted = [
        Wanted(
            flat(arrow.start[None])[0],
            np.diff(flat(np.array([arrow.start, arrow.tip])), axis=0)[0],
            text.get_window_extent().size / point,
            bound=arrow.kind == "position",
        )
        for arrow, text in zip(arrows, texts, strict=True)
    ]
    body = [flat(seen.bodies[link - 1])]
    places = placed(wanted, body, window, boxes)
    moved = []
    for arrow, want, place, text in zip(arrows, wanted, places, texts, strict=True):
        start = arrow.start + to_space @ (place.start - want.point)
        moved.append(arrow._replace(start=start))
        text.set_position_3d(arrow.start + to_space @ (place.symbol - want.point))
        leader = np.array([arrow.start, arrow.start + to_space @ (place.leader - want.point)])
        if not want.bound:
            style: dict[str, Any] = {"linewidth": 0.8, "linestyle": (0, (3, 2)), "zorder": 9}
            colour = VECTORS[arrow.kind]
            ax.plot(*leader.T, color=colour, label="_leader", **style)
    draw_arrows(ax, moved, diagram.faint)


def _draw_world(
    ax: Axes3D, window: FloatArray, flat: Any, to_space: FloatArray
) -> list[FloatArray]:
    """Draw the axes of the world in the lower left corner; return the corners of their box."""
    middle = np.mean([ax.get_xlim(), ax.get_ylim(), ax.get_zlim()], axis=1)
    corner = window[0] + _EDGE
    place = middle + to_space @ (corner - flat(middle[None])[0])
    length = _AXES * float(np.linalg.norm(to_space, axis=0).max())
    for axis, colour, letter in zip(np.eye(3), AXES, "xyz", strict=True):
        ax.plot(*np.array([place, place + length * axis]).T, color=colour, linewidth=1.4)
        if np.hypot(*(flat((place + length * axis)[None])[0] - corner)) > _AXES / 4:
            tip = place + 1.45 * length * axis
            ax.text(*tip, letter, color=colour, size=9, ha="center", va="center", style="italic")
    return [np.array([corner - _EDGE, corner + _EDGE])]
