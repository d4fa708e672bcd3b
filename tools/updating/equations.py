"""Equations of the formulations in MathML, from the texts of the site, for the laboratory.

A comment at the end of an equation, ``% A_i; a_i -> a``, has the rows of operations that compute
it, with ``+`` before those of a header that it shares with others, and the quantity of the
recursion that it is, of which the laboratory draws the arrow.
"""

import json
import re
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import equidyn

ROOT = Path(__file__).resolve().parents[2]
FILE = Path("python/equidyn/page/web/equations.json")
TEXTS = ROOT / "docs" / "texts"

_FORMULA = re.compile(r"\$\$(.+?)\$\$|\$(.+?)\$", re.DOTALL)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
_MARK = re.compile(r"^ *([^>]*?) *(?:-> (\w+))?$")
_INDENTED = re.compile(r">\n\s*<")
_EMPHASIS = re.compile(r"\*([^*]+)\*")


def written(stored: str) -> str:
    """Return the contents of the file, equations set anew where their text has changed."""
    before = json.loads(stored or "{}")
    found = {}
    for entry in equidyn.formulations():
        source = source_of(entry.name)
        known = before.get(entry.name, {})
        found[entry.name] = known if known.get("source") == source else _set(source)
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def source_of(name: str) -> dict[str, Any]:
    """Return the equations of a formulation, and the rows of the notation for their letters."""
    from documenting import notation

    text = (TEXTS / "formulations" / f"{name}.md").read_text(encoding="utf-8")
    common = (TEXTS / "notation.md").read_text(encoding="utf-8")
    equations = text.partition("\n## Equations\n")[2].partition("\n## ")[0].strip()
    used = {letter for tex in notation.formulas(equations) for letter in notation.letters(tex)}
    used -= {"n", "i", *notation.OWN.get(name, "").split()}
    symbols = [
        [symbol, what] for symbol, what, named in notation.rows(common) if used.intersection(named)
    ]
    return {"equations": equations, "symbols": symbols}


def _set(source: dict[str, Any]) -> dict[str, Any]:
    blocks = [f"<p>{_html(block)}</p>" for block in re.split(r"\n\s*\n", source["equations"])]
    symbols = [[_html(text) for text in row] for row in source["symbols"]]
    return {"source": source, "blocks": blocks, "symbols": symbols}


def _html(text: str) -> str:
    """Return a paragraph as HTML, with its formulas in MathML."""
    from documenting.mathml import markup

    parts, end = [], 0
    for found in _FORMULA.finditer(text):
        displayed, inline = found.groups()
        set_ = markup(displayed or inline, bool(displayed))
        set_ = _INDENTED.sub("><", _marked(set_, displayed) if displayed else set_)
        parts += [_words(text[end : found.start()]), set_]
        end = found.end()
    return "".join([*parts, _words(text[end:])])


def _marked(markup: str, tex: str) -> str:
    """Return a displayed formula whose rows say what computes them."""
    math = ElementTree.fromstring(markup)
    table = math.find("mtable[@class='ams-align']")
    rows = [math] if table is None else list(table)
    for row, (labels, quantity) in zip(rows, marks(tex), strict=True):
        for name, value in (("data-rows", labels), ("data-quantity", quantity)):
            if value:
                row.set(name, value)
    return ElementTree.tostring(math, encoding="unicode")


def marks(tex: str) -> list[tuple[str, str]]:
    """Return the labels and the quantity in the comment of each row of a displayed formula."""
    found = [("", "")]
    for line in re.sub(r"\\(begin|end)\{aligned\}", "", tex).strip().splitlines():
        text, _, comment = line.partition("%")
        if comment:
            mark = _MARK.match(comment)
            assert mark
            found[-1] = mark[1], mark[2] or ""
        if r"\begin{aligned}" in tex and text.rstrip().endswith(r"\\"):
            found.append(("", ""))
    return found


def _words(text: str) -> str:
    return _EMPHASIS.sub(r"<em>\1</em>", _LINK.sub(r"\1", escape(text, quote=False)))
