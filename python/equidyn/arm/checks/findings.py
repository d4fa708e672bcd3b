"""What is doubtful about an arm: suspect, but found in published arms, so never an error."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Sequence

import numpy as np

from ..._validation import ROUNDING, shown
from ..data import ArmData
from ..inertia_at_joints import loaded_joints
from .finding import Finding, Findings
from .unit_checks import find_slips

__all__ = ["ArmWarning", "Finding", "Findings", "find_doubtful", "warn", "warn_of_doubtful"]

# a warning shows this many findings at most
_SHOWN = 8


class ArmWarning(UserWarning):
    """The data of an arm are doubtful; ``arm.check()`` lists how."""


def find_doubtful(arm: ArmData) -> Findings:
    """Return what is doubtful about an arm, link by link."""
    findings = [
        *_broken_triangle_inequalities(arm),
        *_zero_masses(arm),
        *_unloaded_joints(arm),
        *_driving_friction(arm),
        *find_slips(arm),
    ]
    return Findings(sorted(findings, key=lambda finding: finding.link))


def warn_of_doubtful(arm: ArmData) -> None:
    """Warn once, at the line of the user's program, of all that is doubtful about an arm."""
    findings = find_doubtful(arm)
    lines = [str(finding) for finding in findings[:_SHOWN]]
    if len(findings) > _SHOWN:
        lines.append(f"and {len(findings) - _SHOWN} more: see arm.check()")
    warn(
        f"doubtful data in the arm {arm.name!r}" if arm.name else "doubtful data in the arm", lines
    )


def warn(title: str, lines: Sequence[str]) -> None:
    """Warn at the line of the user's program; of nothing where there are no lines."""
    if lines:
        text = "\n  ".join([f"{title}:", *lines])
        warnings.warn(text, ArmWarning, stacklevel=_users_level())


def _users_level() -> int:
    """Return the stack level, as seen from the caller, of the first line outside this package."""
    inner = (__name__.partition(".")[0], "functools")  # where cached properties are asked for
    frame, level = inspect.currentframe(), 0
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] in inner:
        frame, level = frame.f_back, level + 1
    return level


def _broken_triangle_inequalities(arm: ArmData) -> list[Finding]:
    """Find principal moments that no mass distribution has: one exceeds the sum of the others."""
    moments = np.linalg.eigvalsh(arm.inertia)
    excess = moments[:, 2] - moments[:, 0] - moments[:, 1]
    return [
        Finding(
            int(link) + 1,
            "triangle inequality",
            "note",
            f"principal moments {shown(moments[link])} kg m² break the triangle inequality: "
            "no body has one that exceeds the sum of the other two",
        )
        for link in np.flatnonzero(excess > ROUNDING * moments[:, 2])
    ]


def _zero_masses(arm: ArmData) -> list[Finding]:
    """Find links without mass, with or without moments of inertia."""
    rotates = np.any(arm.inertia != 0, axis=(1, 2))
    return [
        Finding(
            int(link) + 1,
            "zero mass",
            "note",
            "no mass, but moments of inertia"
            if rotates[link]
            else "neither mass nor inertia: it adds nothing to the torques",
        )
        for link in np.flatnonzero(arm.mass == 0)
    ]


def _unloaded_joints(arm: ArmData) -> list[Finding]:
    """Find joints whose motion no inertia opposes."""
    return [
        Finding(
            int(joint) + 1,
            "unloaded joint",
            "severe",
            "no inertia of a link opposes the motion of its joint: the mass matrix is singular",
        )
        for joint in np.flatnonzero(~loaded_joints(arm))
    ]


def _driving_friction(arm: ArmData) -> list[Finding]:
    """Find Coulomb friction that would push a joint along: a wrong sign."""
    if arm.coulomb is None:
        return []
    return [
        Finding(
            int(link) + 1,
            "driving friction",
            "note",
            f"coulomb friction {shown(arm.coulomb[link])} drives the joint: the first value "
            "(forwards) must be positive, the second (backwards) negative, to oppose the motion",
        )
        for link in np.flatnonzero((arm.coulomb * (1, -1) < 0).any(axis=1))
    ]
