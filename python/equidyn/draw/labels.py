"""Arrows with their symbols in a picture of matplotlib, and the legend of their scales."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch
from matplotlib.patheffects import withStroke
from mpl_toolkits.mplot3d.proj3d import proj_transform

from ..output.styles import MUTED, VECTORS
from ..validation import FloatArray
from .arrows import Arrow, Diagram, Scale

if TYPE_CHECKING:
    from mpl_toolkits.mplot3d.axes3d import Axes3D

# sizes in points: of heads, between the two heads, of letters, and from a tip to its symbol
_HEAD, _BETWEEN, _LETTERS = 11.0, 6.0, 11.0
_AWAY = (11.0, 16.0, 22.0, 30.0)

# directions in which a symbol may stand beside a tip
_AROUND = np.linspace(0, 2 * np.pi, 16, endpoint=False)

# penalties: a letter on another one, on a line; a turn away from the arrow, a point further away
_ON_TEXT, _ON_LINE, _TURNED, _FURTHER = 100.0, 1.0, 0.6, 0.05

# opacity of faint arrows
_FAINT = 0.4

# letters in a line of the legend, and most vectors that it lists as zero
_LINE, _MOST_LISTED = 40, 18

# points at which a line is looked at, and room around a symbol, in points
_POINTS, _MARGIN = 24, 2.5


class _Arrow(FancyArrowPatch):
    """Straight arrow between two points in space, drawn above everything else."""

    def __init__(self, start: FloatArray, end: FloatArray, **style: Any) -> None:
        super().__init__((0, 0), (0, 0), shrinkA=0, **style)
        self._ends = np.array([start, end])

    def do_3d_projection(self) -> float:
        """Project the ends; return a depth in front of everything."""
        x, y, _ = proj_transform(*self._ends.T, self.axes.get_proj())  # type: ignore[union-attr]
        self.set_positions((x[0], y[0]), (x[1], y[1]))
        return -1e9


def draw_arrows(ax: Axes3D, arrows: Iterable[Arrow], faint: Container[str]) -> None:
    """Draw arrows in the colours of their kinds, with two heads for axial vectors; some faintly."""
    for arrow in arrows:
        alpha = _FAINT if arrow.symbol in faint else 1.0
        style: dict[str, Any] = {"color": VECTORS[arrow.kind], "linewidth": 1.8, "alpha": alpha}
        style |= {"arrowstyle": "-|>", "mutation_scale": _HEAD, "zorder": 10}
        for shrink in (0.0, _BETWEEN) if arrow.axial else (0.0,):
            patch = _Arrow(arrow.start, arrow.tip, shrinkB=shrink, **style)
            patch.set_in_layout(False)
            ax.add_artist(patch)


def settle(ax: Axes3D) -> None:
    """Lay out the figure of axes, which then have their final size."""
    figure = ax.get_figure(root=True)
    engine = figure.get_layout_engine() if figure is not None else None
    if engine is not None:
        engine.execute(figure)
    ax.apply_aspect()


def name_arrows(ax: Axes3D, arrows: Sequence[Arrow], lines: Sequence[FloatArray]) -> None:
    """Write the symbol of each arrow beside its tip, where it covers least.

    Parameters
    ----------
    ax : matplotlib axes in space
        Axes with the arrows and final limits.
    arrows : sequence of Arrow
        The arrows.
    lines : sequence of ndarray, shape (k, 3)
        Lines of the picture that no symbol should cover.
    """
    settle(ax)
    ends = [np.array([arrow.start, arrow.tip]) for arrow in arrows]
    covered = np.vstack([_sampled(in_picture(ax, line)) for line in (*ends, *lines)])
    boxes = [_extent(ax, text) for text in ax.texts if hasattr(text, "get_position_3d")]
    for arrow, (start, tip) in zip(arrows, (in_picture(ax, pair) for pair in ends), strict=True):
        text = symbol_at_tip(ax, arrow)
        size = text.get_window_extent().size
        places = _places(tip, size, ax)
        costs = [_cost(place, size, tip - start, tip, covered, boxes, ax) for place in places]
        chosen = places[int(np.argmin(costs))]
        boxes.append(np.array([chosen - size / 2, chosen + size / 2]))
        text.set_position_3d(arrow.tip + _in_space(ax, arrow.tip, chosen - tip))


def symbol_at_tip(ax: Axes3D, arrow: Arrow) -> Any:
    """Return the symbol of an arrow, written at its tip."""
    return ax.text(
        *arrow.tip,
        f"${arrow.symbol}$",
        color=VECTORS[arrow.kind],
        size=_LETTERS,
        ha="center",
        va="center",
        path_effects=[withStroke(linewidth=2.5, foreground=ax.get_facecolor())],
        zorder=20,
        in_layout=False,
    )


def _places(tip: FloatArray, size: FloatArray, ax: Axes3D) -> FloatArray:
    """Return the possible middles of a symbol, in pixels, nearest first."""
    pixel = ax.figure.dpi / 72
    directions = np.stack([np.cos(_AROUND), np.sin(_AROUND)], axis=-1)
    # the box of the symbol keeps its distance in every direction
    room = 0.5 * (np.abs(directions) * (size - size.min())).sum(axis=-1, keepdims=True)
    rings = [tip + directions * (away * pixel + room) for away in _AWAY]
    return np.concatenate(rings)


def _cost(
    place: FloatArray,
    size: FloatArray,
    along: FloatArray,
    tip: FloatArray,
    covered: FloatArray,
    boxes: Sequence[FloatArray],
    ax: Axes3D,
) -> float:
    """Return the penalty of a place: what it covers, and how far it is from the arrow's way."""
    margin = _MARGIN * ax.figure.dpi / 72
    low, high = place - size / 2 - margin, place + size / 2 + margin
    overlaps = sum(bool((low < box[1]).all() and (box[0] < high).all()) for box in boxes)
    lines = int(((covered > low) & (covered < high)).all(axis=-1).sum())
    outside = bool((low < ax.figure.bbox.p0).any() or (high > ax.figure.bbox.p1).any())
    away = place - tip
    lengths = np.hypot(*along) * np.hypot(*away)
    turned = 1 - float(along @ away) / lengths if lengths else 0.0
    further = float(np.hypot(*away)) * 72 / ax.figure.dpi
    crossed = _ON_TEXT * (overlaps + outside) + _ON_LINE * lines
    return float(crossed + _TURNED * turned + _FURTHER * further)


def in_picture(ax: Axes3D, points: FloatArray) -> FloatArray:
    """Return points of the world, shape (k, 3), in pixels."""
    x, y, _ = proj_transform(*points.T, ax.get_proj())
    pixels: FloatArray = np.asarray(ax.transData.transform(np.column_stack([x, y])))
    return pixels


def _in_space(ax: Axes3D, point: FloatArray, pixels: FloatArray) -> FloatArray:
    """Return the shift across the line of sight that moves a point by a number of pixels."""
    azimuth, elevation = np.radians([ax.azim, ax.elev])
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    up = np.array(
        [
            -np.sin(elevation) * np.cos(azimuth),
            -np.sin(elevation) * np.sin(azimuth),
            np.cos(elevation),
        ]
    )
    step = 1e-3 * float(np.ptp(ax.get_zlim()))
    moved = in_picture(ax, point + step * np.array([np.zeros(3), right, up]))
    shares = np.linalg.solve((moved[1:] - moved[0]).T, pixels)
    shift: FloatArray = step * (shares[0] * right + shares[1] * up)
    return shift


def _extent(ax: Axes3D, text: Any) -> FloatArray:
    """Return the lowest and highest corner of a text in space, in pixels."""
    size = text.get_window_extent().size
    (middle,) = in_picture(ax, np.array([text.get_position_3d()]))
    return np.array([middle - size / 2, middle + size / 2])


def _sampled(line: FloatArray) -> FloatArray:
    """Return points along a line of several corners."""
    shares = np.linspace(0, len(line) - 1, _POINTS)
    return np.stack([np.interp(shares, range(len(line)), part) for part in line.T], axis=-1)


def explain_arrows(ax: Axes3D, diagram: Diagram, scale: Scale) -> None:
    """Draw a legend below the axes: what an arrow of a round length stands for, by kind."""
    lines = list(scale.legend())
    zeros = scale.zeros(diagram)
    words = [text for _, text in lines] + ([_listed("zero:", zeros)] if zeros else [])
    colours = [VECTORS[kind] for kind, _ in lines] + [MUTED]
    handles = [Line2D([], [], linestyle="", label=text) for text in words]
    ax.legend(
        handles=handles,
        labelcolor=colours[: len(words)],
        title=f"an arrow of {scale.length:g} m:",
        ncols=2,
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        frameon=False,
        handlelength=0,
        handletextpad=0,
        columnspacing=1.5,
        fontsize=8,
        title_fontsize=8,
    )


def _listed(title: str, words: Sequence[str]) -> str:
    """Return words after a title, in lines as wide as a column of the legend; not all of many."""
    more = len(words) - _MOST_LISTED
    shown = [*words[:_MOST_LISTED], f"and {more} more"] if more > 0 else words
    lines = [title]
    for word in (f"{word}," for word in shown[:-1]):
        lines = _with_word(lines, word)
    return "\n".join(_with_word(lines, shown[-1]))


def _with_word(lines: list[str], word: str) -> list[str]:
    """Return lines with one more word at their end, in a new line where the last one is full."""
    last = f"{lines[-1]} {word}"
    # subscripts are narrow, and signs of mathematics are not shown
    fits = len(re.sub(r"[${}_\\]", "", last)) <= _LINE
    return [*lines[:-1], last] if fits else [*lines, word]
