"""Plots of lines, bars and panels, on given axes or a new figure, returned without being shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from ..validation import FloatArray
from .ends import name_ends
from .styles import (
    COLOURS,
    DASHES,
    FAMILIES,
    INK,
    MUTED,
    SYMBOLS,
    WIDTH,
    bar_styles,
    group_styles,
    line_styles,
)
from .text import in_one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# letters of a legend on one line above the axes, and of a note below them
_LINE = 100

# least heights of a plot, of a panel and of the name of a curve, inches
_PLOT, _PANEL, _NAME = 4.0, 1.8, 0.2

# room left of points on a logarithmic axis, and right of them for their values, decades; decades
# from which their powers are labels enough
_ASIDE, _BESIDE, _DECADES = 0.1, 0.4, 2.5

# longer side of a plane, inches
_SIDE = 4.2

# hexagonal cells along the longer side of a picture
_CELLS = 45


def given_or_new(ax: Axes | None, size: tuple[float, float]) -> Axes:
    """Return the given axes, or those of a new figure of this size in inches.

    Raises
    ------
    TypeError
        For any other object.
    """
    if ax is not None:
        return _flat("ax", ax)
    import matplotlib.pyplot as plt

    return plt.subplots(figsize=size, layout="constrained")[1]


def given_or_new_panels(axes: Sequence[Axes] | None, panels: int, names: int = 1) -> list[Axes]:
    """Return one axes for each panel: the given ones, or new ones above a common x axis.

    New ones have room for a number of names beside each.

    Raises
    ------
    ValueError, TypeError
        For other objects, or another number of axes.
    """
    if axes is not None:
        return _as_many(axes, panels)
    (new,) = new_panels(panels, names)
    return new


def new_panels(panels: int, names: int = 1, *, columns: int = 1) -> list[list[Axes]]:
    """Return the columns of axes of a new figure, above a common x axis.

    They have room for a number of names beside each.
    """
    import matplotlib.pyplot as plt

    size = (4.0 + 4.0 * columns, 1.0 + max(_PANEL, _NAME * names) * panels)
    options: dict[str, Any] = {"sharex": True, "squeeze": False, "layout": "constrained"}
    _, new = plt.subplots(panels, columns, figsize=size, **options)
    return [list(column) for column in new.T]


def _as_many(axes: Any, panels: int) -> list[Axes]:
    if not isinstance(axes, (list, tuple, np.ndarray)):
        got = type(axes).__name__
        raise TypeError(f"axes: expected {panels}, one above the other, got {got}")
    found = list(np.ravel(np.array(axes, dtype=object)))
    if len(found) != panels:
        raise ValueError(f"axes: expected {panels}, one above the other, got {len(found)}")
    return [_flat("axes", ax) for ax in found]


def _flat(name: str, ax: Any) -> Axes:
    """Return matplotlib axes, checked to be plane and rectangular."""
    from matplotlib.axes import Axes

    if not isinstance(ax, Axes):
        raise TypeError(f"{name}: expected matplotlib axes, got {type(ax).__name__}")
    if ax.name != "rectilinear":
        raise TypeError(f"{name}: expected rectilinear matplotlib axes, got {ax.name} ones")
    return ax


def explain_groups(ax: Axes, groups: Mapping[str, str], marks: bool = False) -> None:
    """Draw a legend of groups, in their colours, above the axes.

    Groups other than families have their marks, too, and with `marks` all groups have marks alone.
    """
    from matplotlib.lines import Line2D

    handles = []
    for group, style in group_styles(groups).items():
        shown: dict[str, Any] = {**style, "label": group, "linestyle": "" if marks else "-"}
        if group in FAMILIES and not marks:
            shown["marker"] = ""
        handles.append(Line2D([], [], **shown))
    place: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0), "borderaxespad": 0}
    # one below the other where names are longer than the axes are wide; of more than three, two in
    # a row, so that they end before the names of curves begin
    few = len(handles) if len(handles) <= 3 else 2
    columns = few if sum(len(str(h.get_label())) for h in handles) < _LINE else 1
    ax.legend(handles=handles, ncols=columns, frameon=False, fontsize=8, **place)


def draw_note(ax: Axes, note: str) -> None:
    """Write a note below the axes and their labels."""
    place: dict[str, Any] = {"xycoords": "axes fraction", "textcoords": "offset points"}
    style: dict[str, Any] = {"va": "top", "size": 7, "color": MUTED, "parse_math": False}
    ax.annotate("\n".join(wrap(note, _LINE)), (0, 0), (0, -38), **place, **style)


def draw_lines(
    x: FloatArray,
    curves: Mapping[str, FloatArray],
    labels: tuple[str, str],
    ax: Axes | None = None,
    *,
    logarithmic: bool = False,
) -> Axes:
    """Plot curves over common abscissas, with their names at their ends.

    Parameters
    ----------
    x : ndarray, shape (m,)
        Abscissas.
    curves : mapping of str to ndarray, shape (m,)
        Ordinates by name of the curve.
    labels : tuple of two str
        Labels of the axes.
    ax : matplotlib axes, optional
        Axes to draw on; a new figure by default.
    logarithmic : bool, optional
        Whether the ordinates have a logarithmic axis.

    Returns
    -------
    matplotlib axes
    """
    ax = given_or_new(ax, (8.0, max(_PLOT, _NAME * len(curves))))
    if logarithmic:
        ax.set_yscale("log")
    _draw_named(ax, x, curves, line_styles(curves))
    ax.set_xlabel(labels[0])
    ax.set_ylabel(labels[1])
    return _plain(ax)


def _draw_named(
    ax: Axes, x: FloatArray, curves: Mapping[str, FloatArray], styles: Mapping[str, Any]
) -> None:
    """Draw curves with their names at their ends, and the symbols of parts of a torque."""
    ends = {}
    for name, y in curves.items():
        ax.plot(x, y, label=name, **styles[name])
        drawn = np.flatnonzero(np.isfinite(y))
        if len(drawn):
            last = drawn[int(np.argmax(x[drawn]))]
            ends[name] = float(x[last]), float(y[last])
    name_ends(ax, ends, {name: _with_symbol(name) for name in ends})


def _with_symbol(name: str) -> str:
    return f"{name}, {SYMBOLS[name]}" if name in SYMBOLS else name


def draw_points(
    values: Mapping[str, float],
    quantity: str,
    ax: Axes | None = None,
    *,
    groups: Mapping[str, str] | None = None,
    written: Callable[[float], str] | None = None,
    ticks: Callable[[float], str] = "{:g}".format,
    limit: float | None = None,
) -> Axes:
    """Plot values as points over a logarithmic axis, a row for each; words for other numbers.

    Parameters
    ----------
    values : mapping of str to float
        Values by name, not negative. Zero, infinity and nan are written: "0", "undetermined" and
        "undefined".
    quantity : str
        Label of the values.
    ax : matplotlib axes, optional
        Axes to draw on; a new figure by default.
    groups : mapping of str to str, optional
        The group of each name: of one colour and mark, and named in a legend.
    written : callable, optional
        Formats a value beside its point.
    ticks : callable, optional
        Formats a tick label.
    limit : float, optional
        Value at which a line is drawn across all rows.

    Returns
    -------
    matplotlib axes
    """
    ax = given_or_new(ax, (7.5, 1.0 + _NAME * len(values)))
    styles = group_styles(groups) if groups else {}
    one = {"color": COLOURS[0], "marker": "o"}
    _set_logarithmic(ax, [*values.values(), *([] if limit is None else [limit])], ticks)
    for row, (name, value) in enumerate(values.items()):
        if _drawn(value):
            look: dict[str, Any] = {**(styles[groups[name]] if groups else one)}
            ax.plot([value], [row], linestyle="", markersize=6, label=name, **look)
        word = _in_words(value) or (written(value) if written else "")
        place = (value, row) if _drawn(value) else (ax.get_xlim()[0], row)
        style: dict[str, Any] = {"color": INK if _drawn(value) else MUTED, "size": 8}
        style |= {"va": "center", "xytext": (8, 0), "textcoords": "offset points"}
        ax.annotate(word, place, **style)
    if limit is not None:
        ax.axvline(limit, color=MUTED, linewidth=WIDTH, linestyle=DASHES[1], zorder=1)
    names = [in_one_line(name) for name in values]
    ax.set_yticks(range(len(names)), names, parse_math=False)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.tick_params(axis="y", labelsize=8, length=0)
    ax.set_xlabel(quantity)
    _plain(ax)
    if groups:
        explain_groups(ax, {name: groups[name] for name in values}, marks=True)
    return ax


def _drawn(value: float) -> bool:
    """Whether a value has a place on a logarithmic axis."""
    return bool(np.isfinite(value)) and value > 0


def _in_words(value: float) -> str:
    """Return a value without a place on a logarithmic axis in words; nothing for others."""
    if np.isnan(value):
        return "undefined"
    return "undetermined" if np.isinf(value) else "" if value > 0 else "0"


def _set_logarithmic(ax: Axes, values: Sequence[float], ticks: Callable[[float], str]) -> None:
    """Set a logarithmic x axis around all values, of a decade or more, and its labels."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    drawn = np.array([value for value in values if _drawn(value)] or [1.0])
    low, high = np.log10(drawn.min()) - _ASIDE, np.log10(drawn.max()) + _BESIDE
    wider = max(0.0, 1.0 - (high - low)) / 2
    low, high = low - wider, high + wider
    ax.set_xscale("log")
    ax.set_xlim(10**low, 10**high)
    few = high - low < _DECADES
    ax.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if few else (1.0,)))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: ticks(value)))


def draw_cells(
    places: FloatArray,
    values: FloatArray,
    labels: tuple[str, str],
    quantity: str,
    reduce: Callable[[Any], float],
    ax: Axes | None = None,
) -> Axes:
    """Plot a plane in hexagonal cells, coloured by the values in each, with a colour bar.

    Parameters
    ----------
    places : ndarray, shape (m, 2)
        Places in the plane, with equal scales.
    values : ndarray, shape (m,)
        Finite values there.
    labels : tuple of two str
        Labels of the axes.
    quantity : str
        Label of the values.
    reduce : callable
        Makes one of the values in a cell.
    ax : matplotlib axes, optional
        Axes to draw on; a new figure by default.

    Returns
    -------
    matplotlib axes
    """
    extent = np.ptp(places, axis=0) if len(values) else np.ones(2)
    ax = given_or_new(ax, _size_of_plane(extent))
    if len(values):
        size = extent.max() / _CELLS or 1.0
        grid = (max(1, int(extent[0] / size)), max(1, int(extent[1] / size / np.sqrt(3))))
        x, y = places.T
        cells = ax.hexbin(x, y, values, gridsize=grid, reduce_C_function=reduce, mincnt=1)
        figure = ax.get_figure()
        if figure is not None:
            figure.colorbar(cells, ax=ax, label=quantity)
    ax.set_aspect("equal")
    ax.set_xlabel(labels[0])
    ax.set_ylabel(labels[1])
    return _plain(ax)


def _size_of_plane(extent: FloatArray) -> tuple[float, float]:
    """Return width and height, inches, of a figure that a plane of this extent and a bar fill."""
    width, height = np.clip(_SIDE * extent / (extent.max() or 1.0), _SIDE / 3, _SIDE)
    return float(width) + 2.0, float(height) + 0.8


def _plain(ax: Axes) -> Axes:
    ax.grid(True, color=MUTED, alpha=0.25, linewidth=0.6)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def draw_grouped_bars(
    bars: Mapping[str, FloatArray],
    groups: Sequence[str],
    quantity: str,
    ax: Axes | None = None,
) -> Axes:
    """Plot bars side by side in groups, each part of a torque in its colour and hatch.

    Parameters
    ----------
    bars : mapping of str to ndarray, shape (m,)
        Heights by name, one for each group.
    groups : sequence of str
        Names of the m groups.
    quantity : str
        Label of the heights.
    ax : matplotlib axes, optional
        Axes to draw on; a new figure by default.

    Returns
    -------
    matplotlib axes
    """
    ax = given_or_new(ax, (max(6.4, 1.1 * len(groups)), 4.2))
    width = 0.8 / max(len(bars), 1)
    styles = bar_styles(bars)
    for k, (name, heights) in enumerate(bars.items()):
        left = np.arange(len(groups)) - 0.4 + (k + 0.5) * width
        ax.bar(left, heights, width, label=_with_symbol(name), **styles[name])
    ax.axhline(0, color=MUTED, linewidth=0.8)
    ax.set_xticks(range(len(groups)), groups)
    ax.set_ylabel(quantity)
    ax.grid(True, axis="y", color=MUTED, alpha=0.25, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    if bars:
        place: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0)}
        colours = [styles[name]["color"] for name in bars]
        shape: dict[str, Any] = {"ncols": 4, "handlelength": 3.0, "handleheight": 1.2}
        ax.legend(frameon=False, fontsize=8, labelcolor=colours, **place, **shape)
    return ax


def draw_panels(
    x: FloatArray,
    panels: Mapping[str, Mapping[str, FloatArray]],
    label: str,
    axes: Sequence[Axes] | None = None,
) -> Sequence[Axes]:
    """Plot panels of curves over common abscissas, with the names of curves at their ends.

    Parameters
    ----------
    x : ndarray, shape (m,)
        Abscissas.
    panels : mapping of str to mappings of str to ndarray, shape (m,)
        Ordinates by name of the curve, by label of the panel. A name has one style.
    label : str
        Label of the abscissas.
    axes : sequence of matplotlib axes, optional
        Axes to draw on, one for each panel; a new figure by default.

    Returns
    -------
    sequence of matplotlib axes
    """
    names = max(map(len, panels.values()))
    axes = given_or_new_panels(axes, len(panels), names)
    styles = line_styles(dict.fromkeys(name for curves in panels.values() for name in curves))
    for ax, (quantity, curves) in zip(axes, panels.items(), strict=True):
        ax.margins(x=0.01)
        _draw_named(ax, x, curves, styles)
        ax.set_ylabel(quantity)
        _plain(ax)
    axes[-1].set_xlabel(label)
    figure = axes[0].get_figure(root=True)
    if figure is not None:
        figure.align_ylabels(list(axes))
    return axes


def draw_residual_panels(
    x: FloatArray,
    residuals: Mapping[str, FloatArray],
    noise: FloatArray,
    label: str,
    axes: Sequence[Axes] | None = None,
) -> Sequence[Axes]:
    """Plot panels of residuals over common abscissas, with a band of two standard deviations.

    Parameters
    ----------
    x : ndarray, shape (m,)
        Abscissas.
    residuals : mapping of str to ndarray, shape (m,)
        Residuals by label of the panel.
    noise : ndarray
        Standard deviation of each panel.
    label : str
        Label of the abscissas.
    axes : sequence of matplotlib axes, optional
        Axes to draw on, one for each panel; a new figure by default.

    Returns
    -------
    sequence of matplotlib axes
    """
    axes = given_or_new_panels(axes, len(residuals))
    for ax, (name, error), sigma in zip(axes, residuals.items(), noise, strict=True):
        beyond = np.abs(error) > 2 * sigma
        ax.axhspan(-2 * sigma, 2 * sigma, color=COLOURS[0], alpha=0.15, linewidth=0)
        for level in (-2 * sigma, 2 * sigma):
            ax.axhline(level, color=MUTED, linewidth=0.8, linestyle=DASHES[1])
        ax.plot(x, error, color=COLOURS[0], linewidth=0.8, label="error", zorder=3)
        style: dict[str, Any] = {"linestyle": "", "marker": "x", "markersize": 4, "zorder": 4}
        ax.plot(x[beyond], error[beyond], color=COLOURS[1], label="beyond ±2σ", **style)
        share = f"{1 - beyond.mean():.1%} within ±2σ, σ = {sigma:.3g}"
        ax.set_title(share, loc="right", fontsize=8, color=INK)
        ax.set_ylabel(name)
        ax.margins(x=0.01)
        _plain(ax)
    axes[-1].set_xlabel(label)
    return axes


_COLUMNS = 2


def grid_of(panels: int) -> tuple[int, int]:
    """Return rows and columns of a grid of panels."""
    return -(-panels // _COLUMNS), min(panels, _COLUMNS)


def grid_size(panels: int) -> tuple[float, float]:
    """Return width and height, in inches, of a grid with room for each panel."""
    return 8.0, 0.8 + 2.0 * grid_of(panels)[0]


def draw_grid(
    x: FloatArray,
    panels: Mapping[str, Mapping[str, FloatArray]],
    labels: tuple[str, str],
    axes: Sequence[Axes] | None = None,
    *,
    bound: float | None = None,
) -> Sequence[Axes]:
    """Plot a grid of small panels of curves, with one legend above.

    Parameters
    ----------
    x : ndarray, shape (m,)
        Abscissas.
    panels : mapping of str to mappings of str to ndarray, shape (m,)
        Ordinates by name of the curve, by title of the panel. A name has one colour.
    labels : tuple of two str
        Labels of the axes.
    axes : sequence of matplotlib axes, optional
        Axes to draw on, one for each panel; a new figure by default.
    bound : float, optional
        Ordinate of two thin lines, on both sides of zero.

    Returns
    -------
    sequence of matplotlib axes

    Raises
    ------
    ValueError
        If axes and panels differ in number.
    """
    axes = _new_axes(len(panels)) if axes is None else list(axes)
    if len(axes) != len(panels):
        raise ValueError(f"axes: expected {len(panels)}, one a picture, got {len(axes)}")
    _, columns = grid_of(len(panels))
    styles = line_styles(dict.fromkeys(name for curves in panels.values() for name in curves))
    handles: dict[str, Any] = {}
    for k, (ax, (title, curves)) in enumerate(zip(axes, panels.items(), strict=True)):
        for name, y in curves.items():
            (handles[name],) = ax.plot(x, y, label=name, **styles[name])
        for level in () if bound is None else (-bound, bound):
            ax.axhline(level, color=MUTED, linewidth=0.8, linestyle=DASHES[1])
        ax.set_title(title, fontsize=9, loc="left")
        ax.set_xlabel(labels[0] if k >= len(panels) - columns else "")
        ax.set_ylabel(labels[1] if k % columns == 0 else "")
        ax.grid(True, color=MUTED, alpha=0.25, linewidth=0.6)
        ax.spines[["top", "right"]].set_visible(False)
        ax.margins(x=0.01)
    figure = axes[0].get_figure()
    if figure is not None and len(handles) > 1:
        place: dict[str, Any] = {"loc": "outside upper center", "ncols": len(handles)}
        figure.legend(list(handles.values()), list(handles), frameon=False, fontsize=8, **place)
    return axes


def _new_axes(panels: int) -> list[Axes]:
    """Return the axes of a new figure."""
    import matplotlib.pyplot as plt

    _, axes = plt.subplots(
        *grid_of(panels),
        sharex=True,
        squeeze=False,
        figsize=grid_size(panels),
        layout="constrained",
    )
    return list(np.ravel(axes))[:panels]
