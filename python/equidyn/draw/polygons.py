"""Polygons of the forces and of the moments on a link, which close to zero."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from matplotlib.patches import FancyArrowPatch
from matplotlib.patheffects import withStroke

from ..dynamics.link_vectors import ON_A_BODY, LinkVector
from ..output.styles import AXES, INK, MUTED, VECTORS
from ..validation import FloatArray
from .arrows import round_up
from .placing import Wanted, placed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .sight import Sight

# sides shorter than this part of the longest are not drawn: rounding, and what nobody can see
_ROUNDING, _UNSEEN = 1e-11, 3e-3

# second singular value, in parts of the first, that is rounding; of sides nearly along one line;
# from one to the next of such sides, which are drawn beside each other, in parts of their extent
_NOTHING, _ALONG_A_LINE, _APART = 1e-9, 0.15, 0.2

# least share of the vertical in the plane that turns the plane, and of an axis that has a letter
_UPRIGHT, _LETTERED = 0.3, 0.45

# part of the panel that the polygon takes, length of the axes of the world, points
_FILLED, _AXES = 0.6, 16.0

_LETTERS, _SMALL = 10.0, 8.0


class Side(NamedTuple):
    """A side of a polygon: its kind and symbol as of a `LinkVector`, and its components (3,)."""

    kind: str
    symbol: str
    value: FloatArray


class Outline(NamedTuple):
    """A polygon in its plane.

    Attributes
    ----------
    plane : ndarray, shape (2, 3)
        Unit vectors to the right and upwards in the panel.
    starts, spans : ndarray, shape (k, 2)
        Where each side starts, and the side.
    flat : bool
        Whether all sides are along one line; each then starts beside the end of the last one.
    """

    plane: FloatArray
    starts: FloatArray
    spans: FloatArray
    flat: bool


def forces(vectors: Sequence[LinkVector]) -> list[Side]:
    """Return the forces on a link, which add up to zero, N."""
    return [Side(v.kind, v.symbol, v.value) for v in _acting(vectors, "N")]


def moments(vectors: Sequence[LinkVector]) -> list[Side]:
    """Return the moments about the centre of mass of a link, which add up to zero, N m.

    Moments of forces are ``M(f)``; those of weight and inertia are zero.
    """
    centre = next(v.point for v in vectors if v.kind == "weight")
    sides = [Side(v.kind, v.symbol, v.value) for v in _acting(vectors, "N m")]
    levers = [
        Side(v.kind, f"M({v.symbol})", np.cross(v.point - centre, v.value))
        for v in _acting(vectors, "N")
        if v.kind == "force"
    ]
    return [*sides[:-1], *levers, *sides[-1:]]


def _acting(vectors: Sequence[LinkVector], unit: str) -> list[LinkVector]:
    return [v for v in vectors if v.kind in ON_A_BODY and v.unit == unit]


def seen(sides: Sequence[Side]) -> list[Side]:
    """Return the sides that are long enough to be seen."""
    longest = max((float(np.linalg.norm(side.value)) for side in sides), default=0.0)
    return [side for side in sides if np.linalg.norm(side.value) > _UNSEEN * longest]


def outline(sides: Sequence[Side], sight: Sight) -> Outline:
    """Return the polygon of at least one side, in the plane of its two largest directions.

    What is up is up, as far as it is in the plane, and the plane is seen from the side of the eye.
    """
    values = np.array([side.value for side in sides])
    _, sizes, directions = np.linalg.svd(values)
    first, second, normal = directions
    first = first * (1.0 if first @ (sight.picture[0] + sight.picture[1]) >= 0 else -1.0)
    second_size = sizes[1:2].sum() / sizes[0]
    up = sight.axes[2]
    if second_size <= _NOTHING:
        # the second direction of a line is any
        second = np.cross(sight.picture[2], first)
        if np.linalg.norm(second) < _UPRIGHT:
            second = np.cross(sight.picture[1], first)
        second /= np.linalg.norm(second)
        normal = np.cross(first, second)
    if normal @ sight.picture[2] < 0:
        normal = -normal
    level = up - normal * (up @ normal)
    rise = level if np.linalg.norm(level) > _UPRIGHT else np.cross(normal, first)
    rise = rise / np.linalg.norm(rise)
    plane = np.array([np.cross(rise, normal), rise])
    spans = values @ plane.T
    ends = np.vstack([np.zeros(2), np.cumsum(spans, axis=0)])
    starts = ends[:-1]
    flat = bool(second_size <= _ALONG_A_LINE)
    if flat:
        along = spans[np.argmax(np.abs(spans).sum(axis=-1))]
        across = np.array([along[1], -along[0]]) / np.hypot(*along)
        across *= 1.0 if across @ [1.0, -0.5] > 0 else -1.0
        step = _APART * float(np.ptp(ends @ along) / np.hypot(*along))
        starts = starts + step * np.arange(len(starts))[:, None] * across
    return Outline(plane, starts, spans, flat)


def name_panel(ax: Axes, title: str) -> None:
    """Write the title of a panel, which has no axes."""
    ax.set_axis_off()
    ax.set_title(title, size=_LETTERS, color=INK)


def draw_polygon(ax: Axes, unit: str, sides: Sequence[Side], sight: Sight) -> None:
    """Draw a polygon, arrows head to tail, with its scale and the axes of the world in its plane.

    Parameters
    ----------
    ax : matplotlib axes
        Axes with their final size.
    unit : str
        Unit of the sides.
    sides : sequence of Side
        What adds up to zero.
    sight : Sight
        The view of the picture beside it.
    """
    drawn = seen(sides)
    if not drawn:
        ax.text(0.5, 0.5, "all zero", ha="center", color=MUTED, transform=ax.transAxes)
        return
    shape = outline(drawn, sight)
    points = np.vstack([shape.starts, shape.starts + shape.spans])
    middle, extent = (points.min(axis=0) + points.max(axis=0)) / 2, np.ptp(points, axis=0).max()
    half = extent / (2 * _FILLED)
    ax.set_aspect("equal")
    ax.set(xlim=middle[0] + half * np.array([-1, 1]), ylim=middle[1] + half * np.array([-1, 1]))
    ax.apply_aspect()
    boxes = [_draw_world(ax, shape.plane), _draw_scale(ax, extent, unit)]
    unseen = [side for side in sides if not any(side is each for each in drawn)]
    longest = max(float(np.linalg.norm(side.value)) for side in drawn)
    small = [f"${s.symbol}$" for s in unseen if np.linalg.norm(s.value) > _ROUNDING * longest]
    if small:
        words = f"too small: {', '.join(small)}"
        ax.text(0.5, -0.02, words, size=_SMALL, color=MUTED, ha="center", transform=ax.transAxes)
    _draw_sides(ax, drawn, shape, boxes)


def _draw_sides(
    ax: Axes, sides: Sequence[Side], shape: Outline, boxes: Sequence[FloatArray]
) -> None:
    """Draw the arrows and their symbols."""
    ends = shape.starts + shape.spans
    if shape.flat:
        for end, start in zip(ends, [*shape.starts[1:], shape.starts[0]], strict=True):
            ax.plot(*np.array([end, start]).T, color=MUTED, linewidth=0.6, linestyle=":")
    ax.plot(*shape.starts[0], marker="o", markersize=4, color=INK)
    for side, start, end in zip(sides, shape.starts, ends, strict=True):
        ax.add_patch(
            FancyArrowPatch(
                start, end, arrowstyle="-|>", mutation_scale=9, shrinkA=0, shrinkB=0,
                linewidth=1.6, color=VECTORS[side.kind],
            )
        )  # fmt: skip
    texts = [
        ax.text(
            0, 0, f"${side.symbol}$", color=VECTORS[side.kind], size=_LETTERS, ha="center",
            va="center", path_effects=[withStroke(linewidth=2.5, foreground=ax.get_facecolor())],
        )
        for side in sides
    ]  # fmt: skip
    in_points = 72 / ax.figure.dpi
    corners = in_points * ax.get_window_extent().get_points()

    def at(places: FloatArray) -> FloatArray:
        return np.asarray(in_points * ax.transData.transform(places))

    wanted = [
        Wanted(start, tip - start, in_points * np.array(text.get_window_extent().size), bound=True)
        for start, tip, text in zip(at(shape.starts), at(ends), texts, strict=True)
    ]
    places = placed(wanted, [], corners, [at(box) for box in boxes])
    for place, text in zip(places, texts, strict=True):
        text.set_position(tuple(ax.transData.inverted().transform(place.symbol / in_points)))


def _draw_world(ax: Axes, plane: FloatArray) -> FloatArray:
    """Draw the axes of the world in the lower left corner; return the corners of their box."""
    corner, point = _corner_and_point(ax)
    length = _AXES * point
    middle = corner + np.full(2, 1.6 * length)
    for k, (axis, colour, letter) in enumerate(zip(plane.T, AXES, "xyz", strict=True)):
        ax.plot(*np.array([middle, middle + length * axis]).T, color=colour, linewidth=1.2)
        # no letter for an axis towards the eye, nor on that of another one
        apart = np.linalg.norm(plane.T[:k] - axis, axis=-1)
        if np.hypot(*axis) > _LETTERED and (apart > _LETTERED).all():
            style: dict[str, Any] = {"ha": "center", "va": "center", "style": "italic"}
            x, y = middle + 1.45 * length * axis
            ax.text(x, y, letter, color=colour, size=_SMALL, **style)
    return np.array([corner, corner + 3.2 * length])


def _draw_scale(ax: Axes, extent: float, unit: str) -> FloatArray:
    """Draw a bar of a round value in the lower right corner; return the corners of its box."""
    corner, point = _corner_and_point(ax)
    value = round_up(0.15 * extent)
    right, low = ax.get_xlim()[1] - 4 * point, corner[1] + 6 * point
    ax.plot([right - value, right], [low, low], color=INK, linewidth=1.6, solid_capstyle="butt")
    text = ax.text(right, low + 3 * point, f"{value:g} {unit}", size=_SMALL, ha="right")
    width = max(value, point * text.get_window_extent().width * 72 / ax.figure.dpi)
    return np.array([[right - width, low], [right, low + 16 * point]])


def _corner_and_point(ax: Axes) -> tuple[FloatArray, float]:
    """Return the lower left corner of axes, and the length of a point of print, in their units."""
    box, limits = ax.get_window_extent(), np.array([ax.get_xlim(), ax.get_ylim()])
    return limits[:, 0], float(np.ptp(limits[0])) / (box.width * 72 / ax.figure.dpi)
