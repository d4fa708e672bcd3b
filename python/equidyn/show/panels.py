"""Several groups of curves over the same times, one above the other, as one picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._validation import FloatArray
from .curve_styles import COLOURS, DASHES, MUTED
from .extras import require_extra

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_panels(
    x: FloatArray,
    panels: Mapping[str, Mapping[str, FloatArray]],
    label: str,
    axes: Sequence[Axes] | None = None,
) -> Sequence[Axes]:
    """Draw groups of curves over common abscissas; their names stand once, beside the first group.

    Parameters
    ----------
    x : ndarray, shape (m,)
        Abscissas.
    panels : mapping of str to mappings of str to ndarray, shape (m,)
        Ordinates by the name of the curve, by what the group shows. A name has one colour.
    label : str
        What the abscissas are.
    axes : sequence of matplotlib axes, optional
        Where to draw, one a group; a new figure without it.

    Returns
    -------
    sequence of matplotlib axes
    """
    axes = _new_axes(len(panels)) if axes is None else list(axes)
    if len(axes) != len(panels):
        raise ValueError(f"axes: expected {len(panels)}, one above the other, got {len(axes)}")
    names = list(dict.fromkeys(name for curves in panels.values() for name in curves))
    handles = {}
    for ax, (quantity, curves) in zip(axes, panels.items(), strict=True):
        for name, y in curves.items():
            k = names.index(name)
            dashes = DASHES[k // len(COLOURS) % len(DASHES)]
            style: dict[str, Any] = {"color": COLOURS[k % len(COLOURS)], "linestyle": dashes}
            (handles[name],) = ax.plot(x, y, linewidth=1.2, label=name, **style)
        ax.set_ylabel(quantity)
        ax.grid(True, color=MUTED, alpha=0.25, linewidth=0.6)
        ax.spines[["top", "right"]].set_visible(False)
        ax.margins(x=0.01)
    axes[-1].set_xlabel(label)
    place: dict[str, Any] = {
        "loc": "upper left",
        "bbox_to_anchor": (1.0, 1.0),
        "borderaxespad": 0.0,
    }
    axes[0].legend(list(handles.values()), names, frameon=False, fontsize=8, **place)
    return axes


def _new_axes(panels: int) -> list[Axes]:
    """Return the axes of a new figure, one above the other over a common axis."""
    require_extra("plot", "matplotlib")
    import matplotlib.pyplot as plt

    size = (8.0, 1.0 + 1.8 * panels)
    _, axes = plt.subplots(panels, sharex=True, squeeze=False, figsize=size, layout="constrained")
    return list(np.ravel(axes))
