"""A picture of the proof. It is drawn, returned and never shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...show.drawing import COLOURS, MUTED
from ...show.extras import require_extra
from .proof import TOLERANCE, EquivalenceProof, Step

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_CORRECTED, _GLYPHS, _STRUCTURE = COLOURS[0], COLOURS[1], COLOURS[3]

# where the bars start: below all rounding
_FLOOR = 1e-17


def draw_residuals(proof: EquivalenceProof, ax: Axes | None = None) -> Axes:
    """Draw the residual of every equation, as printed behind as corrected, logarithmic.

    Parameters
    ----------
    proof : EquivalenceProof
        What was found.
    ax : matplotlib axes, optional
        Where to draw; a new figure without it.

    Returns
    -------
    matplotlib axes
    """
    ax = ax or _new_axes(len(proof))
    ax.set_yscale("log")
    places = range(len(proof))
    printed = [step.residual_printed or _FLOOR for step in proof]
    corrected = [step.residual_corrected or _FLOOR for step in proof]
    ax.bar(places, printed, color=[_colour(step) for step in proof])
    ax.bar(places, corrected, color=_CORRECTED)
    for place, step in zip(places, proof, strict=True):
        if step.printed is None:
            _say_undefined(ax, place, _colour(step))
    ax.axhline(TOLERANCE, linewidth=0.8, linestyle=":", color=MUTED, zorder=0)
    ax.set_xticks(places, [step.equation for step in proof], rotation=90, size=8)
    ax.set_xlim(-0.8, len(proof) - 0.2)
    ax.set_ylim(bottom=_FLOOR)
    ax.set_xlabel("equation")
    ax.set_ylabel("residual")
    _explain_colours(ax)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _colour(step: Step) -> str:
    return _STRUCTURE if step.wrong_by_structure else _GLYPHS


def _say_undefined(ax: Axes, place: float, colour: str) -> None:
    """Write where a bar would be that there is none."""
    where = (place, 3 * TOLERANCE)
    ax.annotate("cannot be evaluated", where, rotation=90, ha="center", size=8, color=colour)


def _explain_colours(ax: Axes) -> None:
    from matplotlib.patches import Patch

    meanings = {
        "as printed: glyphs are wrong": _GLYPHS,
        "as printed: more than glyphs": _STRUCTURE,
        "as corrected": _CORRECTED,
    }
    patches = [Patch(color=colour, label=meaning) for meaning, colour in meanings.items()]
    ax.legend(handles=patches, loc="lower left", bbox_to_anchor=(0.0, 1.0), frameon=False, ncols=3)


def _new_axes(equations: int) -> Axes:
    require_extra("plot", "matplotlib")
    import matplotlib.pyplot as plt

    _, ax = plt.subplots(figsize=(1.5 + 0.24 * equations, 4.2), layout="constrained")
    return ax
