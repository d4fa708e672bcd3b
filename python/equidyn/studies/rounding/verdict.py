"""Groups of formulations by rounding error, found from the measured errors and their traits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...dynamics import entry
from ...verification import EPS

# traits of a formulation, attributes of `Formulation`, that may explain its errors
TRAITS = ("inertia", "positions")

_LEVERS = "lever arms of length x are added with opposite signs"
_MOMENTS = "m c cᵗ of a centre of mass at x grows as x² and cancels against other such moments"

# the predicted power of x by which errors grow, and the reason
_REASONS = {
    "a tensor about the centre of mass": (1, _LEVERS),
    "second moments about the frame before": (1, _LEVERS),
    "a tensor about the frame": (2, _MOMENTS),
    "second moments about the frame": (2, _MOMENTS),
    # regrouped with 106 bits
    "second moments, regrouped": (1, _LEVERS),
    "from the base": (1, "C_i - O_j: positions that grow as x are subtracted"),
}

# least difference of errors that separates groups, digits, and its fraction that a trait explains
_APART, _EXPLAINED = 1.0, 0.5

# tolerance of a measured power
_POWER_TOLERANCE = 0.35

ALIKE, NOT_TOLD_APART, UNKNOWN = "all alike", "not distinguished", "not known"
KEPT = "digits are kept"
UNEXPLAINED = "no known cause predicts this"


@dataclass(frozen=True)
class Curve:
    """Measured error curve of one formulation.

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
    """Formulations that lose digits alike, with the reason.

    Attributes
    ----------
    name : str
        The common trait of their equations.
    formulations : tuple of str
        Their names.
    digits, power : float
        Medians of the measured values.
    reason : str
        Reason why digits are lost.
    """

    name: str
    formulations: tuple[str, ...]
    digits: float
    power: float
    reason: str


def bounded(error: float) -> float:
    """Return an error in eps, limited to between one and all digits."""
    return min(max(error, 1.0), 1.0 / EPS)


def power_of(x: Sequence[float], error: Sequence[float]) -> float:
    """Fit the power of x by which errors grow, over the second half of the series."""
    half = len(x) // 2
    if len(x) - half < 2:
        return float("nan")
    logs = np.log([bounded(one) for one in error[half:]])
    return float(np.polyfit(np.log(x[half:]), logs, 1)[0])


def explained(curves: Mapping[str, Curve], members: Mapping[str, Sequence[str]]) -> float:
    """Return the fraction of the variance of the lost digits between groups."""
    digits = np.array([curve.digits for curve in curves.values()])
    of_groups = [np.array([curves[name].digits for name in names]) for names in members.values()]
    within = sum(np.sum((group - group.mean()) ** 2) for group in of_groups)
    around = float(np.sum((digits - digits.mean()) ** 2))
    return 1.0 - float(within) / around if around else 0.0


def groups(curves: Mapping[str, Curve], shared: str, quantity: str) -> tuple[Group, ...]:
    """Return the groups that differ, the worst first; a single one if there is no difference.

    Parameters
    ----------
    curves : mapping of str to Curve
        Measured curves by formulation.
    shared : str
        Reason for errors that all formulations share.
    quantity : str
        The computed quantity.
    """
    digits = [curve.digits for curve in curves.values()]
    if max(digits) - min(digits) < _APART:
        return (_group(ALIKE, tuple(curves), curves, shared),)
    members = {trait: _members(curves, trait, quantity) for trait in TRAITS}
    trait = max(TRAITS, key=lambda trait: explained(curves, members[trait]))
    if explained(curves, members[trait]) < _EXPLAINED:
        return (_group(NOT_TOLD_APART, tuple(curves), curves, UNEXPLAINED),)
    found = (
        _group(f"{trait}: {value}", tuple(names), curves, _reason(value, names, curves))
        for value, names in members[trait].items()
    )
    return tuple(sorted(found, key=lambda group: -group.digits))


def _group(name: str, members: tuple[str, ...], curves: Mapping[str, Curve], reason: str) -> Group:
    digits = float(np.median([curves[member].digits for member in members]))
    power = float(np.median([curves[member].power for member in members]))
    kept = max(curves[member].digits for member in members) < _APART and _is(power, 0)
    return Group(name, members, digits, power, KEPT if kept else reason)


def _reason(value: str, members: Sequence[str], curves: Mapping[str, Curve]) -> str:
    """Return the reason that predicts the growth of the errors."""
    power = float(np.median([curves[member].power for member in members]))
    predicted, reason = _REASONS.get(value, (0, UNEXPLAINED))
    return reason if _is(power, predicted) else UNEXPLAINED


def _is(power: float, predicted: int) -> bool:
    return abs(power - predicted) < _POWER_TOLERANCE


def _members(formulations: Iterable[str], trait: str, quantity: str) -> dict[str, list[str]]:
    """Group formulations by a trait; those of a file that the registry lacks are unknown."""
    members: dict[str, list[str]] = {}
    for name in formulations:
        members.setdefault(_value(name, trait, quantity), []).append(name)
    return members


def _value(name: str, trait: str, quantity: str) -> str:
    try:
        return str(getattr(entry(name, quantity), trait))
    except KeyError:
        return UNKNOWN
