"""Where curves are drawn: on axes that somebody has, or on those of a new figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .extras import require_extra
from .styles import group_colours

# letters of a legend that stand beside each other above the axes
_LINE = 100

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def given_or_new(ax: Axes | None, size: tuple[float, float]) -> Axes:
    """Return the axes that are given, or those of a new figure, width and height in inches.

    Raises
    ------
    TypeError
        If something else is given.
    ImportError
        If matplotlib is not installed.
    """
    require_extra("plot", "matplotlib")
    if ax is not None:
        return _flat("ax", ax)
    import matplotlib.pyplot as plt

    return plt.subplots(figsize=size, layout="constrained")[1]


def given_or_new_panels(axes: Sequence[Axes] | None, panels: int) -> list[Axes]:
    """Return as many axes as there are panels: those given, or new ones above a common axis.

    Raises
    ------
    ValueError, TypeError
        If others are given, or not as many.
    ImportError
        If matplotlib is not installed.
    """
    require_extra("plot", "matplotlib")
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
    """Check that curves can be drawn on it: axes in space draw none of them."""
    from matplotlib.axes import Axes

    if not isinstance(ax, Axes):
        raise TypeError(f"{name}: expected matplotlib axes, got {type(ax).__name__}")
    if ax.name != "rectilinear":
        raise TypeError(f"{name}: expected matplotlib axes at right angles, got {ax.name} ones")
    return ax


def explain_groups(ax: Axes, groups: Mapping[str, str]) -> None:
    """Name the groups of what is drawn, in their colours, above the axes."""
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], color=colour, label=group) for group, colour in group_colours(groups).items()
    ]
    place: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0), "borderaxespad": 0}
    # side by side, unless their names are longer than the axes are wide
    columns = len(handles) if sum(len(str(h.get_label())) for h in handles) < _LINE else 1
    ax.legend(handles=handles, ncols=columns, frameon=False, fontsize=8, **place)
