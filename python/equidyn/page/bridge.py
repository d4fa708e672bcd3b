"""The widget by which a kernel and the pages of a laboratory in its notebook speak with each other.

It has no view: the page is an output of its own, which a saved notebook keeps, once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import anywidget
import traitlets

_SCRIPT = Path(__file__).with_name("bridge.mjs")


class _Bridge(anywidget.AnyWidget):
    """What a laboratory shows, in the kernel and in the notebook."""

    _esm = _SCRIPT.read_text(encoding="utf-8")
    channel = traitlets.Unicode().tag(sync=True)
    shown = traitlets.Dict().tag(sync=True)


def bridge(shown: Mapping[str, Any], take: Callable[[Mapping[str, Any]], None]) -> Any:
    """Return the widget of a laboratory.

    Parameters
    ----------
    shown : mapping
        ``description``, as `equidyn.Arm.to_dict` returns it, and ``q``, ``qd`` and ``qdd``, lists
        of numbers or None; an attribute of the widget.
    take : callable
        Called with the same from the page, after each change.

    Returns
    -------
    anywidget.AnyWidget
        Its ``channel`` is the name by which it and its pages know each other.
    """
    widget = _Bridge(channel=uuid4().hex, shown=dict(shown))
    widget.observe(lambda change: take(change["new"]), names="shown")
    return widget
