"""The picture of the README and of the first page of the site, as a small SVG."""

import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.figure import Figure

import equidyn

FILE = Path("docs/arm.svg")

_SVG, _LINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_LENGTHS = {"d", "x", "y", "width", "height"}


def arm() -> Figure:
    """Draw the PUMA 560 on its base, with its joint axes and frames."""
    ax = equidyn.robots.puma560().draw([0, 0.7, 3.1, 0, 0.7, 0])
    figure = ax.get_figure(root=True)
    assert figure is not None
    return figure


def drawn() -> str:
    """Return the picture as text, the same whenever the same version of matplotlib draws it."""
    import matplotlib.pyplot as plt

    text = io.StringIO()
    # fixed names of shared definitions instead of random ones
    with matplotlib.rc_context({"svg.hashsalt": "equidyn", "backend": "Agg"}):
        figure = arm()
        figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
        plt.close(figure)
    return f"<!-- Matplotlib {matplotlib.__version__} -->\n{small(text.getvalue())}"


def small(svg: str) -> str:
    """Return an SVG with an element a line, and lengths in hundredths of a point."""
    for prefix, namespace in (("", _SVG), ("xlink", _LINK)):
        ET.register_namespace(prefix, namespace)
    root = ET.fromstring(svg)
    for element in root.iter():
        _shorten(element)
    for element in root.iter():
        element[:] = _joined(part for child in element for part in _without_group(child))
    ET.indent(root, space="")
    return ET.tostring(root, encoding="unicode") + "\n"


def _shorten(element: ET.Element) -> None:
    """Round lengths, and set those of a path on one line."""
    for name in _LENGTHS.intersection(element.keys()):
        text = " ".join(element.attrib[name].split())
        text = re.sub(r"\d+\.\d+", lambda number: f"{float(number[0]):.2f}", text)
        element.set(name, re.sub(r" ?([A-Za-z]) ?", r"\1", text))


def _without_group(element: ET.Element) -> list[ET.Element]:
    """Return the parts of a group that has only a name; nothing for metadata."""
    if element.tag == f"{{{_SVG}}}metadata":
        return []
    if element.tag == f"{{{_SVG}}}g" and set(element.keys()) <= {"id"}:
        return [part for child in element for part in _without_group(child)]
    return [element]


def _joined(elements: Iterable[ET.Element]) -> list[ET.Element]:
    """Join neighbouring faces of one colour into two paths, of the front and of the back."""
    joined = []
    for is_face, group in groupby(elements, _colour_of_face):
        if not is_face:
            joined += group
            continue
        sides: dict[bool, ET.Element] = {}
        for face in group:
            side = sides.setdefault(_is_front(face), face)
            if side is not face:
                side.set("d", side.attrib["d"] + face.attrib["d"])
        joined += sides.values()
    return joined


def _colour_of_face(element: ET.Element) -> str:
    """Return the style of a face without edges; nothing for other elements."""
    style = element.get("style", "")
    return style if element.get("d", "").endswith("z") and "stroke" not in style else ""


def _is_front(face: ET.Element) -> bool:
    """Tell on which side of its solid a face is: the corners of faces in front go round one way."""
    x, y = np.array(
        [corner.split() for corner in re.split("[ML]", face.attrib["d"][1:-1])], float
    ).T
    return bool(x @ np.roll(y, 1) > y @ np.roll(x, 1))
