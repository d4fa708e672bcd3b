"""Pictures of timings, of operation counts and of agreement. They are drawn, never shown."""

from __future__ import annotations

from itertools import cycle, product
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arm.states import Array
from ..lab.time.result import Timings, in_time
from ..lab.time.timing import SIZES
from ..lab.verify.claims import AGREEMENT
from ..lab.verify.residuals import EPS
from ..lab.verify.result import Verification, in_eps
from .extras import require_extra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

    from ..lab.count.operation_polynomials import OperationPolynomials

# heights over numbers of joints, by the name of the curve
Curves = dict[str, dict[int, float]]

# distinct for the colour-blind and on light and dark paper alike
COLOURS = ("#0077bb", "#ee7733", "#009988", "#cc3311", "#aa4499", "#999933", "#33bbee", "#ee3377")
MUTED = "#888888"

# a second round of colours is dashed
DASHES = ("-", (0, (4, 1.5)))

# a disagreement of the size of the torque itself, in eps
_WORST = 1.0 / EPS

# least distance of the names of two curves, inches
_LABEL_SPACING = 0.2


def draw_timings(timings: Timings, ax: Axes | None = None) -> Axes:
    """Draw time per evaluation against the number of joints, both logarithmic.

    Every curve bears its name at its end; thin lines show the slopes n, n^3 and n^4.

    Parameters
    ----------
    timings : Timings
        What was measured.
    ax : matplotlib axes, optional
        Where to draw; a new figure without it.

    Returns
    -------
    matplotlib axes
    """
    from matplotlib.ticker import FuncFormatter

    ax = ax or _new_axes(timing_size(timings))
    _draw_curves(
        ax,
        {
            name: {record.n: record.minimum for record in timings.of(name)}
            for name in timings.formulations
        },
    )
    ax.yaxis.set_major_formatter(FuncFormatter(lambda time, _: power_of_ten(time)))
    ax.set_ylabel("time per evaluation")
    return ax


def draw_operations(polynomials: OperationPolynomials, ax: Axes | None = None) -> Axes:
    """Draw multiplications and additions, together, against the number of joints.

    Drawn like timings, both axes logarithmic.

    Parameters
    ----------
    polynomials : OperationPolynomials
        What was counted.
    ax : matplotlib axes, optional
        Where to draw; a new figure without it.

    Returns
    -------
    matplotlib axes
    """
    ax = ax or _new_axes(operations_size(polynomials))
    _draw_curves(
        ax,
        {
            p.formulation: {n: float(sum(p.at(n)[:2])) for n in SIZES if n >= p.n_min}
            for p in polynomials
        },
    )
    ax.set_ylabel("multiplications and additions")
    return ax


def draw_agreement(verification: Verification, ax: Axes | None = None) -> Axes:
    """Draw the pairwise disagreements of a verification as a heat map.

    Parameters
    ----------
    verification : Verification
        What was found.
    ax : matplotlib axes, optional
        Where to draw; a new figure without it.

    Returns
    -------
    matplotlib axes
    """
    names = verification.subjects
    ax = ax or _new_axes(agreement_size(verification))
    edges = np.arange(len(names) + 1) - 0.5
    heat, colours = _heat(verification.pairwise), _verdict_colours()
    ax.pcolormesh(edges, edges, heat, vmin=0.0, vmax=1.0, cmap=colours)
    ax.set_aspect("equal")
    ax.invert_yaxis()
    for (row, column), value in np.ndenumerate(verification.pairwise):
        if row != column:
            style: dict[str, Any] = {"color": "black" if value < 1e9 else "white", "size": 8}
            ax.text(column, row, in_eps(value), ha="center", va="center", **style)
    ticks = range(len(names))
    ax.set_yticks(ticks, [f"{name}  {k + 1}" for k, name in enumerate(names)])
    ax.set_xticks(ticks, [str(k + 1) for k in ticks])
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_xlabel("disagreement in eps times the largest torque")
    return ax


def _heat(pairwise: Array) -> Array:
    """Place disagreements on a logarithmic scale: 0 to 0.5 within the tolerance, then to 1."""
    bounded = np.clip(np.nan_to_num(pairwise, posinf=_WORST), 0.1, _WORST)
    heat = np.interp(np.log(bounded), np.log([0.1, AGREEMENT.tolerance, _WORST]), [0.0, 0.5, 1.0])
    np.fill_diagonal(heat, np.nan)
    return heat


def _verdict_colours() -> Colormap:
    """Cool colours below 0.5, warm ones above."""
    from matplotlib.colors import LinearSegmentedColormap

    stops = [(0.0, "#e3eef9"), (0.5, "#6baed6"), (0.5, "#fdae6b"), (1.0, "#99000d")]
    return LinearSegmentedColormap.from_list("verdict", stops)


def timing_size(timings: Timings) -> tuple[float, float]:
    """Return width and height, in inches, at which the names of the curves have room."""
    return curves_size(len(timings.formulations))


def operations_size(polynomials: OperationPolynomials) -> tuple[float, float]:
    """Return width and height, in inches, at which the names of the curves have room."""
    return curves_size(len(polynomials))


def curves_size(curves: int) -> tuple[float, float]:
    """Return width and height, in inches, at which the names of so many curves have room."""
    return 8.0, max(4.6, 0.34 * curves)


def agreement_size(verification: Verification) -> tuple[float, float]:
    """Return width and height, in inches, at which every cell has room."""
    cells = 0.42 * len(verification.subjects)
    return 4.0 + cells, 1.0 + cells


def _new_axes(size: tuple[float, float]) -> Axes:
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


def power_of_ten(nanoseconds: float) -> str:
    """Write 10 ns, 100 µs, 1 s without digits behind the point."""
    number, unit = in_time(nanoseconds).split()
    return f"{float(number):g} {unit}"
