"""States and motions beyond the limits of an arm: which joint exceeds what, and by how much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ...dynamics.joint_names import are_given
from ...motion.simulation.simulated_motion import Motion
from ...motion.trajectories.trajectory import Trajectory
from ...validation import (
    ROUNDING,
    FloatArray,
    float64_copy,
    require,
    require_finite,
    shown,
    vectors,
)
from ..data import UNITS
from .findings import Finding

if TYPE_CHECKING:
    from ..arm import Arm

# evenly spaced times of a trajectory, in addition to its own instants
_TIMES = 2001

# smallest difference of instants, in parts of the duration
_RESOLUTION = 1e-7

_NO_LIMITS = "motion: the arm has no limits; give them to Arm.from_dh or arm.with_limits"

# compared quantities, and the data of the arm with their limits
_LIMITS = {
    "position": "limits",
    "velocity": "velocity_limits",
    "acceleration": "acceleration_limits",
    "jerk": "jerk_limits",
    "torque": "effort_limits",
}


class _Samples(NamedTuple):
    """Samples of a motion: times (k,), and known quantities by name, (..., k, n)."""

    t: FloatArray
    known: dict[str, FloatArray]


def find_beyond_limits(arm: Arm, q: ArrayLike) -> list[Finding]:
    """Find the joint positions (..., n) that are below the lower or above the upper limit.

    Raises
    ------
    ValueError, TypeError
        If the arm has no limits, or q is not made of n finite positions.
    """
    positions = vectors("q", q, arm.n)
    if arm.limits is None:
        raise ValueError("q: the arm has no limits; give them to Arm.from_dh or arm.with_limits")
    lower, upper = arm.limits.T
    excess = np.maximum(lower - positions, positions - upper)
    findings = []
    for index in map(tuple, np.argwhere(excess > 0).tolist()):
        *state, joint = index
        limits = arm.limits[joint]
        unit = "rad" if arm.revolute[joint] else "m"
        place = f" in state {', '.join(map(str, state))}" if state else ""
        findings.append(
            Finding(
                joint + 1,
                "beyond limit",
                "note",
                f"q = {shown(positions[index])} {unit}{place} leaves the limits {shown(limits)} "
                f"by {shown(excess[index])} {unit}",
                tuple(state),
            )
        )
    return findings


def find_motion_beyond_limits(arm: Arm, motion: Any, friction: bool, motors: bool) -> list[Finding]:
    """Find the joints that exceed limits of the arm in a motion, one finding for each limit.

    Raises
    ------
    ValueError, TypeError
        If the arm has no limits, or the motion has other joints.
    """
    limits = _limits(arm)
    if not limits:
        raise ValueError(_NO_LIMITS)
    t, known = _samples(arm, motion)
    if "torque" in limits and "torque" not in known and "acceleration" in known:
        states = (known[name] for name in ("position", "velocity", "acceleration"))
        known["torque"] = arm.inverse_dynamics(*states, friction=friction, motors=motors)
    return [
        finding
        for what, (lower, upper) in limits.items()
        if what in known
        for finding in _beyond(arm, what, t, known[what], lower, upper)
    ]


def _limits(arm: Arm) -> dict[str, tuple[FloatArray, FloatArray]]:
    """Return the limits that the arm has."""
    given = {what: getattr(arm, name) for what, name in _LIMITS.items()}
    return {
        what: (each[:, 0], each[:, 1]) if each.ndim > 1 else (-each, each)
        for what, each in given.items()
        if each is not None
    }


def _samples(arm: Arm, motion: Any) -> _Samples:
    """Return the samples of a trajectory, a simulated motion, or arrays."""
    if isinstance(motion, Motion):
        known = {"position": motion.q, "velocity": motion.qd, "torque": motion.torque}
        samples = _Samples(motion.t, known)
    elif isinstance(motion, Trajectory):
        samples = _of_trajectory(motion)
    elif isinstance(motion, (tuple, list)) and 2 <= len(motion) <= 4:
        samples = _of_arrays(motion, arm.n)
    else:
        raise TypeError(
            "motion: expected a trajectory, a simulated motion, or (t, q), (t, q, qd) or "
            f"(t, q, qd, qdd), got {type(motion).__name__}"
        )
    joints = samples.known["position"].shape[-1]
    if joints != arm.n:
        raise ValueError(f"motion: expected {arm.n} joints, got {joints}")
    return samples


def _of_trajectory(motion: Trajectory) -> _Samples:
    """Return the samples of a trajectory, with mean jerks up to each time."""
    t = np.union1d(motion.instants(), motion.times(_TIMES))
    # time differences near rounding error give no jerk
    t = t[np.diff(t, prepend=-np.inf) > _RESOLUTION * motion.duration]
    q, qd, qdd = motion(t)
    jerk = np.diff(qdd, axis=0, prepend=qdd[:1]) / np.diff(t, prepend=t[0] - 1.0)[:, np.newaxis]
    return _Samples(t, {"position": q, "velocity": qd, "acceleration": qdd, "jerk": jerk})


def _of_arrays(motion: tuple[Any, ...] | list[Any], n: int) -> _Samples:
    """Return the samples of a motion given by times and arrays."""
    t, *given = (float64_copy("motion", part) for part in motion)
    shapes = {part.shape for part in given}
    if t.ndim != 1 or not t.size or len(shapes) > 1 or given[0].shape[-2:] != (t.size, n):
        got = " and ".join(str(part.shape) for part in (t, *given))
        arrays = ", ".join(("q", "qd", "qdd")[: len(given)])
        raise ValueError(f"motion: expected t (k,) and {arrays} (..., k, {n}), got shapes {got}")
    for part in (t, *given):
        require_finite("motion", part)
    require("motion", np.diff(t, prepend=-np.inf) > 0, "times must increase", t, "time")
    names = ("position", "velocity", "acceleration")
    return _Samples(t, dict(zip(names, given, strict=False)))


def _beyond(
    arm: Arm, what: str, t: FloatArray, values: FloatArray, lower: FloatArray, upper: FloatArray
) -> Iterator[Finding]:
    """Yield a finding for each joint that exceeds its limits, by its largest excess."""
    of_joints = np.moveaxis(values, -2, -1)
    excess = np.maximum(lower[:, np.newaxis] - of_joints, of_joints - upper[:, np.newaxis])
    for place in map(tuple, np.argwhere((excess > 0).any(axis=-1)).tolist()):
        *row, joint = place
        over = excess[place]
        # at constant speed, the first instant
        worst = int(np.argmax(over >= (1 - ROUNDING) * np.nanmax(over)))
        first = int(np.argmax(over > 0))
        value = of_joints[place][worst]
        limit = upper[joint] if value > upper[joint] else lower[joint]
        unit = UNITS[_LIMITS[what]][not arm.revolute[joint]]
        name = f" of {arm.joint_names[joint]!r}" if are_given(arm.joint_names) else ""
        where = f", in motion {', '.join(map(str, row))}" if row else ""
        yield Finding(
            joint + 1,
            "motion beyond limit",
            "note",
            f"{what}{name} reaches {shown(value)} {unit} at {shown(t[worst])} s, beyond its limit "
            f"{shown(limit)} {unit} from {shown(t[first])} s on{where}",
            tuple(row),
        )
