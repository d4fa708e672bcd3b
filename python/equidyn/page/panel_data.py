"""Data of the panels of the page: styles of the formulations, their equations and their code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..dynamics import families, formulations, numbers
from ..output.page import variable_of
from ..output.styles import curve_styles

if TYPE_CHECKING:
    from ..dynamics import Formulation, Header

EQUATIONS = Path(__file__).parent / "web" / "equations.json"

# pixels of a unit of dashes
_DASH = 1.8


def panel_data(equations: bool = True) -> dict[str, Any]:
    """Return what the panels need beside the module: styles, equations, and lines of code.

    Parameters
    ----------
    equations : bool
        Whether equations and code are wanted.

    Returns
    -------
    dict
        ``styles``: colour, dashes and mark of each formulation; ``equations``: blocks of HTML with
        MathML, and symbols with their meaning; ``files``: names of the headers of each formulation,
        its own first; ``code``: lines of each header, with the label of their row of operations,
        empty for most.
    """
    listed = formulations()
    styles = _styles([each.name for each in listed])
    if not equations:
        return {"styles": styles}
    headers = {each.name: _headers(each) for each in listed}
    stored = json.loads(EQUATIONS.read_text(encoding="utf-8"))
    return {
        "styles": styles,
        "equations": {
            name: {part: each[part] for part in ("blocks", "symbols")}
            for name, each in stored.items()
        },
        "files": {name: [each.path.name for each in found] for name, found in headers.items()},
        "code": {
            each.path.name: each.labelled_code for found in headers.values() for each in found
        },
    }


def _headers(formulation: Formulation) -> list[Header]:
    """Return the header of a formulation, and those of its steps: shared ones and a kernel's."""
    own, *others = formulation.headers
    return [own, *(each for each in others if each.path.parent.name in ("shared", "algorithms"))]


def _styles(names: list[str]) -> dict[str, dict[str, str]]:
    drawn = curve_styles(names, families(names), numbers(names))
    return {
        name: {
            "colour": f"var({variable_of(style['color'])})",
            "dash": _dash(style["linestyle"]),
            "mark": style["marker"],
        }
        for name, style in drawn.items()
    }


def _dash(dashes: Any) -> str:
    """Return dashes of matplotlib as those of SVG."""
    return "none" if dashes == "-" else " ".join(f"{_DASH * length:g}" for length in dashes[1])
