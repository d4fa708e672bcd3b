"""Plot of poles in the complex plane."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..validation import ComplexArray
from .plots import given_or_new
from .styles import BEYOND, COLOURS, INK, MUTED

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SIZE = (6.4, 4.8)

# room around the poles, relative to their extent
_MARGIN = 0.15


def draw_poles(
    poles: Sequence[tuple[complex, int]], ax: Axes | None = None, *, sampled: bool = False
) -> Axes:
    """Plot poles as crosses in a plane; the unstable part is shaded.

    Parameters
    ----------
    poles : sequence of tuple
        Poles, and how many are at each place.
    ax : matplotlib axes, optional
        Axes to draw on; a new figure by default.
    sampled : bool, optional
        Whether poles of stable loops are within the unit circle, and not left of the imaginary
        axis.

    Returns
    -------
    matplotlib axes
    """
    ax = given_or_new(ax, _SIZE)
    places = np.array([pole for pole, _ in poles])
    _set_limits(ax, places, sampled)
    _shade(ax, sampled)
    ax.axhline(0.0, color=MUTED, linewidth=0.8, zorder=1)
    ax.plot(places.real, places.imag, "x", color=COLOURS[0], markersize=8, markeredgewidth=1.8)
    for pole, count in poles:
        if count > 1:
            place = pole.real, pole.imag
            ax.annotate(
                f"{count} poles",
                place,
                (-7, 5),
                textcoords="offset points",
                color=INK,
                size=9,
                ha="right",
            )
    unit = "" if sampled else ", 1/s"
    ax.set_xlabel(f"real part{unit}")
    ax.set_ylabel(f"imaginary part{unit}")
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _set_limits(ax: Axes, places: ComplexArray, sampled: bool) -> None:
    """Make room for the poles, and for the border of the stable part."""
    if sampled:
        reach = (1 + _MARGIN) * max(1.0, float(np.abs(places).max()))
        ax.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal")
        return
    left, right = min(0.0, places.real.min()), max(0.0, places.real.max())
    height = float(np.abs(places.imag).max())
    size = max(right - left, height) or 1.0
    width = max(right - left, _MARGIN * size)
    height = max(height, _MARGIN * size)
    ax.set_xlim(left - _MARGIN * width, right + _MARGIN * width)
    ax.set_ylim(-(1 + _MARGIN) * height, (1 + _MARGIN) * height)


def _shade(ax: Axes, sampled: bool) -> None:
    """Shade where poles are of loops that are not stable, and draw the border."""
    from matplotlib.patches import PathPatch, Rectangle
    from matplotlib.path import Path

    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    start = left if sampled else 0.0
    beyond = Rectangle((start, low), right - start, high - low)
    shaded = beyond.get_path().transformed(beyond.get_patch_transform())
    if sampled:
        turn = np.linspace(2 * np.pi, 0.0, 361)  # against the sense of the rectangle: a hole
        circle = np.column_stack([np.cos(turn), np.sin(turn)])
        shaded = Path.make_compound_path(shaded, Path(circle, closed=True))
        ax.plot(*circle.T, color=MUTED, linewidth=0.8, zorder=1)
    else:
        ax.axvline(0.0, color=MUTED, linewidth=0.8, zorder=1)
    ax.add_patch(PathPatch(shaded, color=BEYOND[0], alpha=0.35, linewidth=0.0, zorder=0))
    where: dict[str, Any] = {"x": 0.985, "y": 0.25, "rotation": 90, "ha": "right", "va": "center"}
    if sampled:
        where = {"x": 0.015, "y": 0.985, "ha": "left", "va": "top"}
    ax.text(s="not stable", transform=ax.transAxes, color=INK, size=9, **where)
