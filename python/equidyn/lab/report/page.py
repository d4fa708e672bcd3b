"""The page of a result: one HTML document that needs nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...show.visible import visible
from .typesetting import boxed, typeset

# beside it is what all pages have in common
_REPORT = Path(__file__).with_name("page.html.jinja")


def page(template: Path = _REPORT, **values: Any) -> str:
    """Return the page that a template, that of the report by default, makes of these values.

    Raises
    ------
    ImportError
        If jinja2 is not installed.
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
    return environment.get_template(template.name).render(values)
