"""MathML renderer for Sphinx: browsers set it themselves, without scripts or network."""

import re
from itertools import pairwise
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
_BARS = frozenset("|‖")
_SUBSCRIPTS = frozenset({"msub", "msubsup"})
_THIN_SPACE = {"width": "0.1667em"}
_COMMENT = re.compile(r" *%.*")
_log = logging.getLogger(__name__)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the renderer in Sphinx: `html_math_renderer = "mathml"`."""
    app.add_html_math_renderer(NAME, (_inline, None), (_displayed, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _inline(writer: HTML5Translator, node: nodes.math) -> NoReturn:
    writer.body.append(_mathml(node, as_block=False))
    raise nodes.SkipNode


def _displayed(writer: HTML5Translator, node: nodes.math_block) -> NoReturn:
    writer.body.append(f'<div class="equation">{_mathml(node, as_block=True)}</div>\n')
    raise nodes.SkipNode


def _mathml(node: nodes.Element, as_block: bool) -> str:
    """Return the markup; invalid TeX gives a warning, which stops the build."""
    try:
        return markup(node.astext(), as_block)
    except MathError as error:
        _log.warning("mathematics: %s in %r", error, node.astext(), location=node)
        return ""


def markup(tex: str, as_block: bool = False) -> str:
    """Return the MathML of a formula in TeX.

    Raises
    ------
    docutils.utils.math.MathError
        If docutils cannot read it.
    """
    text = tex2mathml(_COMMENT.sub("", tex), as_block=as_block)
    # the only name of a character that HTML knows and XML does not
    text = text.replace("&ApplyFunction;", "\N{FUNCTION APPLICATION}")
    tree = ElementTree.fromstring(text.replace(' xmlns="http://www.w3.org/1998/Math/MathML"', ""))
    for element in list(tree.iter()):
        _set_subscript_beside(element)
    for element in list(tree.iter()):
        _set_transpose(element)
        _part_from_function(element)
        _match_bars(element)
        if element.tag in _SUBSCRIPTS:
            _ignore_descender(element)
        if element.get("class") == "ams-align":
            element.set("displaystyle", "true")
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


def _set_transpose(element: ElementTree.Element) -> None:
    """Set the T of a transpose upright, and apart from the factor that follows."""
    apart = []
    for part, following in pairwise([*element, None]):
        apart.append(part)
        if part.tag in ("msup", "msubsup") and part[-1].text == "T":
            part[-1].set("mathvariant", "normal")
            if element.tag in ("math", "mrow", "mtd") and _is_factor(following):
                apart.append(ElementTree.Element("mspace", _THIN_SPACE))
    element[:] = apart


def _is_factor(element: ElementTree.Element | None) -> bool:
    return element is not None and element.tag not in ("mo", "mspace", "mtext")


def _part_from_function(element: ElementTree.Element) -> None:
    """Set cos q apart: no browser does, though the function is applied to what follows."""
    for part, following in pairwise(list(element)):
        if part.text == "\N{FUNCTION APPLICATION}" and _is_factor(following):
            part.tag, part.text = "mspace", None
            part.attrib = dict(_THIN_SPACE)


def _match_bars(element: ElementTree.Element) -> None:
    r"""Set the bars of \lvert and \rvert as a pair: a browser takes the second for an operator."""
    bars = [part for part in element if part.tag == "mo" and part.text in _BARS]
    if any(bar.get("class") == "mathopen" for bar in bars):
        for bar in bars:
            bar.set("form", "prefix" if bar.get("class") == "mathopen" else "postfix")
            bar.set("stretchy", "false")


def _ignore_descender(element: ElementTree.Element) -> None:
    """Set a subscript as high beside q as beside r: a browser puts it below the descender."""
    base = element[0]
    letter = base[0] if base.tag == "mover" else base
    if letter.tag == "mi" and len(letter.text or "") == 1:
        padded = ElementTree.Element("mpadded", depth="0")
        padded.append(base)
        element[0] = padded
