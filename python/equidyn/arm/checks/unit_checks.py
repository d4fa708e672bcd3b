"""Data that may be meant otherwise than they are written: other units, other points."""

from __future__ import annotations

import numpy as np

from ..._validation import ROUNDING, BoolArray, FloatArray, shown
from ..body import steiner
from ..data import ArmData
from .finding import Finding

# beyond these a number is rather meant in degrees, or in millimetres; joints of two turns are built
_LARGEST_ANGLE = 2 * np.pi
_LARGEST_TURN = 4 * np.pi
_LARGEST_LENGTH = 10.0

# no link weighs a fifth of the water in a cube as wide as its arm reaches, nor does its mass lie
# ten times as far out: those of arms that are built come to a tenth of that
_DENSEST = 200.0
_WIDEST = 10.0

# which part of the mass of the heaviest link makes a link tell something about the others
_FAIR_SHARE = 0.1

# which part of a tensor the shift from the centre of mass to the origin must be: in arms whose
# tensors are about the centres of mass some link has more, and no tensor has room for that
_TELLING_SHIFT = 0.5


def find_slips(arm: ArmData) -> list[Finding]:
    """Find what looks like degrees, millimetres, grams, kg mm², or tensors about the origins."""
    return [
        *_large_angles(arm),
        *_large_lengths(arm),
        *_large_masses(arm),
        *_large_tensors(arm),
        *_tensors_about_origins(arm),
    ]


def _large_angles(arm: ArmData) -> list[Finding]:
    """Find angles of more than a turn, and limits of more than two."""
    angles = {name: getattr(arm, name)[:, np.newaxis] for name in ("alpha", "theta")}
    findings = _large(angles, _LARGEST_ANGLE, "angle", "rad is more than a full turn: degrees?")
    if arm.limits is not None:
        revolute = np.array([letter == "R" for letter in arm.joints])[:, np.newaxis]
        limits = {"limits": np.where(revolute & np.isfinite(arm.limits), arm.limits, 0.0)}
        findings += _large(limits, _LARGEST_TURN, "angle", "rad is more than two turns: degrees?")
    return findings


def _large_lengths(arm: ArmData) -> list[Finding]:
    """Find lengths, offsets and centres of mass of many metres."""
    lengths = {"a": arm.a[:, np.newaxis], "d": arm.d[:, np.newaxis], "com": arm.com}
    return _large(lengths, _LARGEST_LENGTH, "length", "m: millimetres?")


def _large(data: dict[str, FloatArray], largest: float, kind: str, doubt: str) -> list[Finding]:
    """Find the largest entry of each row that exceeds what is usual, rounding aside."""
    findings = []
    for name, rows in data.items():
        sizes = np.abs(rows).max(axis=1)
        for link in np.flatnonzero(sizes > largest * (1 + ROUNDING)):
            number = rows[link, np.abs(rows[link]).argmax()]
            message = f"{name} = {shown(number)} {doubt}"
            findings.append(Finding(int(link) + 1, f"large {kind}", "note", message))
    return findings


def _reach(arm: ArmData) -> float:
    """Return how far an arm without slides reaches at most, m; short ones as if it were 1 m."""
    with np.errstate(over="ignore"):
        links = np.hypot(arm.a, arm.d).sum() + np.linalg.norm(arm.com, axis=1).max()
    return max(1.0, float(links))


def _large_masses(arm: ArmData) -> list[Finding]:
    """Find links too heavy for an arm of this reach; nobody knows how far slides lead."""
    if "P" in arm.joints:
        return []
    reach = _reach(arm)
    findings = []
    for link in np.flatnonzero(np.cbrt(arm.mass / _DENSEST) > reach * (1 + ROUNDING)):
        mass = shown(arm.mass[link])
        message = f"mass = {mass} kg in an arm that reaches {shown(reach)} m: grams?"
        findings.append(Finding(int(link) + 1, "large mass", "note", message))
    return findings


def _large_tensors(arm: ArmData) -> list[Finding]:
    """Find links whose moments of inertia ask for mass far beyond the arm."""
    moments = np.linalg.eigvalsh(arm.inertia)[:, 2]
    telling = (arm.mass >= _FAIR_SHARE * arm.mass.max()) & (arm.mass > 0) & (moments > 0)
    squares = np.zeros(arm.n)
    with np.errstate(over="ignore"):  # of masses that are next to nothing
        np.divide(moments, arm.mass, out=squares, where=telling)
    radius = np.sqrt(squares)
    findings = []
    for link in np.flatnonzero(radius > _WIDEST * _reach(arm)):
        message = (
            f"{shown(moments[link])} kg m² is the moment of {shown(arm.mass[link])} kg that lie "
            f"{shown(radius[link])} m from an axis: kg mm²?"
        )
        findings.append(Finding(int(link) + 1, "large tensor", "note", message))
    return findings


def _tensors_about_origins(arm: ArmData) -> list[Finding]:
    """Find tensors that were rather taken about the frame origins than the centres of mass.

    Such a tensor contains the shift m (c² E - c cᵗ) from one point to the other: it can be taken
    away in every link, and what is left belongs to a body. About the centres of mass that fails in
    some link of nearly every arm, since mass lies farther from a joint than from its own centre.
    """
    heavy = arm.mass >= _FAIR_SHARE * arm.mass.max()
    shifts = steiner(arm.mass, arm.com)
    part = np.zeros(arm.n)
    moments = np.linalg.eigvalsh(arm.inertia)[:, 2]
    with np.errstate(over="ignore"):  # of tensors that are next to nothing
        np.divide(np.linalg.eigvalsh(shifts)[:, 2], moments, out=part, where=moments > 0)
    largest = int(np.where(heavy, part, 0.0).argmax())
    without = arm.inertia - shifts
    if part[largest] < _TELLING_SHIFT or not _of_bodies(without, like=arm.inertia).all():
        return []
    return [
        Finding(
            largest + 1,
            "tensor about origin",
            "note",
            "the inertia tensors look as if taken about the origins of the link frames, not the "
            f"centres of mass: {part[largest]:.0%} of this one can be the shift between the two, "
            "and none contradicts; Arm.inertia_about_com takes it away",
        )
    ]


def _of_bodies(tensors: FloatArray, like: FloatArray) -> BoolArray:
    """Tell which tensors bodies can have, as far as those that they were made of could."""
    moments, before = np.linalg.eigvalsh(tensors), np.linalg.eigvalsh(like)
    rounding = ROUNDING * before[:, 2]
    positive = moments[:, 0] >= -rounding
    triangle = moments[:, 2] - moments[:, 1] - moments[:, 0] <= rounding
    broken_before = before[:, 2] - before[:, 1] - before[:, 0] > rounding
    possible: BoolArray = positive & (triangle | broken_before)
    return possible
