"""Moving part of a page: an excerpt of the laboratory, in a frame."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..dynamics.formulations import formulations as registry
from ..lab_page import page

if TYPE_CHECKING:
    from markupsafe import Markup

    from ..arm.arm import Arm

_PARTS = ("arm", "recursion", "torques")

# first velocities and accelerations of joints that turn, and of those that slide
_VELOCITY, _ACCELERATION = (0.3 * np.pi, 0.3), (0.4 * np.pi, 0.5)

_NO_MODULE = (
    "The arm does not move on this page, since this installation of equidyn lacks the "
    "WebAssembly module that computes it."
)


@dataclass(frozen=True)
class Moving:
    """Data of the template.

    Attributes
    ----------
    title : str
        Name of the frame.
    document : Markup or None
        The page in the frame, as the value of an attribute in single quotes; None without the
        module of the laboratory.
    notes : tuple of str
        Sentences on what is not there.
    """

    title: str
    document: Markup | None
    notes: tuple[str, ...]


def moving(arm: Arm, names: Iterable[str]) -> Moving | None:
    """Return the moving part of a page about an arm, None where there are too many joints to show.

    Parameters
    ----------
    arm : Arm
        The arm.
    names : iterable of str
        What the page is about; functions and headers of the user are not computed in a browser,
        which is said.
    """
    if arm.n > page.MOST_JOINTS:
        return None
    title = f"{arm.name or 'The arm'}, moving"
    if not page.MODULE.exists():
        return Moving(title, None, (_NO_MODULE,))
    offered = {formulation.name for formulation in registry() if formulation.own is None}
    absent = [name for name in names if name not in offered]
    notes = (f"Not computed in the browser: {', '.join(absent)}.",) if absent else ()
    state = {
        name: np.where(arm.revolute, *value).tolist()
        for name, value in (("qd", _VELOCITY), ("qdd", _ACCELERATION))
    }
    return Moving(title, _quoted(page.lab_page(page.described(arm), state, _PARTS)), notes)


def _quoted(document: str) -> Markup:
    """Return a document as the value of an attribute in single quotes, which it has fewest of."""
    from markupsafe import Markup

    for character, name in (("&", "&amp;"), ("'", "&#39;"), ("<", "&lt;")):
        document = document.replace(character, name)
    return Markup(document)
