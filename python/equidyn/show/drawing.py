"""Curves and matrices as pictures. They are drawn and returned, never shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle, product
from typing import TYPE_CHECKING, Any

import numpy as np

from .._validation import FloatArray
from .extras import require_extra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

# heights over numbers of joints, by the name of the curve
Curves = dict[str, dict[int, float]]

# distinct for the colour-blind and on light and dark paper alike
COLOURS = ("#0077bb", "#ee7733", "#009988", "#cc3311", "#aa4499", "#999933", "#33bbee", "#ee3377")
MUTED = "#888888"

# a second round of colours is dashed
DASHES = ("-", (0, (4, 1.5)))

# least distance of the names of two curves, inches
_LABEL_SPACING = 0.2


def draw_against_n(
    curves: Curves,
    quantity: str,
    ax: Axes | None = None,
    written: Callable[[float], str] | None = None,
) -> Axes:
    """Draw curves against the number of joints, both axes logarithmic.

    Every curve bears its name at its end; thin lines show the slopes n, n^3 and n^4.

    Parameters
    ----------
    curves : dict
        Heights over numbers of joints, by the name of the curve.
    quantity : str
        What the heights are.
    ax : matplotlib axes, optional
        Where to draw; a new figure without it.
    written : callable, optional
        Writes a height beside the axis.

    Returns
    -------
    matplotlib axes
    """
    ax = ax or new_axes(curves_size(len(curves)))
    from matplotlib.ticker import FuncFormatter

    _draw_curves(ax, curves)
    if written:
        ax.yaxis.set_major_formatter(FuncFormatter(lambda height, _: written(height)))
    ax.set_ylabel(quantity)
    return ax


def mark_points(ax: Axes, points: Sequence[tuple[float, float]]) -> None:
    """Draw a circle around each of some points of a drawing."""
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
    """Draw values of pairs as a heat map, in cool colours up to a limit and warm ones beyond it.

    Parameters
    ----------
    names : sequence of str
        Who is paired.
    values : ndarray, shape (m, m)
        One value a pair, not negative; the diagonal stays empty.
    limit, worst : float
        Where the colours turn warm, and where they end.
    quantity : str
        What the values are.
    written : callable
        Writes a value into its cell.
    ax : matplotlib axes, optional
        Where to draw; a new figure without it.

    Returns
    -------
    matplotlib axes
    """
    ax = ax or new_axes(matrix_size(len(names)))
    edges = np.arange(len(names) + 1) - 0.5
    heat, colours = _heat(values, limit, worst), _verdict_colours()
    ax.pcolormesh(edges, edges, heat, vmin=0.0, vmax=1.0, cmap=colours)
    ax.set_aspect("equal")
    ax.invert_yaxis()
    for (row, column), value in np.ndenumerate(values):
        if row != column:
            style: dict[str, Any] = {"color": "black" if value < 1e9 else "white", "size": 8}
            ax.text(column, row, written(value), ha="center", va="center", **style)
    ticks = range(len(names))
    ax.set_yticks(ticks, [f"{name}  {k + 1}" for k, name in enumerate(names)])
    ax.set_xticks(ticks, [str(k + 1) for k in ticks])
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_xlabel(quantity)
    return ax


def _heat(values: FloatArray, limit: float, worst: float) -> FloatArray:
    """Place values on a logarithmic scale: 0 to 0.5 within the limit, then to 1."""
    bounded = np.clip(np.nan_to_num(values, posinf=worst), 0.1, worst)
    heat = np.interp(np.log(bounded), np.log([0.1, limit, worst]), [0.0, 0.5, 1.0])
    np.fill_diagonal(heat, np.nan)
    return heat


def _verdict_colours() -> Colormap:
    """Cool colours below 0.5, warm ones above."""
    from matplotlib.colors import LinearSegmentedColormap

    stops = [(0.0, "#e3eef9"), (0.5, "#6baed6"), (0.5, "#fdae6b"), (1.0, "#99000d")]
    return LinearSegmentedColormap.from_list("verdict", stops)


def curves_size(curves: int) -> tuple[float, float]:
    """Return width and height, in inches, at which the names of so many curves have room."""
    return 8.0, max(4.6, 0.34 * curves)


def matrix_size(names: int) -> tuple[float, float]:
    """Return width and height, in inches, at which every cell has room."""
    return 4.0 + 0.42 * names, 1.0 + 0.42 * names


def new_axes(size: tuple[float, float]) -> Axes:
    """Return the axes of a new figure, width and height in inches."""
    require_extra("plot", "matplotlib")
    import matplotlib.pyplot as plt

    _, ax = plt.subplots(figsize=size, layout="constrained")
    return ax


def _draw_curves(ax: Axes, curves: Curves) -> None:
    """Draw curves over n with their names, and slopes to compare them with."""
    ax.set_xscale("log")
    ax.set_yscale("log")
    sizes = _sizes(curves)
    lowest, highest = _lowest_and_highest(curves)
    ax.set_xlim(0.8 * sizes[0], 1.25 * sizes[-1])
    ax.set_ylim(0.8 * lowest, 1.6 * highest)
    styles = cycle(product(DASHES, COLOURS))
    for (name, points), (dashes, colour) in zip(curves.items(), styles, strict=False):
        style: dict[str, Any] = {"linewidth": 1.4, "linestyle": dashes, "color": colour}
        n, height = list(points), list(points.values())
        ax.plot(n, height, marker="o", markersize=3, label=name, **style)
    _draw_slopes(ax, curves)
    name_curves(ax, curves)
    _format_axes(ax, sizes)


def _sizes(curves: Curves) -> list[int]:
    return sorted({n for points in curves.values() for n in points})


def _draw_slopes(ax: Axes, curves: Curves) -> None:
    """Draw thin lines of slope 1, 3 and 4 from one point below all curves."""
    first, last = _sizes(curves)[0], _sizes(curves)[-1]
    if first == last:
        return
    origin, top = _lowest_and_highest(curves)
    for power, word in ((1, "n"), (3, "n³"), (4, "n⁴")):
        end = min(float(last), first * (top / origin) ** (1.0 / power))
        height = origin * (end / first) ** power
        ax.plot([first, end], [origin, height], linewidth=0.8, linestyle=":", color=MUTED, zorder=0)
        ax.annotate(
            word,
            (end, height),
            xytext=(-4, -9),
            textcoords="offset points",
            color=MUTED,
            size=9,
            style="italic",
        )


def _lowest_and_highest(curves: Curves) -> tuple[float, float]:
    """Return a height below all curves and one above them."""
    heights = [height for points in curves.values() for height in points.values()]
    return 0.6 * min(heights), 2.0 * max(heights)


def name_curves(ax: Axes, curves: Curves) -> None:
    """Write its name beside the end of each curve; those that end together make room."""
    ends = {name: max(points.items()) for name, points in curves.items()}
    places = _places_of_names(ax, ends)
    leader = {"arrowstyle": "-", "linewidth": 0.6, "relpos": (0, 0.5), "shrinkA": 1, "shrinkB": 3}
    for line in ax.get_lines():
        name = str(line.get_label())
        if name in ends:
            ax.annotate(
                name,
                ends[name],
                xytext=places[name],
                textcoords="axes fraction",
                arrowprops={**leader, "color": line.get_color()},
                annotation_clip=False,
                color=line.get_color(),
                size=9,
                va="center",
            )


def _places_of_names(
    ax: Axes, ends: dict[str, tuple[int, float]]
) -> dict[str, tuple[float, float]]:
    """Return where names begin, in parts of the axes: beside the ends, at the edge outside it."""
    spacing = _LABEL_SPACING / curves_size(len(ends))[1]
    edge = max(n for n, _ in ends.values())
    places = {}
    for end in {n for n, _ in ends.values()}:
        names = [name for name in ends if ends[name][0] == end]
        points = [(ax.transScale + ax.transLimits).transform(ends[name]) for name in names]
        x = 1.06 if end == edge else points[0][0] + 0.02
        heights = _spread([point[1] for point in points], spacing)
        places.update({name: (x, y) for name, y in zip(names, heights, strict=True)})
    return places


def _spread(positions: list[float], spacing: float) -> list[float]:
    """Move positions as little apart as it takes for each two to be `spacing` from each other."""
    order = np.argsort(positions, kind="stable")
    spread = np.array(positions, dtype=float)[order]
    for _ in range(10 * len(spread) ** 2):
        overlap = np.clip(spacing - np.diff(spread), 0.0, None) / 2.0
        if not overlap.any():
            break
        spread[:-1] -= overlap
        spread[1:] += overlap
    result = np.empty_like(spread)
    result[order] = spread
    return [float(position) for position in result]


def _format_axes(ax: Axes, sizes: list[int]) -> None:
    from matplotlib.ticker import NullLocator

    ticks = [n for n in sizes if str(n).rstrip("0") in ("1", "2", "3", "5", "6")]
    ax.set_xticks(ticks or sizes, [str(n) for n in ticks or sizes])
    ax.xaxis.set_minor_locator(NullLocator())
    ax.yaxis.set_minor_locator(NullLocator())
    ax.set_xlabel("number of joints n")
    ax.grid(True, color=MUTED, alpha=0.25, linewidth=0.6)
    ax.spines[["top", "right"]].set_visible(False)
