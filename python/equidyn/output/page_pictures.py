"""Pictures as part of a page: in its ink, and with words for those who cannot see them."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

from .styles import AXES, COLOURS, INK, MUTED, ON_DARK, PARTS

if TYPE_CHECKING:
    from markupsafe import Markup

# stands for the colour of the text, which the page decides
_INK = "#010203"

# what a picture draws in a colour that differs on a dark page; texts on light cells stay dark
_COLOUR = re.compile("|".join([*COLOURS, MUTED, f"(?<=stroke: ){INK}"]))

# the text itself, and letters of axes, whose green is too pale for letters
_OF_TEXT = re.compile("|".join([_INK, *(f"(?<=fill: ){colour}" for colour in AXES)]))


def palette() -> str:
    """Return the colours of pictures as variables of a style sheet, on light and on dark pages."""
    light = {_variable(colour): colour for colour in ON_DARK}
    light |= {f"--{part}": f"var({_variable(colour)})" for part, colour in PARTS.items()}
    light |= {f"--{axis}": colour for axis, colour in zip("xyz", AXES, strict=True)}
    dark = {_variable(colour): on_dark for colour, on_dark in ON_DARK.items()}
    rules = (
        ":root { " + " ".join(f"{name}: {value};" for name, value in colours.items()) + " }"
        for colours in (light, dark)
    )
    return "{}\n@media (prefers-color-scheme: dark) {{ {} }}".format(*rules)


def _variable(colour: str) -> str:
    return f"--c{colour.removeprefix('#')}"


def picture(
    draw: Callable[[Any], Any],
    size: tuple[float, float],
    name: str,
    description: str,
    *,
    projection: str | None = None,
    grid: tuple[int, int] = (1, 1),
) -> Markup:
    """Draw into an SVG element whose text and axes take the colour of the page.

    In a grid of several axes, rows and columns, all of them are handed over, row by row.
    """
    import matplotlib as mpl
    from markupsafe import Markup
    from matplotlib.figure import Figure

    coloured = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color")
    panes = (f"axes3d.{axis}axis.panecolor" for axis in "xyz")
    style: dict[Any, Any] = {**dict.fromkeys(coloured, _INK), **dict.fromkeys(panes, "none")}
    with mpl.rc_context({**style, "svg.fonttype": "none", "svg.hashsalt": name}):
        figure = Figure(figsize=size, layout="constrained")
        figure.patch.set_visible(False)
        axes = figure.subplots(*grid, squeeze=False, subplot_kw={"projection": projection})
        for ax in axes.flat:
            ax.patch.set_visible(False)
        draw(axes.flat[0] if grid == (1, 1) else list(axes.flat))
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
    text = file.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    # two drawings on one page must not share the names of their parts
    text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", text)
    text = text.replace("<svg ", f'<svg role="img" aria-label="{escape(description)}" ', 1)
    text = _COLOUR.sub(lambda found: f"var({_variable(found[0])})", text)
    return Markup(_OF_TEXT.sub("currentColor", text))
