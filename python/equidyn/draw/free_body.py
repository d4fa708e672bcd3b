"""Free-body diagram of a link: the link near, the others faint, arrows outside of it to scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.lines import Line2D

from ..dynamics.link_vectors import ON_A_BODY
from ..output.styles import AXES, INK, JOINT, MUTED, VECTORS
from ..validation import FloatArray
from .arrows import Diagram
from .free_view import FAINT, FreeView, Paper, Placed, arrows_on_paper, view_of
from .labels import (
    draw_arrows,
    draw_symbol,
    explain_arrows,
    paper_of,
    settle,
    size_of_symbol,
)
from .pen import Pen
from .picture import (
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
from .polygons import Side, draw_polygon, forces, moments, name_panel
from .posture import Posture
from .shapes import FRAME, ball, base_faces

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from mpl_toolkits.mplot3d.axes3d import Axes3D

# length of the axes of the world and distance from the edge, points
_AXES, _EDGE = 18.0, 30.0

# bars of scale: least length, in half sides of the picture; distance from the edge and to a text,
# height of a line, and size of letters, points
_BAR, _ASIDE, _GAP, _LINE, _LETTERS = 0.2, 8.0, 4.0, 13.0, 8.0


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
    with_polygons = ax is None and set(ON_A_BODY) <= set(diagram.kinds)
    view = view_of([seen], [diagram], around=around, masses=masses)
    space = new_spaces() if with_polygons else in_space(ax)
    picture = FreePicture(view, [seen], [diagram], space, frames=frames, masses=masses)
    panels = _panels(space, diagram) if with_polygons else {}
    picture.show(0, f"{title}, link {diagram.link}".removeprefix(", "))
    for panel, (unit, sides) in panels.items():
        draw_polygon(panel, unit, sides, view.sight)
    return space


class FreePicture:
    """Picture of a link free of the others, in one state or in several, which have one view.

    Parameters
    ----------
    view : FreeView
        View of the link.
    postures, diagrams : sequence of Posture, sequence of Diagram
        Posture of the arm, and vectors on the link, in each state.
    ax : matplotlib axes in space
        Axes to draw on.
    frames, masses : bool
        As of `equidyn.draw.picture.draw_posture`.
    """

    def __init__(
        self,
        view: FreeView,
        postures: Sequence[Posture],
        diagrams: Sequence[Diagram],
        ax: Axes3D,
        *,
        frames: bool = False,
        masses: bool = False,
    ) -> None:
        self.ax, self._view = ax, view
        self._postures, self._diagrams = postures, diagrams
        self._frames, self._masses = frames, masses
        self._size = view.size(max(map(checked_reach, postures)))
        self._pen = Pen(ax)
        look(ax, view.sight)
        ax.set_proj_type("ortho")
        sphere = view.middle + view.half * ball().reshape(3, -1).T
        low, high = view.sight.ground @ view.middle + view.half * np.array([[-1.0], [1.0]])
        self._top = fit(ax, (low, high), sphere, view.sight)
        self._outside: list[list[Placed]] = []
        self._last: list[Any] = []

    def show(self, k: int, title: str) -> None:
        """Replace the picture by that of state k."""
        ax, diagram = self.ax, self._diagrams[k]
        for artist in self._last:
            artist.remove()
        self._draw_arm(self._postures[k], diagram.body)
        # a dollar sign in the name of an arm does not start mathematics
        ax.set_title(title, parse_math=False)
        ax.title.set_y(self._top)
        others = set(ax.get_children())
        explain_arrows(ax, diagram, self._view.scale, values=False)
        settle(ax)
        self._draw_outside(k)
        self._last = [artist for artist in ax.get_children() if artist not in others]

    def _draw_arm(self, seen: Posture, k: int) -> None:
        """Draw the arm, all but the link of index k faintly, cut by the edge of the picture."""
        pen, link, size = self._pen, k + 1, self._size
        pen.restart()
        bodies = [k] if self._masses and seen.ellipsoids[k].any() else []
        draw_ellipsoids(pen, seen, bodies, MUTED)
        pen.solid(base_faces(seen.frames[0], size), facecolors=JOINT, alpha=FAINT)
        draw_links(pen, seen, order_of_links(self.ax, bodies), MUTED, FAINT)
        style = {"color": MUTED, "linewidth": 6, "solid_capstyle": "round"}
        pen.line(seen.bodies[k], label=f"body {link}", **style)
        tie = np.array([seen.frames[link, :3, 3], seen.centres[k]])
        pen.line(tie, color=MUTED, linewidth=1.0, linestyle=":")
        for j, joint in enumerate(seen.joints):
            draw_joint(pen, joint, size, 1.0 if j == k else FAINT)
        if self._frames:
            for frame in seen.frames[k : k + 2]:
                draw_frame(pen, frame, FRAME * size, 1.0)
        draw_centres(pen, seen.centres[[k]])
        edge: dict[str, Any] = {"color": MUTED, "linewidth": 0.6, "alpha": 0.5, "clip_on": False}
        corners = (0, 1, 1, 0, 0), (0, 0, 1, 1, 0)
        pen.anew(lambda: self.ax.add_line(Line2D(*corners, transform=self.ax.transAxes, **edge)))

    def _draw_outside(self, k: int) -> None:
        """Draw arrows outside of the body, their leaders and symbols, the world and the scale."""
        ax, diagram = self.ax, self._diagrams[k]
        paper = paper_of(ax)
        window = ax.get_window_extent().get_points() * (72 / ax.figure.dpi)
        boxes = [self._draw_world(paper, window), self._draw_scale(paper, window)]
        # beside those of the state before, so that nothing jumps
        for j in range(len(self._outside), k + 1):
            self._outside.append(
                arrows_on_paper(
                    self._view.arrows[j],
                    [self._postures[j].bodies[diagram.body]],
                    paper,
                    window,
                    size_of_symbol,
                    boxes=boxes,
                    before=self._outside[-1] if j else (),
                )
            )
        style: dict[str, Any] = {"linewidth": 0.8, "linestyle": (0, (3, 2)), "zorder": 9}
        for placed in self._outside[k]:
            draw_symbol(ax, placed)
            if not placed.wanted.bound:
                colour = VECTORS[placed.arrow.kind]
                ax.plot(*placed.leader.T, color=colour, label="_leader", **style)
        draw_arrows(ax, [placed.arrow for placed in self._outside[k]], diagram.faint)

    def _draw_world(self, paper: Paper, window: FloatArray) -> FloatArray:
        """Draw the axes of the world in the lower left corner; return the corners of their box."""
        corner, middle = window[0] + _EDGE, self._view.middle

        def flat(point: FloatArray) -> FloatArray:
            return np.asarray(paper.at(point[None])[0])

        place = paper.moved(middle, corner - flat(middle))
        length = _AXES / self._points(paper)
        for axis, colour, letter in zip(np.eye(3), AXES, "xyz", strict=True):
            tip, beside = place + length * axis, place + 1.45 * length * axis
            self.ax.plot(*np.array([place, tip]).T, color=colour, linewidth=1.4)
            if np.hypot(*(flat(tip) - corner)) > _AXES / 4:
                style: dict[str, Any] = {"size": 9, "ha": "center", "va": "center"}
                self.ax.text(*beside, letter, color=colour, style="italic", **style)
        return np.array([corner - _EDGE, corner + _EDGE])

    def _draw_scale(self, paper: Paper, window: FloatArray) -> FloatArray:
        """Draw a bar for each unit in the lower right corner; return the corners of their box."""
        ax, points, size = self.ax, self._points(paper), np.ptp(window, axis=0)
        bars = self._view.scale.bars(_BAR * self._view.half)
        left = float(window[1, 0])
        for k, (unit, (value, length)) in enumerate(reversed(bars.items())):
            height = (_ASIDE + k * _LINE) / size[1]
            start, end = 1 - np.array([_ASIDE + points * length, _ASIDE]) / size[0]
            bar: dict[str, Any] = {"color": INK, "linewidth": 1.6, "solid_capstyle": "butt"}
            ax.add_line(Line2D((start, end), (height, height), transform=ax.transAxes, **bar))
            text = ax.text2D(
                start - _GAP / size[0], height, f"{value:g} {unit}", size=_LETTERS, color=INK,
                ha="right", va="center", transform=ax.transAxes,
            )  # fmt: skip
            left = min(left, text.get_window_extent().x0 * 72 / ax.figure.dpi)
        low = window[0, 1]
        return np.array([[left, low], [window[1, 0], low + _ASIDE + len(bars) * _LINE]])

    def _points(self, paper: Paper) -> float:
        """Return the points of print of a metre across the line of sight."""
        start, end = paper.at(self._view.middle + np.vstack([np.zeros(3), paper.across[0]]))
        return float(np.hypot(*(end - start)))


def _panels(space: Axes3D, diagram: Diagram) -> dict[Axes, tuple[str, list[Side]]]:
    """Return the panels of the polygons, with their titles, and what each shows: unit and sides."""
    at_forces, at_moments = (ax for ax in space.figure.axes if ax is not space)
    name_panel(at_forces, "forces add up to zero")
    name_panel(at_moments, f"moments about $C_{{{diagram.link}}}$ add up to zero")
    vectors = diagram.vectors
    return {at_forces: ("N", forces(vectors)), at_moments: ("N m", moments(vectors))}
