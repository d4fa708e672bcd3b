"""States of test vectors: random, and of few digits."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from ...arm import random_motion
from ...validation import FloatArray
from .decimals import decimals as in_decimals
from .decimals import rounded, with_all_digits
from .equations import Equations

if TYPE_CHECKING:
    from ...arm import Arm

# states are multiples of this, so that they are short in decimal and exact in single precision
_GRID = 2.0**-10

# least number of positions that a joint with limits can have
_POSITIONS = 5

# second part of a seed, of the accelerations for which the torques are
_OTHER = 1


def states_of(
    arm: Arm, samples: int, seed: int, decimals: int | None = None
) -> dict[str, FloatArray]:
    """Draw joint positions, velocities and accelerations, each state by a generator of its own.

    Parameters
    ----------
    arm : Arm
        The arm.
    samples, seed : int
        Number and seed of the states.
    decimals : int, optional
        Decimals of the numbers: more where a joint moves little. By default, multiples of 2^-10.
    """
    drawn = [random_motion(arm, 1, np.random.default_rng([seed, k])) for k in range(samples)]
    states = {
        name: np.concatenate([getattr(x, name) for x in drawn]) for name in ("q", "qd", "qdd")
    }
    if decimals is None:
        return {name: _on_grid(values) for name, values in states.items()}
    short = {name: np.round(states[name], decimals) + 0.0 for name in ("qd", "qdd")}
    return {"q": _within_limits(arm, states["q"], decimals), **short}


def torques_of(
    arm: Arm, states: Mapping[str, FloatArray], seed: int, decimals: int | None = None
) -> FloatArray:
    """Return torques for the positions and velocities of the states, and other accelerations.

    With those of the states they would be the results of inverse dynamics. Torques have two digits
    at least.
    """
    torques = []
    with with_all_digits():
        equations = Equations(arm)
        for k in range(len(states["q"])):
            other = random_motion(arm, 1, np.random.default_rng([seed, k, _OTHER])).qdd[0]
            q, qd, qdd = map(in_decimals, (states["q"][k], states["qd"][k], other))
            torques.append(rounded(equations.torque(equations.posture(q), qd, qdd)))
    if decimals is None:
        return np.array(torques).astype(np.float32).astype(np.float64)
    return np.array([[_with_two_digits(x, decimals) for x in row.tolist()] for row in torques])


def _on_grid(values: FloatArray) -> FloatArray:
    return np.round(values / _GRID) * _GRID + 0.0


def _within_limits(arm: Arm, q: FloatArray, decimals: int) -> FloatArray:
    """Round positions to decimals, more for a joint that has few positions within its limits."""
    short = np.round(q, decimals) + 0.0
    for k, (lower, upper) in enumerate([] if arm.limits is None else arm.limits.tolist()):
        places = max(decimals, _decimals_for(upper - lower))
        within = np.clip(np.round(q[:, k], places), *_inwards(lower, upper, places))
        short[:, k] = within + 0.0
    return short


def _decimals_for(span: float) -> int:
    """Return the decimals by which a range has several positions."""
    return math.ceil(math.log10(_POSITIONS / span)) if 0 < span < math.inf else 0


def _inwards(lower: float, upper: float, places: int) -> tuple[float, float]:
    """Round limits to decimals, upwards and downwards; infinite ones stay."""
    unit = 10.0**places
    least, most = np.ceil(lower * unit) / unit, np.floor(upper * unit) / unit
    return (least, most) if least <= most else (lower, upper)


def _with_two_digits(torque: float, decimals: int) -> float:
    digits = 1 - math.floor(math.log10(abs(torque))) if torque else decimals
    return round(torque, max(decimals, digits)) + 0.0
