"""Groups of bars as a picture. It is drawn and returned, never shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from .._validation import FloatArray
from .axes import given_or_new
from .styles import MUTED, line_styles

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_bars(
    bars: Mapping[str, FloatArray],
    groups: Sequence[str],
    quantity: str,
    ax: Axes | None = None,
) -> Axes:
    """Draw bars side by side in groups, each part of a torque in its colour.

    Parameters
    ----------
    bars : mapping of str to ndarray, shape (m,)
        Heights, one a group.
    groups : sequence of str
        The m groups.
    quantity : str
        What the heights are.
    ax : matplotlib axes, optional
        Where to draw; a new figure without it.

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
