"""Executed notebooks as pages: pictures for widgets, alternative texts, formulas.

Below an interactive cell the page is live by parts of the laboratory, which the metadata of the
cell name as the directive of `excerpts.py` does: ``{"excerpt": {"show": "arm,simulation", "title":
"A double pendulum", "robot": "planar_2r"}}``; ``"arm"`` has the arguments of `Arm.from_dh`.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path
from typing import Any

from docutils import nodes
from myst_nb.sphinx_ import NbMetadataCollector
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from equidyn import Arm
from equidyn.counting.polynomial import Polynomial

from . import excerpts
from .mathematics import in_text, polynomial
from .mathml import markup

VIEW = "application/vnd.jupyter.widget-view+json"
NOTE = '<p class="note"><em>In Jupyter, sliders move this.</em></p>'
_STATE = "ipywidgets_state"
_CELL = re.compile(r"(?<=>)[^<>]*n[^<>]*(?=</td>)")
# tables of equations and their errata, with words and symbols as plain text, and notes below them
_EQUATIONS = re.compile(
    r"<table>\n<caption>(Errata, each alone|[^<]*, equation by equation)</caption>.*?</table>\n"
    r"(<p><small>.*?</small></p>)?",
    re.DOTALL,
)
_WORDS = re.compile(r'(?<=<td style="text-align: left">)[^<>]+|(?<=<small>)[^<>]+')
_FORMULA_OR_CODE = re.compile(r"\$([^$]+)\$|`([^`]+)`")
_SCRIPT = f'<script type="{VIEW}">'
_REFERENCE = "IPY_MODEL_"
_LONGEST = 250
# a wider picture, in points, cannot be read when it fits a telephone
WIDE = "wide"
_FITTING = 525
_WIDTH = re.compile(rb'<svg[^>]* width="([\d.]+)pt"')


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect to Sphinx: finish the pages of notebooks after they are read."""
    app.connect("doctree-read", on_read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def on_read(app: Sphinx, page: nodes.document) -> None:
    """Finish a page."""
    finish(page, _take_widgets(app), Path(app.srcdir))
    add_excerpts(page, app.env.docname)


def _take_widgets(app: Sphinx) -> dict[str, Any]:
    """Remove the widgets of the page, whose scripts it lacks, and return them by name."""
    files = NbMetadataCollector.get_js_files(app.env, app.env.docname)
    _, script = files.pop(_STATE, (None, {"body": "{}"}))
    return json.loads(script["body"]).get("state", {})


def finish(page: nodes.document, widgets: dict[str, Any], folder: Path) -> None:
    """Put the still picture for each widget, set polynomials, and describe the pictures."""
    for output in page.findall(lambda node: "cell_output" in classes(node)):
        described = description(output)
        for node in list(output.findall(nodes.raw)):
            text = node.astext()
            if text.startswith(_SCRIPT):
                model = json.loads(text.removeprefix(_SCRIPT).partition("</script>")[0])["model_id"]
                text = "".join(still(model, widgets, described)) + NOTE
            node.children = [nodes.Text(typeset(text))]
        for image in output.findall(nodes.image):
            image.setdefault("alt", described)
            if is_wide((folder / image["uri"].lstrip("/")).read_bytes()):
                image["classes"].append(WIDE)


def add_excerpts(page: nodes.document, name: str) -> None:
    """Put the parts of the laboratory below the cells that ask for them."""
    for cell in page.findall(lambda node: "cell" in classes(node)):
        wanted = dict(cell.get("cell_metadata", {}).get("excerpt", {}))
        if not wanted:
            continue
        if "arm" in wanted:
            wanted["arm"] = excerpts.packed(Arm.from_dh(**wanted["arm"]))
        cell += nodes.raw("", excerpts.frame(wanted.pop("show"), wanted, name), format="html")


def classes(node: nodes.Node) -> list[str]:
    """Return the classes of a node; a text node has none."""
    return node["classes"] if isinstance(node, nodes.Element) else []


def still(model: str, widgets: dict[str, Any], described: str) -> Iterator[str]:
    """Yield the pictures that a widget and its children have drawn."""
    state = widgets[model]["state"]
    for output in state.get("outputs", []):
        data = output.get("data", {})
        if "image/svg+xml" in data:
            svg = data["image/svg+xml"].encode()
            kind = f' class="{WIDE}"' if is_wide(svg) else ""
            source = f"data:image/svg+xml;base64,{b64encode(svg).decode()}"
            yield f'<img{kind} alt="{escape(described)}" src="{source}">'
    for child in state.get("children", []):
        yield from still(child.removeprefix(_REFERENCE), widgets, described)


def is_wide(svg: bytes) -> bool:
    """Return whether a picture is too wide to be readable on a telephone."""
    width = _WIDTH.search(svg)
    return width is not None and float(width[1]) > _FITTING


def typeset(html: str) -> str:
    """Set the polynomials in the cells of tables, and the symbols of equations and errata."""
    html = _EQUATIONS.sub(lambda found: _WORDS.sub(_with_symbols, found[0]), html)
    return _CELL.sub(lambda cell: _set(cell[0]), html)


def _with_symbols(words: re.Match[str]) -> str:
    """Return words with their symbols as formulas."""
    pieces = _FORMULA_OR_CODE.split(in_text(unescape(words[0])))
    pieces[::3] = map(escape, pieces[::3])
    pieces[1::3] = (markup(tex) if tex else "" for tex in pieces[1::3])
    pieces[2::3] = (f"<code>{escape(code)}</code>" if code else "" for code in pieces[2::3])
    return "".join(pieces)


def _set(cell: str) -> str:
    try:
        Polynomial.parse(cell)
    except ValueError:
        return cell
    return markup(polynomial(cell))


def description(output: nodes.Element) -> str:
    """Return the alternative text of a picture: its heading and the paragraph before its cell."""
    cell = output.parent
    section = cell.parent
    before = section[: section.index(cell)]
    titles = [node.astext() for node in before if isinstance(node, nodes.title)]
    paragraphs = [node.astext() for node in before if isinstance(node, nodes.paragraph)]
    text = " ".join(". ".join((*titles[:1], *paragraphs[-1:])).split())
    return text if len(text) <= _LONGEST else text[:_LONGEST].rpartition(" ")[0] + " ..."
