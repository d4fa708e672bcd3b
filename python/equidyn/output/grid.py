"""Small pictures in a grid, over the same abscissas: drawn and returned, never shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._validation import FloatArray
from .extras import require_extra
from .styles import DASHES, MUTED, line_styles

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLUMNS = 2


def grid_of(panels: int) -> tuple[int, int]:
    """Return rows and columns in which so many small pictures stand."""
    return -(-panels // _COLUMNS), min(panels, _COLUMNS)


def grid_size(panels: int) -> tuple[float, float]:
    """Return width and height, in inches, at which each of them has room."""
    return 8.0, 0.8 + 2.0 * grid_of(panels)[0]


def draw_grid(
    x: FloatArray,
    panels: Mapping[str, Mapping[str, FloatArray]],
    labels: tuple[str, str],
    axes: Sequence[Axes] | None = None,
    *,
    bound: float | None = None,
) -> Sequence[Axes]:
    """Draw a small picture of curves for each panel, and what the curves are above all of them.

    Parameters
    ----------
    x : ndarray, shape (m,)
        Abscissas.
    panels : mapping of str to mappings of str to ndarray, shape (m,)
        Ordinates by the name of the curve, by the title of the picture. A name has one colour.
    labels : tuple of two str
        What the axes show.
    axes : sequence of matplotlib axes, optional
        Where to draw, one a panel; a new figure without it.
    bound : float, optional
        Where to draw thin lines, on both sides of zero.

    Returns
    -------
    sequence of matplotlib axes

    Raises
    ------
    ValueError
        If there are not as many axes as panels.
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
    require_extra("plot", "matplotlib")
    import matplotlib.pyplot as plt

    _, axes = plt.subplots(
        *grid_of(panels),
        sharex=True,
        squeeze=False,
        figsize=grid_size(panels),
        layout="constrained",
    )
    return list(np.ravel(axes))[:panels]
