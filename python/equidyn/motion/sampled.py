"""Any motion, at times that are evenly spaced."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._validation import FloatArray, float64_copy, require, require_finite
from .trajectories.trajectory import Trajectory


def sampled(motion: Any, n: int, samples: int) -> tuple[FloatArray, FloatArray]:
    """Return times (samples,) from start to end, and joint positions (samples, n).

    Parameters
    ----------
    motion : Trajectory or tuple
        A motion, or times (k,) and positions (k, n) between which joints move evenly.
    n : int
        How many joints move.
    samples : int
        How many times.
    """
    if isinstance(motion, Trajectory):
        if motion.n != n:
            raise ValueError(f"motion: expected one of {n} joints, got one of {motion.n}")
        times = np.linspace(motion.start_time, motion.end_time, samples)
        return times, motion(times)[0]
    if not isinstance(motion, (tuple, list)) or len(motion) != 2:
        got = type(motion).__name__
        raise TypeError(f"motion: expected a trajectory, or times and positions, got {got}")
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
