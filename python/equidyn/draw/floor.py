"""Floor below an arm: a grid of round lengths, the shadow of the links, and the world's axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._validation import FloatArray
from ..output.styles import AXES, MUTED

if TYPE_CHECKING:
    from mpl_toolkits.mplot3d.axes3d import Axes3D

# largest number of squares along the longer side
_SQUARES = 8


def step_of(length: float) -> float:
    """Return the side of a square, 1, 2 or 5 times a power of ten, for a floor of this length."""
    least = length / _SQUARES
    power = 10.0 ** np.floor(np.log10(least))
    return float(next(k * power for k in (1, 2, 5, 10) if k * power >= least * (1 - 1e-12)))


def draw_floor(
    ax: Axes3D, low: FloatArray, high: FloatArray, links: Sequence[FloatArray]
) -> FloatArray:
    """Draw the floor of a box; return its corners and the positions of letters, shape (k, 3).

    Parameters
    ----------
    ax : matplotlib axes in space
        Axes to draw on.
    low, high : ndarray, shape (3,)
        Corners of the box.
    links : sequence of ndarray, shape (m, 3)
        Corners of each link for its shadow.
    """
    step = step_of(max(high[:2] - low[:2]))
    first, last = np.floor(low[:2] / step), np.ceil(high[:2] / step)
    x, y = (step * np.arange(a, b + 1) for a, b in zip(first, last, strict=True))
    z = low[2]
    style: dict[str, Any] = {"color": MUTED, "linewidth": 0.6, "alpha": 0.35}
    for each in x:
        ax.plot([each, each], [y[0], y[-1]], [z, z], **style)
    for each in y:
        ax.plot([x[0], x[-1]], [each, each], [z, z], **style)
    shadow: dict[str, Any] = {"color": MUTED, "linewidth": 4, "alpha": 0.25}
    for k, link in enumerate(links):
        name = f"_shadow of link {k + 1}"
        ax.plot(link[:, 0], link[:, 1], z, solid_capstyle="round", label=name, **shadow)
    corners = np.array([(each, other, z) for each in (x[0], x[-1]) for other in (y[0], y[-1])])
    letters = _draw_world(ax, corners[0], step)
    ax.text2D(0.02, 0.02, f"squares of {step:g} m", transform=ax.transAxes, color=MUTED, size=9)
    return np.vstack([corners, letters])


def _draw_world(ax: Axes3D, corner: FloatArray, length: float) -> FloatArray:
    """Draw the axes of the world at a corner of the floor; return the positions of letters."""
    places = corner + 1.35 * length * np.eye(3)
    for axis, place, colour, letter in zip(np.eye(3), places, AXES, "xyz", strict=True):
        end = corner + length * axis
        ax.plot(*np.array([corner, end]).T, color=colour, linewidth=1.4)
        ax.text(*place, letter, color=colour, size=9, ha="center", va="center", style="italic")
    return places
