"""Plot of a benchmark: time per evaluation against batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...output.curves import Curves, curves_size, last_points
from ...output.ends import name_ends
from ...output.plots import given_or_new
from ...output.styles import COLOURS, INK, MUTED, curve_styles
from ...output.text import in_one_line, power_of_ten
from ...output.ticks import mark_numbers
from ...peers import LIBRARY, PEERS
from .rows import Row, by_line, label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LIBRARIES = (LIBRARY, *(peer.library for peer in PEERS.values()))
_COLOURS = dict(zip(_LIBRARIES, (*COLOURS, INK), strict=False))


def draw_times(rows: Sequence[Row], ax: Axes | None = None) -> Axes:
    """Draw time per evaluation against batch, both logarithmic; curves are labelled.

    Parameters
    ----------
    rows : sequence of Row
        Measurements of one task.
    ax : matplotlib axes, optional
        Where to draw; a new figure without it.

    Returns
    -------
    matplotlib axes
    """
    curves = _curves(rows)
    ax = given_or_new(ax, size(rows))
    own = {str(row.line) for row in rows if row.library == LIBRARY}
    for name, style in _styles(rows).items():
        width = 2.4 if name in own else 1.2
        batches, times = list(curves[name]), list(curves[name].values())
        ax.plot(batches, times, markersize=4, linewidth=width, label=name, **style)
    _format_axes(ax, rows)
    name_ends(ax, last_points(curves))
    return ax


def size(rows: Sequence[Row]) -> tuple[float, float]:
    """Return width and height, in inches, at which the labels of the curves fit."""
    width, height = curves_size(len(_curves(rows)))
    return width + 1.5, height


def _styles(rows: Sequence[Row]) -> dict[str, dict[str, Any]]:
    """Return the styles of curves: a colour for each library, a mark for each of its calls."""
    libraries = {label(line, of.values()): line.library for line, of in by_line(rows).items()}
    styles = curve_styles(libraries, libraries)
    for name, library in libraries.items():
        styles[name]["color"] = _COLOURS.get(library, MUTED)
    return styles


def _curves(rows: Sequence[Row]) -> Curves:
    return {
        label(line, points.values()): {b: points[b].minimum_ns for b in sorted(points)}
        for line, points in by_line(rows).items()
    }


def _format_axes(ax: Axes, rows: Sequence[Row]) -> None:
    from matplotlib.ticker import FuncFormatter, NullLocator

    batches = sorted({row.batch for row in rows})
    times = [row.minimum_ns for row in rows]
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlim(0.7 * batches[0], 1.4 * batches[-1])
    ax.set_ylim(0.6 * min(times), 1.6 * max(times))
    mark_numbers(ax, batches, "{:,}".format)
    ax.yaxis.set_minor_locator(NullLocator())
    ax.yaxis.set_major_formatter(FuncFormatter(lambda time, _: power_of_ten(time)))
    ax.set_xlabel("states in a call; 1: a single call")
    ax.set_ylabel(f"time per evaluation, {in_one_line(rows[0].task)}", parse_math=False)
    ax.grid(True, color=MUTED, alpha=0.25, linewidth=0.6)
    ax.spines[["top", "right"]].set_visible(False)
