"""Checks of the arguments of trajectories."""

from __future__ import annotations

from math import perm
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ... import _core
from ...validation import FloatArray, float64_copy, real_array, require, require_finite

if TYPE_CHECKING:
    from ...arm import Arm

# limits of an arm that bear other names than arguments
_ATTRIBUTES = {"torque": "effort_limits"}


def require_arm(arm: object) -> None:
    """Check the type of an arm."""
    if not isinstance(arm, _core.Arm):
        raise TypeError(f"arm: expected an equidyn.Arm, got {type(arm).__name__}")


def position(name: str, value: ArrayLike, n: int | None = None) -> FloatArray:
    """Return a checked position of n joints, or of any number."""
    array = float64_copy(name, value)
    if array.ndim != 1 or array.size == 0 or (n is not None and array.size != n):
        expected = "(n,)" if n is None else f"({n},)"
        raise ValueError(f"{name}: shape must be {expected}, got shape {array.shape}")
    require_finite(name, array)
    return array


def ends(start: ArrayLike, goal: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return start and goal, checked: same joints, a finite distance apart."""
    q0 = position("start", start)
    q1 = position("goal", goal, q0.size)
    with np.errstate(over="ignore"):
        require("goal", np.isfinite(q1 - q0), "too far from start", q1, "joint")
    return q0, q1


def derivatives(name: str, value: ArrayLike | None, n: int) -> FloatArray:
    """Return velocities or accelerations (n,); zeros by default."""
    return np.zeros(n) if value is None else position(name, value, n)


def bound(name: str, value: ArrayLike, n: int, item: str = "joint") -> FloatArray:
    """Return one positive limit for each joint, or other item."""
    array = float64_copy(name, value)
    if array.shape not in ((), (n,)):
        raise ValueError(f"{name}: expected one number or {n}, got shape {array.shape}")
    require_finite(name, array)
    each = np.broadcast_to(array, (n,))
    require(name, each > 0, "must be positive", each, item)
    return each


def limit(name: str, given: ArrayLike | None, arm: Arm | None, n: int) -> FloatArray | None:
    """Return a limit of each joint: the given ones, else those of an arm, else None.

    Those of an arm are infinite at joints without one.
    """
    if given is not None:
        return bound(name, given, n)
    if arm is None:
        return None
    found: FloatArray | None = getattr(arm, _ATTRIBUTES.get(name, f"{name}_limits"))
    return found


def require_arm_of(arm: object, n: int) -> None:
    """Check an arm that gives limits to a motion of n joints, if there is one."""
    if arm is None:
        return
    require_arm(arm)
    joints = arm.n  # type: ignore[attr-defined]
    if joints != n:
        raise ValueError(f"arm: expected {n} joints, as start has, got {joints}")


def instant(name: str, value: ArrayLike) -> float:
    """Return one time, s."""
    return float(real_array(name, value, (), "one number"))


# fraction of a duration that times must resolve
_RESOLUTION = 1e-4


def interval(duration: float, start_time: float, name: str = "start_time") -> tuple[float, float]:
    """Return start and end time of a motion, which floating-point times must resolve."""
    smallest = np.spacing(abs(start_time) + duration)
    if duration > 0 and not smallest < _RESOLUTION * duration < np.inf:
        raise ValueError(
            f"{name}: times cannot resolve a motion of {duration:g} s there, got {start_time:g}"
        )
    return start_time, start_time + duration


def rounding(duration: float, start_time: float) -> float:
    """Return the rounding error of the duration of a motion with this start time, s."""
    return 2 * float(np.spacing(abs(start_time) + duration))


def beside(given: float, *others: float) -> list[str]:
    """Format numbers for a message: with all digits where six do not tell the first from others."""
    shown = [f"{value:.6g}" for value in (given, *others)]
    return [f"{value:.17g}" for value in (given, *others)] if shown[0] in shown[1:] else shown


def require_moderate(name: str, breaks: FloatArray, coefficients: FloatArray) -> None:
    """Check that positions, velocities and accelerations do not overflow.

    Parameters
    ----------
    name : str
        The argument that sets the duration.
    breaks, coefficients : ndarray
        As in `PolynomialTrajectory`.
    """
    lasts = np.diff(breaks)[:, np.newaxis]
    finite = True
    with np.errstate(over="ignore", invalid="ignore"):
        rate = np.divide(1.0, lasts, out=np.zeros_like(lasts), where=lasts > 0)
        for order in range(3):
            size = np.zeros(coefficients.shape[1:])
            # one power at a time: for a million points a single expression delays Ctrl-C
            for k, c in enumerate(coefficients[order:], start=order):
                size += np.abs(c) * (perm(k, order) * rate**order)
            finite = finite and bool(np.isfinite(size).all())
    if not finite:
        shortest = np.min(lasts)
        raise ValueError(
            f"{name}: positions, velocities or accelerations would leave the range of numbers "
            f"within {shortest:g} s"
        )
