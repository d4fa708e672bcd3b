"""Moving part of a page about an arm: an excerpt of the laboratory, and what is not in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...dynamics import formulations as registry
from ...page.frame import frame
from ...page.page import MOST_JOINTS

if TYPE_CHECKING:
    from markupsafe import Markup

    from ...arm import Arm

_PARTS = ("arm", "recursion", "torques", "free_body")
_KINEMATICS = ("arm", "kinematics")


class Moving(NamedTuple):
    """Moving part of a page.

    Attributes
    ----------
    frame : Markup
        The frame.
    absent : tuple of str
        Functions and headers of the user, which are not computed in a browser.
    """

    frame: Markup
    absent: tuple[str, ...]


def moving(arm: Arm, names: Iterable[str]) -> Moving | None:
    """Return the moving part of a page about an arm, None where there are too many joints to show.

    Parameters
    ----------
    arm : Arm
        The arm.
    names : iterable of str
        What the page is about: formulations, and functions and headers of the user.
    """
    if arm.n > MOST_JOINTS:
        return None
    offered = {formulation.name for formulation in registry() if formulation.own is None}
    return Moving(_frame(arm, _PARTS), tuple(name for name in names if name not in offered))


def moving_kinematics(arm: Arm) -> Moving | None:
    """Return the same for an arm without masses."""
    return None if arm.n > MOST_JOINTS else Moving(_frame(arm, _KINEMATICS), ())


def _frame(arm: Arm, show: Sequence[str]) -> Markup:
    return frame(arm, "moving", f"{arm.name or 'The arm'}, moving", None, show)
