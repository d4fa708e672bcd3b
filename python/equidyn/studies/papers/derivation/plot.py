"""Bar chart of the residuals of a derivation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ....output.plots import given_or_new
from ....output.styles import COLOURS, MUTED

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_CORRECTED, _GLYPHS, _STRUCTURE = COLOURS[0], COLOURS[1], COLOURS[3]

# height of a bar and its distance to the next, inches
_ROW = 0.15

# left end of the bars: below all rounding
_FLOOR = 1e-17


class Bar(NamedTuple):
    """Residuals of one equation as published, None if it has no value, and as corrected.

    Both are None where the equation does not apply to the arm.
    """

    equation: str
    printed: float | None
    corrected: float | None
    wrong_by_structure: bool


def draw_residuals(bars: Sequence[Bar], tolerance: float, ax: Axes | None = None) -> Axes:
    """Draw the residual of every equation as a bar, published behind corrected, logarithmic.

    Parameters
    ----------
    bars : sequence of Bar
        Residuals of the equations.
    tolerance : float
        Bound of the residual of an equation that holds.
    ax : matplotlib axes, optional
        Where to draw; a new figure without it.

    Returns
    -------
    matplotlib axes
    """
    places = _places(bars)
    ax = given_or_new(ax, (7.0, 1.2 + _ROW * (places[-1] + 1)))
    ax.set_xscale("log")
    colours = [_STRUCTURE if bar.wrong_by_structure else _GLYPHS for bar in bars]
    ax.barh(places, [bar.printed or _FLOOR for bar in bars], color=colours)
    ax.barh(places, [bar.corrected or _FLOOR for bar in bars], color=_CORRECTED)
    for place, bar, colour in zip(places, bars, colours, strict=True):
        if bar.printed is None:
            silent = bar.corrected is None
            words = "does not apply to this arm" if silent else "cannot be evaluated"
            style: dict[str, Any] = {
                "va": "center",
                "size": 8,
                "color": MUTED if silent else colour,
            }
            ax.annotate(words, (3 * tolerance, place), **style)
    ax.axvline(tolerance, linewidth=0.8, linestyle=":", color=MUTED, zorder=0)
    ax.set_yticks(places, [bar.equation for bar in bars], size=8)
    # the first equation on top
    ax.set_ylim(places[-1] + 0.8, -0.8)
    ax.set_xlim(left=_FLOOR)
    ax.set_ylabel("equation, by section")
    ax.set_xlabel("residual; dotted: what rounding explains")
    ax.tick_params(axis="y", length=0)
    _explain_colours(ax)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _places(bars: Sequence[Bar]) -> list[int]:
    """Return the row of each equation, one free before a section; only numbers have sections."""
    sections = [bar.equation.rpartition(".")[0].partition(".")[0] for bar in bars]
    begins = [k > 0 and sections[k - 1] != section for k, section in enumerate(sections)]
    return [k + sum(begins[: k + 1]) for k in range(len(bars))]


def _explain_colours(ax: Axes) -> None:
    from matplotlib.patches import Patch

    meanings = {
        "as published: wrong glyphs": _GLYPHS,
        "as published: other errors": _STRUCTURE,
        "as corrected": _CORRECTED,
    }
    patches = [Patch(color=colour, label=meaning) for meaning, colour in meanings.items()]
    ax.legend(
        handles=patches,
        loc="lower left",
        bbox_to_anchor=(0.0, 1.0),
        frameon=False,
        ncols=3,
        fontsize=8,
    )
