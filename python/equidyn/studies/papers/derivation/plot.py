"""Plot of the residuals of a derivation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ....output.plots import given_or_new
from ....output.styles import COLOURS, MUTED

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# colour and mark of what is published, wrong by its glyphs or otherwise, and of what is corrected
_GLYPHS, _STRUCTURE, _CORRECTED = (COLOURS[1], "s"), (COLOURS[3], "D"), (COLOURS[0], "o")

# distance of two rows, inches
_ROW = 0.15

# left end of the axis, below all rounding: the place of residuals of zero
_FLOOR = 1e-17


class Residuals(NamedTuple):
    """Residuals of one equation as published, None if it has no value, and as corrected.

    Both are None where the equation does not apply to the arm.
    """

    equation: str
    printed: float | None
    corrected: float | None
    wrong_by_structure: bool


def draw_residuals(found: Sequence[Residuals], tolerance: float, ax: Axes | None = None) -> Axes:
    """Draw the residuals of every equation as points, published and corrected, logarithmic.

    A thin line joins the two. An open mark at the left edge is a residual of zero.

    Parameters
    ----------
    found : sequence of Residuals
        Residuals of the equations.
    tolerance : float
        Bound of the residual of an equation that holds.
    ax : matplotlib axes, optional
        Where to draw; a new figure without it.

    Returns
    -------
    matplotlib axes
    """
    places = _places(found)
    ax = given_or_new(ax, (7.0, 1.2 + _ROW * (places[-1] + 1)))
    ax.set_xscale("log")
    for place, each in zip(places, found, strict=True):
        style = _STRUCTURE if each.wrong_by_structure else _GLYPHS
        _draw_row(ax, place, each, style)
        if each.printed is None:
            silent = each.corrected is None
            words = "does not apply to this arm" if silent else "cannot be evaluated"
            colour = MUTED if silent else style[0]
            ax.annotate(words, (3 * tolerance, place), va="center", size=8, color=colour)
    ax.axvline(tolerance, linewidth=0.8, linestyle=":", color=MUTED, zorder=0)
    ax.set_yticks(places, [each.equation for each in found], size=8)
    # the first equation on top
    ax.set_ylim(places[-1] + 0.8, -0.8)
    ax.set_xlim(left=_FLOOR)
    ax.set_ylabel("equation, by section")
    ax.set_xlabel("residual; dotted: what rounding explains; open marks at the left: exactly 0")
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="y", color=MUTED, alpha=0.15, linewidth=0.5)
    _explain_marks(ax)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _draw_row(ax: Axes, place: int, each: Residuals, published: tuple[str, str]) -> None:
    """Draw the residuals of one equation, and a thin line between them."""
    drawn = ((each.printed, published), (each.corrected, _CORRECTED))
    points = [(max(value, _FLOOR), value, style) for value, style in drawn if value is not None]
    ends = [x for x, _, _ in points]
    ax.plot(ends, [place] * len(ends), color=published[0], linewidth=0.8, zorder=1.5)
    for x, value, (colour, mark) in points:
        fill = "full" if value > 0 else "none"
        style: dict[str, Any] = {"color": colour, "marker": mark, "fillstyle": fill}
        ax.plot([x], [place], linestyle="", markersize=4, clip_on=False, **style)


def _places(found: Sequence[Residuals]) -> list[int]:
    """Return the row of each equation, one free before a section; only numbers have sections."""
    sections = [each.equation.rpartition(".")[0].partition(".")[0] for each in found]
    begins = [k > 0 and sections[k - 1] != section for k, section in enumerate(sections)]
    return [k + sum(begins[: k + 1]) for k in range(len(found))]


def _explain_marks(ax: Axes) -> None:
    from matplotlib.lines import Line2D

    meanings = {
        "as published: wrong glyphs": _GLYPHS,
        "as published: other errors": _STRUCTURE,
        "as corrected": _CORRECTED,
    }
    marks = [
        Line2D([], [], color=colour, marker=mark, markersize=4, linestyle="", label=meaning)
        for meaning, (colour, mark) in meanings.items()
    ]
    ax.legend(
        handles=marks,
        loc="lower left",
        bbox_to_anchor=(0.0, 1.0),
        frameon=False,
        ncols=3,
        fontsize=8,
    )
