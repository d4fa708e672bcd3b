"""Several groups of curves over the same times, one above the other, as one picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .._validation import FloatArray
from .axes import given_or_new_panels
from .styles import MUTED, line_styles

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
