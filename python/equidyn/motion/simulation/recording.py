"""Recording of a simulation in progress: current states, states at the output times, events."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...validation import FloatArray
from .request import Request


class Recording:
    """States and energy ledger of all rows: the current ones, and those recorded.

    Attributes
    ----------
    done : int
        Steps completed by all rows.
    now : dict of str to ndarray, shape (rows, n) or (rows, 1)
        Current arrays by name: q, qd, work, dissipated, and torque if it is a function or held.
        Arrays that are always zero, or known otherwise, are missing.
    on_way : dict of str to ndarray, shape (rows, times, n) or (rows, times, 1)
        The same at the recorded times; empty if only the end is recorded.
    passed : ndarray, shape (rows, n), or None
        Time at which each joint first left its limits, s; NaN where it has not.
    ended_step, ended_joint : ndarray, shape (rows,)
        Step after which a row is not finite, and the joint, from 1, at which; 0 for a row that
        goes on.
    """

    def __init__(self, request: Request) -> None:
        self.request, self.done = request, 0
        rows, n = request.q0.shape
        self.now: dict[str, FloatArray] = {"q": request.q0.copy(), "qd": request.qd0.copy()}
        if request.known is None or request.known.arrays(request.leading):
            self.now["work"] = np.zeros((rows, 1))
        if request.loads.friction or request.stops:
            self.now["dissipated"] = np.zeros((rows, 1))
        if request.function or request.period:
            self.now["torque"] = np.zeros((rows, n))
        self.on_way = {
            name: np.empty((rows, request.times, array.shape[1]))
            for name, array in self.now.items()
            if request.times
        }
        limits = request.arm.limits
        self.passed = None if limits is None else _beyond(request.q0, limits)
        self.ended_step, self.ended_joint = np.zeros(rows, np.int64), np.zeros(rows, np.int32)
        self.keep(0)

    def keep(self, step: int) -> None:
        """Record the current states, those after a step, if the step is recorded."""
        every = self.request.every
        if every and step % every == 0:
            for name, array in self.on_way.items():
                array[:, step // every] = self.now[name]

    def note(self, y: FloatArray, time: Any, step: Any, rows: Any = slice(None)) -> None:
        """Note joints that have left their limits, and rows that have ended, after a step.

        States y (m, ...) begin with q and qd; times and steps are (m,), or one for all.
        """
        n = self.request.arm.n
        bad = ~np.isfinite(y[:, : 2 * n])
        passed, limits = self.passed, self.request.arm.limits
        if passed is not None and limits is not None:
            beyond = (y[:, :n] < limits[:, 0]) | (y[:, :n] > limits[:, 1])
            times = np.broadcast_to(np.reshape(time, (-1, 1)), beyond.shape)
            passed[rows] = np.where(beyond & np.isnan(passed[rows]), times, passed[rows])
        fresh = bad.any(axis=1) & (self.ended_joint[rows] == 0)
        joints = (bad[:, :n] | bad[:, n:]).argmax(axis=1) + 1
        self.ended_step[rows] = np.where(fresh, step, self.ended_step[rows])
        self.ended_joint[rows] = np.where(fresh, joints, self.ended_joint[rows])

    def arrays(self) -> dict[str, Any]:
        """Return the arrays that the core reads and writes, by name."""
        arrays: dict[str, Any] = dict(self.now)
        arrays |= {f"{name}_on_way": array for name, array in self.on_way.items()}
        arrays |= {"ended_step": self.ended_step, "ended_joint": self.ended_joint}
        if self.passed is not None and self.request.arm.limits is not None:
            lower, upper = np.ascontiguousarray(self.request.arm.limits.T)
            arrays |= {"passed": self.passed, "lower": lower, "upper": upper}
        return arrays

    def kept(self, name: str) -> FloatArray | None:
        """Return the array (rows, times, ...) recorded under a name so far, if any."""
        if name not in self.now:
            return None
        if not self.request.every:
            return self.now[name][:, np.newaxis]
        return self.on_way[name][:, : self.done // self.request.every + 1]

    @property
    def kept_times(self) -> FloatArray:
        """Times recorded so far, s."""
        every, step = self.request.every, self.request.step
        kept = np.arange(0, self.done + 1, every) if every else np.array([self.done])
        times: FloatArray = kept.astype(np.float64) * step
        return times


def _beyond(q: FloatArray, limits: FloatArray) -> FloatArray:
    """Return 0 where a start position is beyond its limits, NaN elsewhere."""
    inside = (q >= limits[:, 0]) & (q <= limits[:, 1])
    return np.where(inside, np.nan, 0.0)
