"""Mathematics as MathML, which browsers set by themselves: no script, no network."""

from typing import NoReturn
from xml.etree import ElementTree

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

NAME = "mathml"
_ACCENTS = frozenset("´ˉ˘ˇ˙¨`ˆ˚~→")
_log = logging.getLogger(__name__)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the renderer to Sphinx: `html_math_renderer = "mathml"`."""
    app.add_html_math_renderer(NAME, (_inline, None), (_displayed, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _inline(writer: HTML5Translator, node: nodes.math) -> NoReturn:
    writer.body.append(_mathml(node, as_block=False))
    raise nodes.SkipNode


def _displayed(writer: HTML5Translator, node: nodes.math_block) -> NoReturn:
    writer.body.append(f'<div class="equation">{_mathml(node, as_block=True)}</div>\n')
    raise nodes.SkipNode


def _mathml(node: nodes.Element, as_block: bool) -> str:
    """Return the markup; what is no mathematics is a warning, and so stops the build."""
    try:
        markup = tex2mathml(node.astext(), as_block=as_block)
    except MathError as error:
        _log.warning("mathematics: %s in %r", error, node.astext(), location=node)
        return ""
    # the only name of a character that HTML knows and XML does not
    markup = markup.replace("&ApplyFunction;", "\N{FUNCTION APPLICATION}")
    tree = ElementTree.fromstring(markup.replace(' xmlns="http://www.w3.org/1998/Math/MathML"', ""))
    for element in list(tree.iter()):
        _set_subscript_beside(element)
    return ElementTree.tostring(tree, encoding="unicode")


def _set_subscript_beside(element: ElementTree.Element) -> None:
    """Set the subscript of a letter with an accent beside it: docutils puts it below."""
    if element.tag == "msup" and _has_accent(element[0]):
        (accented, power) = element
        element.tag, element[:] = "munderover", list(accented)
        _set_subscript_beside(element)
        element.tag = "msubsup"
        element.append(power)
    elif _has_accent(element):
        base, subscript, accent = element
        letter = ElementTree.Element("mover", accent="true")
        letter.extend((base, accent))
        element.tag, element[:] = "msub", [letter, subscript]


def _has_accent(element: ElementTree.Element) -> bool:
    return element.tag == "munderover" and element[2].text in _ACCENTS
