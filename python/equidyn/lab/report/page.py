"""The page of a report: one HTML document that needs nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...show.visible import visible
from .typesetting import boxed, typeset

_TEMPLATE = "page.html.jinja"


def page(**values: Any) -> str:
    """Return the page that the template makes of these values.

    Raises
    ------
    ImportError
        If jinja2 is not installed.
    """
    import jinja2
    from markupsafe import Markup

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=lambda value: visible(value) if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["boxed"] = lambda item: Markup(boxed(typeset(item._repr_html_())))
    return environment.get_template(_TEMPLATE).render(values)
