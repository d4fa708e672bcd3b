"""Names at the ends of curves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from .text import in_one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# font size in points, and line spacing of names as a multiple of it
_LETTERS = 9.0
_DISTANCE = 1.6

# positions beside the axes, in widths of these: a sample of the line, then the name
_SAMPLE, _NAME = (1.05, 1.09, 1.13), 1.145


def name_ends(
    ax: Axes, ends: Mapping[str, tuple[float, float]], words: Mapping[str, str] | None = None
) -> None:
    """Write the names of curves in a column beside the axes, with samples and leaders to the ends.

    Names that would overlap are moved apart; without enough room the font shrinks.

    Parameters
    ----------
    ax : matplotlib axes
        Axes with the curves drawn under these names, within the final limits.
    ends : mapping of str to tuple of two float
        The last point of each curve, by its name.
    words : mapping of str to str, optional
        What is written for a name; by default the name.
    """
    from matplotlib.lines import Line2D

    # limits that are not yet computed from the data are so now
    ax.get_xlim(), ax.get_ylim()
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
        sample = Line2D(_SAMPLE, [height] * len(_SAMPLE))
        sample.update_from(line)
        sample.set(transform=ax.transAxes, clip_on=False, label="_sample", markevery=[1])
        ax.add_line(sample)
        style: dict[str, Any] = {"color": line.get_color(), "size": letters, "va": "center"}
        shown = in_one_line((words or {}).get(name, name))
        ax.text(_NAME, height, shown, transform=ax.transAxes, parse_math=False, **style)


def _spread(positions: list[float], spacing: float) -> list[float]:
    """Move positions apart, as little as possible, to a least distance of `spacing`.

    The results are between 0 and 1 if there is room for all of them.
    """
    order = np.argsort(positions, kind="stable")
    spread = np.array(positions, dtype=float)[order]
    for _ in range(10 * len(spread) ** 2):
        overlap = np.clip(spacing - np.diff(spread), 0.0, None) / 2.0
        if not overlap.any():
            break
        spread[:-1] -= overlap
        spread[1:] += overlap
    # each needs room for those below it, and for those above
    below = spacing * np.arange(len(spread))
    spread = np.clip(spread, below, 1.0 - below[::-1])
    result = np.empty_like(spread)
    result[order] = spread
    return [float(position) for position in result]
