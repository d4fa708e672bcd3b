"""Ground of a picture: a grid of round lengths, shadows, the world's axes, and gravity.

The ground is a floor below an arm, or for a flat arm its own plane.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..output.styles import AXES, MUTED, VECTORS
from ..validation import FloatArray
from .pen import Pen
from .sight import Sight

if TYPE_CHECKING:
    from mpl_toolkits.mplot3d.axes3d import Axes3D

# largest number of squares along the longer side
_SQUARES = 8

# from a corner to its letter, and from a point to a letter beside it, in sides of a square
_LETTER, _BESIDE = 1.35, 0.4

# from the corner of the ground to gravity; length and half width of its head, in sides of a square
_ASIDE, _HEAD, _HALF_HEAD = 0.35, 0.3, 0.14

# shortest arrow in the picture, in parts of its length; a shorter one is a point or a cross
_SHORTEST = 0.02


def step_of(length: float) -> float:
    """Return the side of a square, 1, 2 or 5 times a power of ten, for a floor of this length."""
    least = length / _SQUARES
    power = 10.0 ** np.floor(np.log10(least))
    return float(next(k * power for k in (1, 2, 5, 10) if k * power >= least * (1 - 1e-12)))


def draw_ground(
    ax: Axes3D,
    sight: Sight,
    box: tuple[FloatArray, FloatArray],
    gravity: FloatArray,
    points: FloatArray,
) -> FloatArray:
    """Draw the ground of a box; return its corners and the positions of letters, shape (k, 3).

    Parameters
    ----------
    ax : matplotlib axes in space
        Axes to draw on.
    sight : Sight
        Direction of view.
    box : pair of ndarray, shape (3,)
        Lowest and highest corner along the axes of the ground.
    gravity : ndarray, shape (3,)
        Gravity, m/s².
    points : ndarray, shape (k, 3)
        Points along the arm, to which the arrow of gravity keeps its distance.
    """
    low, high = box
    step = step_of(max(high[:2] - low[:2]))
    # the ground ends where the box does
    first, last = np.ceil(low[:2] / step), np.floor(high[:2] / step)
    x, y = (step * np.arange(a, b + 1) for a, b in zip(first, last, strict=True))
    (left, front, z), (right, back, _), ground = low, high, sight.ground
    style: dict[str, Any] = {"color": MUTED, "linewidth": 0.6, "alpha": 0.35}
    lines = [[(each, front, z), (each, back, z)] for each in x]
    lines += [[(left, each, z), (right, each, z)] for each in y]
    for line in lines:
        ax.plot(*(np.array(line) @ ground).T, **style)
    local = np.array([(each, other, z) for each in (left, right) for other in (front, back)])
    corners: FloatArray = local @ ground
    found = [corners, _draw_world(ax, corners[0], step, sight)]
    if gravity.any():
        foot = _foot(corners, points, step, sight)
        found.append(_draw_gravity(ax, foot, step, sight))
    text: dict[str, Any] = {"color": MUTED, "size": 9, "transform": ax.transAxes}
    ax.text2D(0.02, -0.05 if sight.flat else 0.02, f"squares of {step:g} m", **text)
    return np.vstack(found)


def _foot(corners: FloatArray, points: FloatArray, length: float, sight: Sight) -> FloatArray:
    """Return the foot of the arrow of gravity: beside a plane, or on the floor far from the arm."""
    across, rise, _ = sight.picture
    if sight.flat:
        foot: FloatArray = corners[3] + length * (_ASIDE * across - _BESIDE * rise - sight.axes[2])
        return foot
    inwards = np.sign((corners.mean(axis=0) - corners[1:]) @ sight.axes.T) * (1.0, 1.0, 0.0)
    feet = corners[1:] + _ASIDE * length * inwards @ sight.axes

    def distance(foot: FloatArray) -> float:
        """Return the least distance of an arrow from the arm, in the picture."""
        arrow = foot + np.linspace(0.0, 1.0 + _BESIDE, 8)[:, np.newaxis] * length * sight.axes[2]
        apart = (points[:, np.newaxis] - arrow) @ sight.picture[:2].T
        return float(np.linalg.norm(apart, axis=-1).min())

    return np.asarray(max(feet, key=distance))


def draw_shadows(pen: Pen, sight: Sight, height: float, links: Sequence[FloatArray]) -> None:
    """Draw the shadow of each link, by its corners, on the floor at this height."""
    style: dict[str, Any] = {"color": MUTED, "linewidth": 4, "alpha": 0.25}
    for k, link in enumerate(links):
        on_floor = link @ sight.ground.T
        on_floor[:, 2] = height
        name = f"_shadow of link {k + 1}"
        pen.line(on_floor @ sight.ground, solid_capstyle="round", label=name, **style)


def _draw_world(ax: Axes3D, corner: FloatArray, length: float, sight: Sight) -> FloatArray:
    """Draw the axes of the world at a corner of the ground; return the positions of letters."""
    across, rise, to_eye = sight.picture
    places = []
    for axis, colour, letter in zip(np.eye(3), AXES, "xyz", strict=True):
        if sight.flat and np.hypot(axis @ across, axis @ rise) < _SHORTEST:
            _draw_point(ax, corner, axis @ to_eye > 0, colour)
            place = corner - _BESIDE * length * across
        else:
            ax.plot(*np.array([corner, corner + length * axis]).T, color=colour, linewidth=1.4)
            place = corner + _LETTER * length * axis
        _write(ax, place, letter, colour)
        places.append(place)
    return np.array(places)


def _draw_gravity(ax: Axes3D, foot: FloatArray, length: float, sight: Sight) -> FloatArray:
    """Draw the direction of gravity above a point of the ground; return the points it takes."""
    across, rise, to_eye = sight.picture
    colour = VECTORS["weight"]
    down = -sight.axes[2]
    seen = np.array([down @ across, down @ rise, 0.0])
    if np.linalg.norm(seen) < _SHORTEST:
        _draw_point(ax, foot, down @ to_eye > 0, colour)
        place = foot - 1.5 * _BESIDE * length * rise
        _write(ax, place, "g", colour)
        return np.array([foot, place])
    start, tip = foot - length * down, foot
    side = np.cross(down, to_eye)
    side *= _HALF_HEAD * length / np.linalg.norm(side)
    foot = tip - _HEAD * length * down
    head = np.array([foot + side, tip, foot - side])
    # the corners of a wide line may lie outside of the axes
    style: dict[str, Any] = {
        "color": colour,
        "linewidth": 1.8,
        "clip_on": False,
        "in_layout": False,
    }
    ax.plot(*np.array([start, tip]).T, label="gravity", **style)
    ax.plot(*head.T, solid_joinstyle="miter", **style)
    place = start - _BESIDE * length * down
    _write(ax, place, "g", colour)
    return np.vstack([place, head])


def _draw_point(ax: Axes3D, place: FloatArray, to_eye: bool, colour: str) -> None:
    """Draw an arrow along the line of sight: its point in a circle, or from behind a cross."""
    style: dict[str, Any] = {"color": colour, "linestyle": ""}
    ax.plot(*place[:, np.newaxis], marker="o", markersize=8, markerfacecolor="none", **style)
    ax.plot(*place[:, np.newaxis], marker="." if to_eye else "x", markersize=5, **style)


def _write(ax: Axes3D, place: FloatArray, letter: str, colour: str) -> None:
    ax.text(*place, letter, color=colour, size=9, ha="center", va="center", style="italic")
