"""Samples of a motion at evenly spaced times."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..validation import FloatArray, float64_copy, require, require_finite
from .simulation.simulated_motion import Motion
from .trajectories.trajectory import Trajectory

MotionLike = Trajectory | Motion | tuple[ArrayLike, ...]

# the arrays of a motion, in order
_STATE = ("times", "positions", "velocities", "accelerations")


def sampled(motion: MotionLike, n: int, samples: int) -> tuple[FloatArray, FloatArray]:
    """Return times (samples,) from start to end, and joint positions (samples, n).

    Parameters
    ----------
    motion : Trajectory, Motion or tuple
        A trajectory, a simulated motion of one state, or times (k,) and positions (k, n), which
        are interpolated linearly.
    n : int
        Number of joints.
    samples : int
        Number of times.
    """
    times, (q,) = sampled_states(motion, n, samples, 0)
    return times, q


def sampled_states(
    motion: MotionLike, n: int, samples: int, order: int, *, differences: bool = False
) -> tuple[FloatArray, Sequence[FloatArray]]:
    """Return times (samples,), and positions and their derivatives, (samples, n) each.

    Parameters
    ----------
    motion : Trajectory, Motion or tuple
        As in `sampled`; the tuple may go on with velocities and accelerations.
    n, samples : int
        Numbers of joints and of times.
    order : int
        The highest derivative.
    differences : bool, optional
        Whether missing derivatives of a motion of arrays are differences of its samples.
    """
    t, states = known_states(motion, n, samples, order)
    if isinstance(motion, Trajectory):
        return t, states
    if len(states) <= order and not differences:
        missing = _STATE[len(states) + 1]
        raise ValueError(f"motion: expected {missing}, which the vectors need")
    while len(states) <= order:
        last = states[-1]
        states.append(np.gradient(last, t, axis=0) if t.size > 1 else np.zeros_like(last))
    times = np.linspace(t[0], t[-1], samples)
    return times, [
        np.stack([np.interp(times, t, joint) for joint in state.T], axis=-1) for state in states
    ]


def known_states(
    motion: MotionLike, n: int, samples: int, order: int = 2
) -> tuple[FloatArray, list[FloatArray]]:
    """Return times (k,), positions, and known derivatives of the motion, (k, n) each.

    A trajectory has all, at these many times; other motions are not sampled again.

    Parameters
    ----------
    motion : Trajectory, Motion or tuple
        As in `sampled_states`.
    n, samples : int
        Numbers of joints and of times.
    order : int, optional
        The highest derivative to return.
    """
    if isinstance(motion, Trajectory):
        if motion.n != n:
            raise ValueError(f"motion: expected {n} joints, got {motion.n}")
        times = np.linspace(motion.start_time, motion.end_time, samples)
        return times, list(motion(times)[: order + 1])
    parts = _parts(motion)
    given = min(order, len(parts) - 2)
    t, *states = (float64_copy("motion", part) for part in parts[: given + 2])
    if t.ndim != 1 or not t.size or any(state.shape != (t.size, n) for state in states):
        names = [f"{name} (k, {n})" for name in _STATE[1 : given + 2]]
        shapes = [str(state.shape) for state in states]
        raise ValueError(
            f"motion: expected times (k,) and {' and '.join(names)}, got shapes {t.shape} and "
            f"{' and '.join(shapes)}"
        )
    for part in (t, *states):
        require_finite("motion", part)
    require("motion", np.diff(t, prepend=-np.inf) > 0, "times must increase", t, "time")
    return t, states


def _parts(motion: object) -> Sequence[ArrayLike]:
    """Return times, positions and as many derivatives as a motion of arrays has."""
    if isinstance(motion, Motion):
        rows = motion.q.shape[:-2]
        if rows:
            one = ", ".join("0" * len(rows))
            raise ValueError(
                f"motion: expected one simulated motion, got several, of shape {rows}: choose one, "
                f"as (motion.t, motion.q[{one}])"
            )
        return motion.t, motion.q, motion.qd
    if not isinstance(motion, (tuple, list)) or not 2 <= len(motion) <= len(_STATE):
        got = type(motion).__name__
        raise TypeError(
            f"motion: expected a trajectory, a simulated motion, or times and positions, got {got}"
        )
    return motion
