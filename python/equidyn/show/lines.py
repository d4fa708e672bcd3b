"""Curves over an ordinary axis, and bars, as pictures: drawn and returned, never shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from .._validation import FloatArray
from .axes import given_or_new
from .styles import COLOURS, MUTED, line_styles

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


def draw_bars(lengths: Mapping[str, float], quantity: str, ax: Axes | None = None) -> Axes:
    """Draw one horizontal bar a name over a logarithmic axis; what is not finite stays empty.

    Parameters
    ----------
    lengths : mapping of str to float
        Not negative.
    quantity : str
        What the lengths are.
    ax : matplotlib axes, optional
        Where to draw; a new figure without it.

    Returns
    -------
    matplotlib axes
    """
    ax = given_or_new(ax, (6.0, 1.0 + 0.2 * len(lengths)))
    sizes = np.array(list(lengths.values()))
    ax.barh(list(lengths), np.where(np.isfinite(sizes), sizes, 0.0), color=COLOURS[0])
    ax.set_xscale("log")
    ax.invert_yaxis()
    ax.tick_params(axis="y", labelsize=8)
    ax.set_xlabel(quantity)
    return _plain(ax)


def _plain(ax: Axes) -> Axes:
    ax.grid(True, color=MUTED, alpha=0.25, linewidth=0.6)
    ax.spines[["top", "right"]].set_visible(False)
    return ax
