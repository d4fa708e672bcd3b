"""Plots of lines, bars and panels, on given axes or a new figure, returned without being shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from ..validation import FloatArray
from .styles import COLOURS, DASHES, MUTED, group_colours, line_styles
from .text import in_one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# letters of a legend on one line above the axes, and of a note below them
_LINE = 100

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


def given_or_new_panels(axes: Sequence[Axes] | None, panels: int) -> list[Axes]:
    """Return one axes for each panel: the given ones, or new ones above a common x axis.

    Raises
    ------
    ValueError, TypeError
        For other objects, or another number of axes.
    """
    if axes is not None:
        return _as_many(axes, panels)
    import matplotlib.pyplot as plt

    size = (8.0, 1.0 + 1.8 * panels)
    _, new = plt.subplots(panels, sharex=True, squeeze=False, figsize=size, layout="constrained")
    return list(np.ravel(new))


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


def explain_groups(ax: Axes, groups: Mapping[str, str]) -> None:
    """Draw a legend of groups, in their colours, above the axes."""
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], color=colour, label=group) for group, colour in group_colours(groups).items()
    ]
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
) -> Axes:
    """Plot curves over common abscissas, with a legend beside them.

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

    Returns
    -------
    matplotlib axes
    """
    ax = given_or_new(ax, (8.0, 4.0))
    styles = line_styles(curves)
    for name, y in curves.items():
        ax.plot(x, y, linewidth=1.2, label=name, **styles[name])
    ax.set_xlabel(labels[0])
    ax.set_ylabel(labels[1])
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False, fontsize=8)
    return _plain(ax)


def draw_bars(
    lengths: Mapping[str, float],
    quantity: str,
    ax: Axes | None = None,
    *,
    groups: Mapping[str, str] | None = None,
    written: Callable[[float], str] | None = None,
) -> Axes:
    """Plot horizontal bars over a logarithmic axis; none for a length that is not finite.

    Parameters
    ----------
    lengths : mapping of str to float
        Lengths by name, not negative.
    quantity : str
        Label of the lengths.
    ax : matplotlib axes, optional
        Axes to draw on; a new figure by default.
    groups : mapping of str to str, optional
        The group of each name: of one colour, and named in a legend.
    written : callable, optional
        Formats a length at the end of its bar; the axis then has no tick labels.

    Returns
    -------
    matplotlib axes
    """
    ax = given_or_new(ax, (7.5, 1.0 + 0.2 * len(lengths)))
    sizes = np.array(list(lengths.values()))
    colours = group_colours(groups) if groups else {}
    colour = [colours[groups[name]] if groups else COLOURS[0] for name in lengths]
    bars = ax.barh(range(len(sizes)), np.where(np.isfinite(sizes), sizes, 0.0), color=colour)
    ax.set_yticks(range(len(sizes)), [in_one_line(name) for name in lengths], parse_math=False)
    ax.set_xscale("log")
    ax.invert_yaxis()
    ax.tick_params(axis="y", labelsize=8)
    ax.set_xlabel(quantity)
    _plain(ax)
    if groups:
        explain_groups(ax, {name: groups[name] for name in lengths})
    if written:
        ax.bar_label(bars, [written(size) for size in sizes], padding=3, size=8)
        ax.set_xlim(0.5 * sizes.min(), 3.0 * sizes.max())
        ax.set_xticks([], minor=False)
        ax.set_xticks([], minor=True)
    return ax


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
    ax = given_or_new(ax, (6.0, 5.0))
    if len(values):
        extent = np.ptp(places, axis=0)
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
    """Plot bars side by side in groups, each part of a torque in its colour.

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
    styles = line_styles(bars)
    for k, (name, heights) in enumerate(bars.items()):
        left = np.arange(len(groups)) - 0.4 + (k + 0.5) * width
        ax.bar(left, heights, width, label=name, color=styles[name]["color"])
    ax.axhline(0, color=MUTED, linewidth=0.8)
    ax.set_xticks(range(len(groups)), groups)
    ax.set_ylabel(quantity)
    ax.grid(True, axis="y", color=MUTED, alpha=0.25, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    if bars:
        ax.legend(frameon=False, fontsize=8)
    return ax


def draw_panels(
    x: FloatArray,
    panels: Mapping[str, Mapping[str, FloatArray]],
    label: str,
    axes: Sequence[Axes] | None = None,
) -> Sequence[Axes]:
    """Plot panels of curves over common abscissas, with one legend beside the first panel.

    Parameters
    ----------
    x : ndarray, shape (m,)
        Abscissas.
    panels : mapping of str to mappings of str to ndarray, shape (m,)
        Ordinates by name of the curve, by label of the panel. A name has one colour.
    label : str
        Label of the abscissas.
    axes : sequence of matplotlib axes, optional
        Axes to draw on, one for each panel; a new figure by default.

    Returns
    -------
    sequence of matplotlib axes
    """
    axes = given_or_new_panels(axes, len(panels))
    styles = line_styles(dict.fromkeys(name for curves in panels.values() for name in curves))
    handles = {}
    for ax, (quantity, curves) in zip(axes, panels.items(), strict=True):
        for name, y in curves.items():
            (handles[name],) = ax.plot(x, y, linewidth=1.2, label=name, **styles[name])
        ax.set_ylabel(quantity)
        ax.grid(True, color=MUTED, alpha=0.25, linewidth=0.6)
        ax.spines[["top", "right"]].set_visible(False)
        ax.margins(x=0.01)
    axes[-1].set_xlabel(label)
    figure = axes[0].get_figure(root=True)
    if figure is not None:
        figure.align_ylabels(list(axes))
    place: dict[str, Any] = {
        "loc": "upper left",
        "bbox_to_anchor": (1.0, 1.0),
        "borderaxespad": 0.0,
    }
    axes[0].legend(list(handles.values()), list(handles), frameon=False, fontsize=8, **place)
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
            (handles[name],) = ax.plot(x, y, linewidth=1.2, label=name, **styles[name])
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
