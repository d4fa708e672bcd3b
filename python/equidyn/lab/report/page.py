"""The page of a result: one HTML document that needs nothing else."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...output.visible import visible
from .missing import Missing, attempt
from .pictures import palette
from .typesetting import boxed, typeset

if TYPE_CHECKING:
    from markupsafe import Markup

# beside it is what all pages have in common
_REPORT = Path(__file__).with_name("page.html.jinja")


def page(template: Path = _REPORT, **values: Any) -> str:
    """Return the page that a template, that of the report by default, makes of these values.

    A block of the template that is called by ``part`` and raises is replaced by a sentence.

    Raises
    ------
    ImportError
        If jinja2 is not installed.

    Warns
    -----
    UserWarning
        For each part that could not be made.
    """
    import jinja2
    from markupsafe import Markup

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader([template.parent, _REPORT.parent]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=lambda value: visible(value) if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["boxed"] = lambda item: Markup(boxed(typeset(item._repr_html_())))
    environment.globals |= {"part": _part, "palette": lambda: Markup(palette())}
    return environment.get_template(template.name).render(values)


def _part(title: str, caller: Callable[[], Markup]) -> Markup:
    """Return a block of a template; where it cannot be made, a sentence that says why."""
    from markupsafe import Markup

    made = attempt(title, caller)
    if not isinstance(made, Missing):
        return made
    warnings.warn(visible(str(made)), stacklevel=2)
    text = '<p class="missing"><strong>{}</strong> could not be made: {}</p>\n'
    return Markup(text).format(visible(made.title), visible(made.reason))
