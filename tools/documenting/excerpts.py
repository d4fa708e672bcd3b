"""Parts of the laboratory in pages of the site: the directive `excerpt`, and interactive cells.

```{excerpt} arm,recursion
:robot: puma560
:title: A PUMA 560 and the steps of its recursion
:height: 28
```
"""

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from html import escape
from typing import ClassVar
from urllib.parse import urlencode

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

import equidyn
from equidyn.page.page import MODULE, WITHOUT_MODULE, parts
from equidyn.page.robots import robots

# what an address of the laboratory may set
SETTINGS = (
    "robot", "arm", "q", "qd", "qdd", "equation", "formulation", "formulations", "controller",
    "load", "arms", "gravity", "payload", "sliders", "numbers", "small",
)  # fmt: skip
HEIGHT = 28.0
_FIRST = "puma560"


def packed(arm: equidyn.Arm) -> str:
    """Return an arm as an address of the laboratory has it: compressed JSON."""
    compressing = zlib.compressobj(9, wbits=-15)
    text = json.dumps(arm.to_dict(), separators=(",", ":")).encode()
    return urlsafe_b64encode(compressing.compress(text) + compressing.flush()).decode().rstrip("=")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, and the script that frames need."""
    app.add_directive("excerpt", Excerpt)
    app.add_js_file("excerpts.js", loading_method="defer")
    return {"parallel_read_safe": True, "parallel_write_safe": True}


class Excerpt(SphinxDirective):
    """Parts of the laboratory in a frame."""

    required_arguments = 1
    option_spec: ClassVar = {
        "title": directives.unchanged_required,
        "height": float,
        **dict.fromkeys(SETTINGS, directives.unchanged_required),
    }

    def run(self) -> list[nodes.Node]:
        """Return the frame as HTML."""
        text = frame(self.arguments[0], self.options, self.env.docname)
        return [nodes.raw("", text, format="html")]


def frame(show: str, options: Mapping[str, object], page: str) -> str:
    """Return a frame with parts of the laboratory.

    Parameters
    ----------
    show : str
        The parts, parted by commas.
    options : mapping
        ``title``, what the frame shows; ``height`` in lines until the parts tell theirs; and
        settings of the address.
    page : str
        Name of the page, whose folder says where the laboratory is.

    Raises
    ------
    ValueError
        If there is no such part or robot.
    """
    unknown = [name for name in show.split(",") if name not in parts()]
    if unknown:
        raise ValueError(f"excerpt: expected parts out of {', '.join(parts())}, got {unknown[0]!r}")
    title = escape(str(options["title"]))
    if not MODULE.exists():
        return f'<p class="note"><em>{title}: not here, since {WITHOUT_MODULE}.</em></p>'
    chosen = {name: options[name] for name in SETTINGS if name in options}
    if chosen.get("robot", _FIRST) not in robots():
        # one that the laboratory does not know by its name
        chosen["arm"] = packed(equidyn.robots.load(str(chosen.pop("robot"))))
    address = "../" * page.count("/") + "_static/lab.html"
    fragment = urlencode({"show": show, **chosen}, safe=",")
    height = options.get("height", HEIGHT)
    return (
        f'<iframe class="excerpt" loading="lazy" src="{address}#{escape(fragment)}" '
        f'title="{title}" style="height: {height:g}rem"></iframe>\n'
        f'<noscript><p class="note"><em>With JavaScript, live here: {title}.</em></p></noscript>'
    )
