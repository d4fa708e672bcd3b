"""Self-contained HTML page of a result, with tables and pictures."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .missing import Missing, attempt
from .styles import AXES, COLOURS, INK, MUTED, ON_DARK, PARTS, VECTORS
from .text import in_time, visible

if TYPE_CHECKING:
    from markupsafe import Markup

# templates include files by their paths in the package
_PACKAGE = Path(__file__).parents[1]


def page(template: Path, **values: Any) -> str:
    """Return the page of a template with these values.

    A ``part`` block of the template that raises is replaced by a sentence.

    Warns
    -----
    UserWarning
        For each part that failed.
    """
    import jinja2
    from markupsafe import Markup

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader([template.parent, _PACKAGE]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=lambda value: visible(value) if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["boxed"] = lambda item: Markup(boxed(typeset(item._repr_html_())))
    environment.filters["barred"] = lambda table, bars: Markup(boxed(typeset(bars.drawn_in(table))))
    environment.filters["in_time"] = in_time
    environment.globals |= {
        "part": _part,
        "palette": lambda: Markup(palette()),
    }
    return environment.get_template(template.name).render(values)


def _part(title: str, caller: Callable[[], Markup]) -> Markup:
    """Return a block of a template; if it fails, a sentence with the reason."""
    from markupsafe import Markup

    made = attempt(title, caller)
    if not isinstance(made, Missing):
        return made
    warnings.warn(visible(str(made)), stacklevel=2)
    text = '<p class="missing"><strong>{}</strong> could not be made: {}</p>\n'
    return Markup(text).format(visible(made.title), visible(made.reason))


# output of Polynomial, such as 37/6 n^3 - 32n + 4, and single powers
_POLYNOMIAL = re.compile(r"-?(\d+(/\d+)? ?)?n(\^\d+)?( [+-] [\dn/^ ]+)*")
_POWER = re.compile(r"(?<![A-Za-z])n\^(\d+)")
_FRACTION = re.compile(r"(\d+)/(\d+)")
_NEGATIVE = re.compile(r"(?<![\w.)])-(?=[\d.π])")
_CELL = re.compile(r"(?<=>)[^<>]+(?=</td>)")
_LINES = re.compile(r"<(caption|small)>.*?</\1>", re.DOTALL)
_TABLE = re.compile(r"<table>.*?</table>\n(<p><small>.*?</small></p>\n)?", re.DOTALL)
_CAPTION = re.compile(r"<caption>(.*?)</caption>", re.DOTALL)


def typeset(html: str) -> str:
    """Typeset powers, polynomials, minus signs and line breaks of tables in HTML."""
    html = _CELL.sub(_polynomial, html)
    html = _POWER.sub(r"n<sup>\1</sup>", html)
    html = _LINES.sub(lambda found: found[0].replace("\n", "<br>"), html)
    return html.replace("<th ", '<th scope="col" ')


def boxed(html: str) -> str:
    """Wrap each table in a scrollable region labelled by its caption."""
    return _TABLE.sub(_boxed, html)


def _boxed(found: re.Match[str]) -> str:
    html = found[0]
    caption = _CAPTION.search(html)
    name = re.sub(r"<[^>]*>", " ", caption[1]) if caption else ""
    html = _CAPTION.sub(r"<caption><span>\1</span></caption>", html)
    return f'<div class="wide" role="region" aria-label="{name}" tabindex="0">{html}</div>'


def _polynomial(cell: re.Match[str]) -> str:
    text = cell[0]
    if not _POLYNOMIAL.fullmatch(text):
        return _NEGATIVE.sub("−", text)
    text = _POWER.sub(r"<i>n</i><sup>\1</sup>", text)
    text = re.sub(r"n(?![<A-Za-z])", "<i>n</i>", text)
    text = _FRACTION.sub(r"<sup>\1</sup>⁄<sub>\2</sub>", text)
    return text.replace("-", "−")


# placeholder for the colour of the text, which is set by the page
_INK = "#010203"

# colours that differ on a dark page; text on light cells stays dark
_COLOUR = re.compile("|".join([*COLOURS, MUTED, f"(?<=stroke: ){INK}"]))

# text, and letters of axes: the green of axes is too pale for letters
_OF_TEXT = re.compile("|".join([_INK, *(f"(?<=fill: ){colour}" for colour in AXES)]))


def palette() -> str:
    """Return the colours of pictures as CSS variables, for light and dark pages."""
    light = {variable_of(colour): colour for colour in ON_DARK}
    light |= {
        f"--{part}": f"var({variable_of(colour)})" for part, colour in (VECTORS | PARTS).items()
    }
    light |= {f"--{axis}": colour for axis, colour in zip("xyz", AXES, strict=True)}
    dark = {variable_of(colour): on_dark for colour, on_dark in ON_DARK.items()}
    rules = (
        ":root { " + " ".join(f"{name}: {value};" for name, value in colours.items()) + " }"
        for colours in (light, dark)
    )
    return "{}\n@media (prefers-color-scheme: dark) {{ {} }}".format(*rules)


def variable_of(colour: str) -> str:
    """Return the name of the CSS variable of a colour of `palette`."""
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
    """Return a plot as an SVG element with text and axes in the colour of the page.

    With a grid of several axes, all are passed, row by row.
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
    # ids must differ between the pictures of a page
    text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", text)
    text = text.replace("<svg ", f'<svg role="img" aria-label="{escape(description)}" ', 1)
    text = _COLOUR.sub(lambda found: f"var({variable_of(found[0])})", text)
    return Markup(_OF_TEXT.sub("currentColor", text))
