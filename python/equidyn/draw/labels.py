"""Arrows with their symbols in a picture of matplotlib, and the legend of their scales."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.mathtext import MathTextParser
from matplotlib.patches import FancyArrowPatch
from matplotlib.patheffects import withStroke
from mpl_toolkits.mplot3d.proj3d import proj_transform

from ..output.styles import MUTED, VECTORS
from ..validation import FloatArray
from .arrows import Arrow, Diagram, Scale
from .free_view import Paper, Placed, arrows_on_paper

if TYPE_CHECKING:
    from mpl_toolkits.mplot3d.axes3d import Axes3D

# sizes in points: of heads, between the two heads, of letters
_HEAD, _BETWEEN, LETTERS = 11.0, 6.0, 11.0

# opacity of faint arrows
_FAINT = 0.4

# letters in a line of the legend, and most vectors that it lists as zero
_LINE, _MOST_LISTED = 40, 18


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
    """Write the symbol of each arrow beside it, where it covers least.

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
    paper, point = paper_of(ax), ax.figure.dpi / 72
    texts = [text for text in ax.texts if hasattr(text, "get_position_3d")]
    middles = [paper.at(np.array([text.get_position_3d()])) for text in texts]
    sizes = [np.array(text.get_window_extent().size) / point for text in texts]
    boxes = [middle + [[-0.5], [0.5]] * size for middle, size in zip(middles, sizes, strict=True)]
    window = ax.figure.bbox.get_points() / point
    placed = arrows_on_paper(arrows, lines, paper, window, size_of_symbol, boxes=boxes, bound=True)
    for each in placed:
        draw_symbol(ax, each)


def draw_symbol(ax: Axes3D, placed: Placed) -> None:
    """Write the symbol of an arrow in its place."""
    ax.text(
        *placed.symbol,
        f"${placed.arrow.symbol}$",
        color=VECTORS[placed.arrow.kind],
        size=LETTERS,
        ha="center",
        va="center",
        path_effects=[withStroke(linewidth=2.5, foreground=ax.get_facecolor())],
        zorder=20,
        in_layout=False,
    )


@cache
def size_of_symbol(symbol: str) -> FloatArray:
    """Return width and height of a symbol, shape (2,), points of print."""
    letters = FontProperties(size=LETTERS)
    width, height, depth, *_ = MathTextParser("path").parse(f"${symbol}$", 72, letters)
    return np.array([width, height + depth])


def paper_of(ax: Axes3D) -> Paper:
    """Return the projection of axes that have their final size."""
    azimuth, elevation = np.radians([ax.azim, ax.elev])
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    level, height = np.cos(elevation), np.sin(elevation)
    up = np.cross([level * np.cos(azimuth), level * np.sin(azimuth), height], right)

    def at(points: FloatArray) -> FloatArray:
        x, y, _ = proj_transform(*points.T, ax.get_proj())
        pixels = ax.transData.transform(np.column_stack([x, y]))
        return np.asarray(pixels * (72 / ax.figure.dpi))

    return Paper(at, np.array([right, up]), 1e-3 * float(np.ptp(ax.get_zlim())))


def explain_arrows(ax: Axes3D, diagram: Diagram, scale: Scale, *, values: bool = True) -> None:
    """Draw a legend of the kinds of arrows below the axes, optionally with the values of arrows."""
    lines = list(scale.legend(values=values))
    zeros = scale.zeros(diagram)
    words = [text for _, text in lines] + ([_listed("zero:", zeros)] if zeros else [])
    colours = [VECTORS[kind] for kind, _ in lines] + [MUTED]
    handles = [Line2D([], [], linestyle="", label=text) for text in words]
    ax.legend(
        handles=handles,
        labelcolor=colours[: len(words)],
        title=f"an arrow of {scale.length:g} m:" if values else None,
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
