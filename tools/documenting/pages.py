"""Links from names in code to the reference, and the description of each page."""

import re
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.nodes import make_refnode
from sphinx.util.typing import ExtensionMetadata

_NAME = re.compile(r"(?:equidyn\.)?(?P<arm>[Aa]rm\.)?(?P<name>\w+(?:\.\w+)?)")
_REFERENCE = "reference/"
_LONGEST = 160


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect to Sphinx: process every page that is written."""
    app.connect("doctree-resolved", link_names)
    app.connect("html-page-context", describe)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def link_names(app: Sphinx, page: nodes.document, name: str) -> None:
    """Link each public name in code to its place in the reference."""
    if name.startswith(_REFERENCE):
        return
    documented = app.env.domains["py"].objects
    for literal in list(page.findall(nodes.literal)):
        entry = documented.get(full_name(literal.astext()))
        if entry and not _is_within(literal, (nodes.reference, nodes.title)):
            parent, place = literal.parent, literal.parent.index(literal)
            parent[place] = make_refnode(app.builder, name, entry.docname, entry.node_id, literal)


def full_name(text: str) -> str:
    """Return the name that code begins with, "equidyn.Arm.bias" of "arm.bias(q, qd)"."""
    found = _NAME.match(text)
    if not found:
        return ""
    name = found["name"]
    return f"equidyn.Arm.{name.partition('.')[0]}" if found["arm"] else f"equidyn.{name}"


def _is_within(node: nodes.Node, kinds: tuple[type[nodes.Node], ...]) -> bool:
    while node.parent is not None:
        node = node.parent
        if isinstance(node, kinds):
            return True
    return False


def describe(
    app: Sphinx, name: str, template: str, context: dict[str, Any], page: nodes.document | None
) -> None:
    """Describe a page, for search engines, by its first words."""
    if page is None:
        return
    texts = [" ".join(node.astext().split()) for node in page.findall(_is_text)]
    if texts:
        text = texts[0]
        if len(text) > _LONGEST:
            text = text[:_LONGEST].rpartition(" ")[0] + " ..."
        context["metatags"] += f'\n<meta name="description" content="{escape(text)}">'


def _is_text(node: nodes.Node) -> bool:
    return isinstance(node, nodes.paragraph) and isinstance(node.parent, nodes.section)
