"""Data of the panels of the page: styles of the formulations, their equations and their code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..dynamics import Header, families, formulations, numbers
from ..output.page import variable_of
from ..output.styles import curve_styles

if TYPE_CHECKING:
    from ..dynamics import Formulation

EQUATIONS = Path(__file__).parent / "web" / "equations.json"

# pixels of a unit of dashes
_DASH = 1.8

# the label of a row of operations on the line of a statement, and as it is marked meanwhile
_ROW = re.compile(r"(?:,| \|)\s+row\(\"([^\"]*)\"\)(?=;)|\(row\(\"([^\"]*)\"\), ([^;]*)\)(?=;)")
# the label of all operations of a function, at its start
_ROW_OF_ALL = re.compile(r"^ *const Row<T> row\(\"([^\"]*)\"\);\n(.*)$", re.MULTILINE)
# in kernels: the label of the lines that follow, until the next one or the end of a block
_STEP = re.compile(
    r"^ *EQUIDYN_STEP\(T, \"([^\"]*)\"\);\n((?:(?! *EQUIDYN_STEP| *\}).*\n)*)", re.MULTILINE
)
_MARK = re.compile(r"@@(.*?)@@")


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
        "code": {each.path.name: lines_of(each) for found in headers.values() for each in found},
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


def lines_of(header: Header) -> list[tuple[str, str]]:
    """Return the lines of an algorithm, each with the label of its operations."""
    marked = _ROW_OF_ALL.sub(r"\2@@\1@@", header.text)
    marked = _ROW.sub(lambda found: f"{found[3] or ''}@@{found[1] or found[2]}@@", marked)
    marked = _STEP.sub(_labelled, marked)
    lines = Header(header.path, marked).code.splitlines()
    return [(_MARK.sub("", line), _label(line)) for line in lines]


def _labelled(step: re.Match[str]) -> str:
    lines = step[2].splitlines()
    return "".join(f"{line}@@{step[1]}@@\n" if line else "\n" for line in lines)


def _label(line: str) -> str:
    found = _MARK.search(line)
    return found[1] if found else ""
