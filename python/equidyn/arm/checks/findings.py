"""Findings on suspect arm data: they occur in published arms, so they never raise."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ... import _core
from ...dynamics.joint_names import are_given, usual_link_names

if TYPE_CHECKING:
    from ..arm import Arm

__all__ = ["ArmWarning", "Finding", "Findings", "find_doubtful", "warn", "warn_of_doubtful"]

# a warning shows this many findings at most
_WARNED = 8


class ArmWarning(UserWarning):
    """Warning of suspect arm data; ``arm.check()`` lists them."""


def find_doubtful(arm: Arm) -> Findings:
    """Return the findings on suspect data of an arm, link by link."""
    joint_names = arm.joint_names if are_given(arm.joint_names) else ()
    link_names = arm.link_names if arm.link_names != usual_link_names(arm.n) else ()
    found = _core.findings(arm._data(), arm, joint_names, link_names)
    return Findings(Finding(*each) for each in found)


def warn_of_doubtful(arm: Arm) -> None:
    """Warn once, at the line of the user's program, of all suspect data of an arm."""
    findings = [finding for finding in find_doubtful(arm) if finding.what != _PLANAR]
    lines = [str(finding) for finding in findings[:_WARNED]]
    if len(findings) > _WARNED:
        lines.append(f"and {len(findings) - _WARNED} more: see arm.check()")
    warn(f"suspect data in the arm {arm.name!r}" if arm.name else "suspect data in the arm", lines)


def warn(title: str, lines: Sequence[str]) -> None:
    """Warn at the line of the user's program, unless there are no lines."""
    if lines:
        text = "\n  ".join([f"{title}:", *lines])
        warnings.warn(text, ArmWarning, stacklevel=_users_level())


def _users_level() -> int:
    """Return the stack level, as seen from the caller, of the first line outside this package."""
    inner = (__name__.partition(".")[0], "functools")  # evaluates cached properties
    frame, level = inspect.currentframe(), 0
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] in inner:
        frame, level = frame.f_back, level + 1
    return level


# most findings printed
_PRINTED = 20


@dataclass(frozen=True)
class Finding:
    """A finding: one suspect datum of one link.

    Attributes
    ----------
    link : int
        Number of the link, or of its joint, counted from 1.
    what : str
        ``"triangle inequality"``, ``"zero mass"``, ``"unloaded joint"``, ``"redundant joint"``,
        ``"driving friction"``, ``"large angle"``, ``"cut angle"``, ``"no motion"``,
        ``"large length"``, ``"large mass"``, ``"large tensor"``, ``"tensor about origin"``,
        ``"planar inertia"`` (of which no warning is given),
        ``"beyond limit"`` or ``"motion beyond limit"``.
    severity : str
        ``"note"``: suspect, but torques are defined; ``"severe"``: the mass matrix is singular, so
        that torques do not determine the accelerations.
    message : str
        One sentence with the numbers.
    state : tuple of int, or None
        For a joint beyond its limit: the index of the state, or of the motion, along the leading
        axes.
    arm : tuple of int, or None
        Of many arms: the index of the first one with this finding.
    arms : int
        The number of arms with it.
    """

    link: int
    what: str
    severity: Literal["note", "severe"]
    message: str
    state: tuple[int, ...] | None = None
    arm: tuple[int, ...] | None = None
    arms: int = 1

    def __str__(self) -> str:
        return f"{'link' if self.state is None else 'joint'} {self.link}: {self.message}"


class Findings(tuple[Finding, ...]):
    """A tuple of findings that prints one per line."""

    __slots__ = ()

    def __str__(self) -> str:
        lines = [str(finding) for finding in self[:_PRINTED]]
        if len(self) > _PRINTED:
            lines.append(f"and {len(self) - _PRINTED} more")
        return "\n".join(lines) if self else "nothing suspect"

    __repr__ = __str__


# an idealisation of planar arms that is told, but not warned of
_PLANAR = "planar inertia"
