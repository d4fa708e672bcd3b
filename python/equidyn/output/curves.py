"""Plots of curves over n, and heat maps, returned without being shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..validation import FloatArray
from .ends import name_ends
from .plots import explain_groups, given_or_new
from .styles import BEYOND, INK, MUTED, WIDTH, WITHIN, curve_styles
from .text import in_one_line, power
from .ticks import mark_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

# heights by number of joints, by name of the curve
Curves = dict[str, dict[int, float]]


def draw_against_n(
    curves: Curves,
    quantity: str,
    ax: Axes | None = None,
    written: Callable[[float], str] | None = None,
    *,
    groups: Mapping[str, str] | None = None,
    numbers: Mapping[str, int] | None = None,
    variable: tuple[str, str] = ("n", "number of joints n"),
) -> Axes:
    """Plot curves against the number of joints, or another variable, on logarithmic axes.

    Every curve has its name at its end; thin lines show the first four powers.

    Parameters
    ----------
    curves : dict
        Heights by integer abscissa, by name of the curve.
    quantity : str
        Label of the heights.
    ax : matplotlib axes, optional
        Axes to draw on; a new figure by default.
    written : callable, optional
        Formats a tick label of the heights.
    groups : mapping of str to str, optional
        The group of each curve: of one colour, and named in a legend.
    numbers : mapping of str to int, optional
        The number of each curve for its mark in `curve_styles`.
    variable : tuple of str, optional
        Symbol and label of the abscissa.

    Returns
    -------
    matplotlib axes
    """
    ax = given_or_new(ax, curves_size(len(curves)))
    from matplotlib.ticker import FuncFormatter

    _draw_curves(ax, curves, curve_styles(curves, groups, numbers), variable[0])
    ax.set_xlabel(variable[1])
    if groups:
        explain_groups(ax, {name: groups[name] for name in curves})
    if written:
        ax.yaxis.set_major_formatter(FuncFormatter(lambda height, _: written(height)))
    ax.set_ylabel(quantity)
    return ax


def mark_points(ax: Axes, points: Sequence[tuple[float, float]]) -> None:
    """Draw a circle around each point."""
    x, y = [point[0] for point in points], [point[1] for point in points]
    ax.scatter(x, y, s=50, facecolors="none", edgecolors=MUTED, zorder=1)


def draw_matrix(
    names: Sequence[str],
    values: FloatArray,
    limit: float,
    worst: float,
    quantity: str,
    written: Callable[[float], str],
    ax: Axes | None = None,
) -> Axes:
    """Plot values of pairs as a heat map, in cool colours up to a limit and warm ones beyond it.

    Parameters
    ----------
    names : sequence of str
        Names of rows and columns.
    values : ndarray, shape (m, m)
        One value a pair, not negative; the diagonal stays empty.
    limit, worst : float
        Values at which the colours turn warm, and at which they end.
    quantity : str
        Label of the values.
    written : callable
        Formats the value in a cell.
    ax : matplotlib axes, optional
        Axes to draw on; a new figure by default.

    Returns
    -------
    matplotlib axes
    """
    ax = given_or_new(ax, matrix_size(len(names)))
    edges = np.arange(len(names) + 1) - 0.5
    heat, colours = _heat(values, limit, worst), _verdict_colours()
    ax.pcolormesh(edges, edges, heat, vmin=0.0, vmax=1.0, cmap=colours)
    ax.set_aspect("equal")
    ax.invert_yaxis()
    for (row, column), value in np.ndenumerate(values):
        if row != column:
            style: dict[str, Any] = {"color": INK if value < 1e9 else "white", "size": 8}
            ax.text(column, row, written(value), ha="center", va="center", **style)
    ticks = range(len(names))
    labels = [f"{in_one_line(name)}  {k + 1}" for k, name in enumerate(names)]
    ax.set_yticks(ticks, labels, parse_math=False)
    ax.set_xticks(ticks, [str(k + 1) for k in ticks])
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_xlabel(quantity)
    return ax


def _heat(values: FloatArray, limit: float, worst: float) -> FloatArray:
    """Map values to a logarithmic scale: 0 to 0.5 within the limit, then to 1."""
    bounded = np.clip(np.nan_to_num(values, posinf=worst), 0.1, worst)
    heat = np.interp(np.log(bounded), np.log([0.1, limit, worst]), [0.0, 0.5, 1.0])
    np.fill_diagonal(heat, np.nan)
    return heat


def _verdict_colours() -> Colormap:
    """Return a colour map: cool below 0.5, warm above."""
    from matplotlib.colors import LinearSegmentedColormap

    stops = list(zip((0.0, 0.5, 0.5, 1.0), (*WITHIN, *BEYOND), strict=True))
    return LinearSegmentedColormap.from_list("verdict", stops)


def curves_size(curves: int) -> tuple[float, float]:
    """Return width and height, in inches, of a plot with room for the names of its curves."""
    return 8.0, max(4.6, 0.34 * curves)


def matrix_size(names: int) -> tuple[float, float]:
    """Return width and height, in inches, of a heat map with room for every cell."""
    return 4.0 + 0.42 * names, 1.0 + 0.42 * names


def _draw_curves(
    ax: Axes, curves: Curves, styles: Mapping[str, Mapping[str, Any]], letter: str
) -> None:
    """Draw curves with their names, and lines of slope 1 to 4."""
    ax.set_xscale("log")
    ax.set_yscale("log")
    sizes = _sizes(curves)
    lowest, highest = _lowest_and_highest(curves)
    ax.set_xlim(0.8 * sizes[0], 1.25 * sizes[-1])
    ax.set_ylim(0.8 * lowest, 1.6 * highest)
    for name, style in styles.items():
        n, height = list(curves[name]), list(curves[name].values())
        ax.plot(n, height, markersize=3.5, linewidth=WIDTH, label=name, **style)
    _draw_slopes(ax, curves, letter)
    name_ends(ax, last_points(curves))
    _format_axes(ax, sizes)


def last_points(curves: Curves) -> dict[str, tuple[float, float]]:
    """Return the last point of each curve."""
    return {name: max(points.items()) for name, points in curves.items()}


def _sizes(curves: Curves) -> list[int]:
    return sorted({n for points in curves.values() for n in points})


def _draw_slopes(ax: Axes, curves: Curves, letter: str) -> None:
    """Draw thin lines of slope 1 to 4 from one point below all curves."""
    first, last = _sizes(curves)[0], _sizes(curves)[-1]
    if first == last:
        return
    origin, top = _lowest_and_highest(curves)
    for slope in (1, 2, 3, 4):
        end = min(float(last), first * (top / origin) ** (1.0 / slope))
        line = [(n, origin * (n / first) ** slope) for n in np.geomspace(first, end, 40)]
        x, y = zip(line[0], line[-1], strict=True)
        ax.plot(x, y, linewidth=0.8, linestyle=":", color=MUTED, zorder=0)
        point, above = _clearest(ax, line, curves)
        style: dict[str, Any] = {"color": MUTED, "size": 9, "style": "italic"}
        if above:
            style |= {"xytext": (-3, 1), "ha": "right", "va": "bottom"}
        else:
            style |= {"xytext": (3, -1), "ha": "left", "va": "top"}
        word = letter if slope == 1 else power(letter, slope)
        ax.annotate(word, point, textcoords="offset points", **style)


def _clearest(
    ax: Axes, line: list[tuple[float, float]], curves: Curves
) -> tuple[tuple[float, float], bool]:
    """Return the point of a line farthest from all curves in the plot, and whether it is above."""
    scale = ax.transScale + ax.transLimits
    drawn = [
        scale.transform(np.column_stack([list(points), list(points.values())]))
        for points in curves.values()
    ]
    # without its ends, where lines meet and axes end
    inner = line[len(line) // 4 : -2]

    def height(point: tuple[float, float]) -> float:
        x, y = scale.transform(point)
        above = [float(y - np.interp(x, *curve.T)) for curve in drawn]
        return min(above, key=abs)

    point = max(inner, key=lambda point: abs(height(point)))
    return point, height(point) > 0


def _written(number: int) -> str:
    """Format a tick label: a large power of ten as a power."""
    exponent = len(str(number)) - 1
    large = exponent > 3 and number == 10**exponent
    return power("10", exponent) if large else f"{number:,}"


def _lowest_and_highest(curves: Curves) -> tuple[float, float]:
    """Return a height below all curves and one above them."""
    heights = [height for points in curves.values() for height in points.values()]
    return 0.6 * min(heights), 2.0 * max(heights)


def _format_axes(ax: Axes, sizes: list[int]) -> None:
    from matplotlib.ticker import NullLocator

    mark_numbers(ax, sizes, _written)
    ax.yaxis.set_minor_locator(NullLocator())
    ax.grid(True, color=MUTED, alpha=0.25, linewidth=0.6)
    ax.spines[["top", "right"]].set_visible(False)
