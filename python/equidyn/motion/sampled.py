"""Samples of a motion at evenly spaced times."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._validation import FloatArray, float64_copy, require, require_finite
from .simulation.result import Motion
from .trajectories.trajectory import Trajectory

MotionLike = Trajectory | Motion | tuple[ArrayLike, ArrayLike]


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
    if isinstance(motion, Trajectory):
        if motion.n != n:
            raise ValueError(f"motion: expected one of {n} joints, got one of {motion.n}")
        times = np.linspace(motion.start_time, motion.end_time, samples)
        return times, motion(times)[0]
    if isinstance(motion, Motion):
        rows = motion.q.shape[:-2]
        if rows:
            one = ", ".join("0" * len(rows))
            raise ValueError(
                f"motion: expected one simulated motion, got several, of shape {rows}: choose one, "
                f"as (motion.t, motion.q[{one}])"
            )
        motion = motion.t, motion.q
    if not isinstance(motion, (tuple, list)) or len(motion) != 2:
        got = type(motion).__name__
        raise TypeError(
            f"motion: expected a trajectory, a simulated motion, or times and positions, got {got}"
        )
    t, q = (float64_copy("motion", part) for part in motion)
    if t.ndim != 1 or not t.size or q.shape != (t.size, n):
        raise ValueError(
            f"motion: expected times (k,) and positions (k, {n}), got shapes {t.shape} and "
            f"{q.shape}"
        )
    require_finite("motion", t)
    require_finite("motion", q)
    require("motion", np.diff(t, prepend=-np.inf) > 0, "times must increase", t, "time")
    times = np.linspace(t[0], t[-1], samples)
    return times, np.stack([np.interp(times, t, joint) for joint in q.T], axis=-1)
