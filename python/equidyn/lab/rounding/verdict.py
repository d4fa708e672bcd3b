"""What tells the errors of formulations apart, found from what was measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..verify.claims import EPS
from .traits import TRAITS, Trait

# digits by which errors must be apart to be told apart, and which part of that a trait must explain
_APART, _EXPLAINED = 1.0, 0.5

# how far a power that was measured may be from the one predicted
_POWER_TOLERANCE = 0.35

ALIKE, NOT_TOLD_APART = "all alike", "not told apart"
KEPT = "digits are kept"
UNEXPLAINED = "no reason named here predicts that"


@dataclass(frozen=True)
class Curve:
    """What was measured of one formulation.

    Attributes
    ----------
    digits : float
        Digits lost at the end of the series.
    power : float
        The power of x by which errors grow.
    """

    digits: float
    power: float


@dataclass(frozen=True)
class Group:
    """Formulations that lose digits alike, and why they do.

    Attributes
    ----------
    name : str
        What their equations have in common.
    formulations : tuple of str
        Who they are.
    digits, power : float
        Medians of what was measured.
    reason : str
        Why digits are lost.
    """

    name: str
    formulations: tuple[str, ...]
    digits: float
    power: float
    reason: str


def bounded(error: float) -> float:
    """Return an error in eps, but no less than one and no more than all digits."""
    return min(max(error, 1.0), 1.0 / EPS)


def power_of(x: Sequence[float], error: Sequence[float]) -> float:
    """Fit the power of x by which errors grow, over the second half of the series."""
    half = len(x) // 2
    if len(x) - half < 2:
        return float("nan")
    logs = np.log([bounded(one) for one in error[half:]])
    return float(np.polyfit(np.log(x[half:]), logs, 1)[0])


def explained(curves: Mapping[str, Curve], trait: Trait) -> float:
    """Return which part of the variance of the digits lost the groups of a trait explain."""
    digits = np.array([curve.digits for curve in curves.values()])
    means = {
        name: np.mean([curves[member].digits for member in members])
        for name, members in _members(curves, trait).items()
    }
    within = sum((curve.digits - means[_value(trait, f)]) ** 2 for f, curve in curves.items())
    around = float(np.sum((digits - digits.mean()) ** 2))
    return 1.0 - float(within) / around if around else 0.0


def groups(curves: Mapping[str, Curve], shared: str) -> tuple[Group, ...]:
    """Return the groups that differ, the worst first; a single one where nothing tells them apart.

    Parameters
    ----------
    curves : mapping of str to Curve
        What was measured, by formulation.
    shared : str
        Why digits are lost where all lose them alike.
    """
    digits = [curve.digits for curve in curves.values()]
    if max(digits) - min(digits) < _APART:
        return (_group(ALIKE, tuple(curves), curves, shared),)
    trait = max(TRAITS, key=lambda trait: explained(curves, trait))
    if explained(curves, trait) < _EXPLAINED:
        return (_group(NOT_TOLD_APART, tuple(curves), curves, UNEXPLAINED),)
    found = (
        _group(f"{trait.question}: {name}", tuple(members), curves, _reason(trait, members, curves))
        for name, members in _members(curves, trait).items()
    )
    return tuple(sorted(found, key=lambda group: -group.digits))


def _group(name: str, members: tuple[str, ...], curves: Mapping[str, Curve], reason: str) -> Group:
    digits = float(np.median([curves[member].digits for member in members]))
    power = float(np.median([curves[member].power for member in members]))
    kept = max(curves[member].digits for member in members) < _APART and _is(power, 0)
    return Group(name, members, digits, power, KEPT if kept else reason)


def _reason(trait: Trait, members: Sequence[str], curves: Mapping[str, Curve]) -> str:
    """Return the reason that predicts how errors grow."""
    power = float(np.median([curves[member].power for member in members]))
    value = trait.values.get(members[0])
    return value.reason if value and _is(power, value.power) else UNEXPLAINED


def _is(power: float, predicted: int) -> bool:
    return abs(power - predicted) < _POWER_TOLERANCE


def _value(trait: Trait, formulation: str) -> str:
    value = trait.values.get(formulation)
    return value.name if value else "not known"


def _members(formulations: Iterable[str], trait: Trait) -> dict[str, list[str]]:
    members: dict[str, list[str]] = {}
    for formulation in formulations:
        members.setdefault(_value(trait, formulation), []).append(formulation)
    return members
