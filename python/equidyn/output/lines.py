"""Curves over an ordinary axis, and bars, as pictures: drawn and returned, never shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from .._validation import FloatArray
from .axes import explain_groups, given_or_new
from .styles import COLOURS, MUTED, group_colours, line_styles
from .visible import in_one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_lines(
    x: FloatArray,
    curves: Mapping[str, FloatArray],
    labels: tuple[str, str],
    ax: Axes | None = None,
) -> Axes:
    """Draw curves over common abscissas, their names in a legend beside them.

    Parameters
    ----------
    x : ndarray, shape (m,)
        Abscissas.
    curves : mapping of str to ndarray, shape (m,)
        Ordinates by the name of the curve.
    labels : tuple of two str
        What the axes show.
    ax : matplotlib axes, optional
        Where to draw; a new figure without it.

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
    """Draw one horizontal bar a name over a logarithmic axis; what is not finite stays empty.

    Parameters
    ----------
    lengths : mapping of str to float
        Not negative.
    quantity : str
        What the lengths are.
    ax : matplotlib axes, optional
        Where to draw; a new figure without it.
    groups : mapping of str to str, optional
        The group of each name: of one colour, and named in a legend.
    written : callable, optional
        Writes a length at the end of its bar; the axis then bears no numbers.

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


def _plain(ax: Axes) -> Axes:
    ax.grid(True, color=MUTED, alpha=0.25, linewidth=0.6)
    ax.spines[["top", "right"]].set_visible(False)
    return ax
