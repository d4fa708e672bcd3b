"""The names of curves beside their ends, however close these lie to each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from .visible import in_one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# size of the letters, points, and distance of two names as a multiple of it
_LETTERS = 9.0
_DISTANCE = 1.6

# where the names stand, in widths of the axes: a sample of the line, then the name
_SAMPLE, _NAME = (1.06, 1.09, 1.12), 1.14


def name_curves(ax: Axes, curves: Mapping[str, Mapping[int, float]]) -> None:
    """Write the names of the curves in a column beside the axes, each led to the end of its curve.

    Those that end together make room for each other; where there is not enough, letters shrink.

    Parameters
    ----------
    ax : matplotlib axes
        Where the curves are drawn already, under these names, within the final limits.
    curves : mapping
        Heights over places, by the name of the curve.
    """
    ends = {name: max(points.items()) for name, points in curves.items()}
    scale = ax.transScale + ax.transLimits
    points = ax.get_window_extent().height * 72.0 / ax.figure.dpi
    spacing = min(_DISTANCE * _LETTERS / points, 1.0 / max(len(ends) - 1, 1))
    heights = _spread([float(scale.transform(end)[1]) for end in ends.values()], spacing)
    letters = min(_LETTERS, spacing * points / _DISTANCE)
    drawn = {str(line.get_label()): line for line in ax.get_lines()}
    for (name, end), height in zip(ends.items(), heights, strict=True):
        line = drawn[name]
        leader = {"arrowstyle": "-", "linewidth": 0.6, "color": line.get_color()}
        ax.annotate(
            "",
            end,
            (_SAMPLE[0], height),
            textcoords="axes fraction",
            arrowprops={**leader, "shrinkA": 0, "shrinkB": 3},
            annotation_clip=False,
        )
        _draw_sample(ax, line, height)
        style: dict[str, Any] = {"color": line.get_color(), "size": letters, "va": "center"}
        shown = in_one_line(name)
        ax.text(_NAME, height, shown, transform=ax.transAxes, parse_math=False, **style)


def _draw_sample(ax: Axes, line: Any, height: float) -> None:
    """Draw a short piece of a line before its name."""
    (sample,) = ax.plot(_SAMPLE, [height] * len(_SAMPLE))
    sample.update_from(line)
    sample.set(transform=ax.transAxes, clip_on=False, label="_sample", markevery=[1])


def _spread(positions: list[float], spacing: float) -> list[float]:
    """Move positions as little apart as it takes for each two to be `spacing` from each other.

    They end between 0 and 1 if there is room for all of them.
    """
    order = np.argsort(positions, kind="stable")
    spread = np.array(positions, dtype=float)[order]
    for _ in range(10 * len(spread) ** 2):
        overlap = np.clip(spacing - np.diff(spread), 0.0, None) / 2.0
        if not overlap.any():
            break
        spread[:-1] -= overlap
        spread[1:] += overlap
    # as many must find room below each as stand there, and as many above
    below = spacing * np.arange(len(spread))
    spread = np.clip(spread, below, 1.0 - below[::-1])
    result = np.empty_like(spread)
    result[order] = spread
    return [float(position) for position in result]
