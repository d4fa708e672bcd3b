"""An excerpt of the laboratory in a frame of another page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from ..output.text import visible
from . import page

if TYPE_CHECKING:
    from markupsafe import Markup

    from ..arm import Arm

_FRAME = """\
<iframe id="{name}" title="{title}" style="display: block; width: 100%; height: 58rem; border: 0"
srcdoc='{document}'></iframe>
<script type="module">
// the frame says how high its page is
const frame = document.getElementById("{name}");
addEventListener("message", ({{ source, data }}) => {{
  if (source === frame.contentWindow && Number.isFinite(data?.height))
    frame.style.height = `${{data.height}}px`;
}});
</script>
"""

_NO_MODULE = """\
<p class="note">The arm cannot be moved on this page: {reason}.</p>
"""


def frame(
    arm: Arm,
    name: str,
    title: str,
    state: Mapping[str, list[float]] | None,
    show: Sequence[str],
    *,
    motion: Mapping[str, list[Any]] | None = None,
) -> Markup:
    """Return a frame with parts of the laboratory, which takes the height that they have.

    Parameters
    ----------
    arm : Arm
        The arm, of at most `page.MOST_JOINTS` joints.
    name : str
        One word, unique on the page around it.
    title : str
        Alternative text of the frame.
    state : mapping or None
        Some of ``q``, ``qd`` and ``qdd``, n numbers each; the page chooses a position.
    show : sequence of str
        The parts, as `page.page_of` takes them.
    motion : mapping, optional
        A motion that the page can play, as `page.page_of` takes it.

    Returns
    -------
    Markup
        The frame, or, where the module has not been built, a sentence that says so.
    """
    from markupsafe import Markup

    if not page.MODULE.exists():
        return Markup(_NO_MODULE.format(reason=page.WITHOUT_MODULE))
    document = _quoted(page.page_of(page.described(arm), state, show, motion=motion))
    return Markup(_FRAME.format(name=name, title=escape(visible(title)), document=document))


def _quoted(document: str) -> str:
    """Return a document as the value of an attribute in single quotes, which it has fewest of."""
    for character, entity in (("&", "&amp;"), ("'", "&#39;"), ("<", "&lt;")):
        document = document.replace(character, entity)
    return document
