"""What is kept of arms in motion, while they move."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._validation import FloatArray
from .request import Request


class Recording:
    """States and ledger of all rows: now, and at the times that are kept.

    Attributes
    ----------
    done : int
        Steps that all rows have behind them.
    now : dict of str to ndarray, shape (rows, n) or (rows, 1)
        By name: q, qd, work, dissipated, and torque where it is a function, or held. Those that are
        always zero, or known otherwise, are missing.
    on_way : dict of str to ndarray, shape (rows, times, n) or (rows, times, 1)
        The same; empty where only the end is kept.
    passed : ndarray, shape (rows, n), or None
        When each joint first left its limits, s; NaN where it has not.
    ended_step, ended_joint : ndarray, shape (rows,)
        Behind which step a row is not finite any more, and the joint, from 1, that shows it; 0: it
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
        """Keep the states of now, which are those behind a step."""
        every = self.request.every
        if every and step % every == 0:
            for name, array in self.on_way.items():
                array[:, step // every] = self.now[name]

    def note(self, y: FloatArray, time: Any, step: Any, rows: Any = slice(None)) -> None:
        """Note which joints have left their limits, and which rows have ended, behind a step.

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
        """Return the arrays that the core reads and writes."""
        arrays: dict[str, Any] = dict(self.now)
        arrays |= {f"{name}_on_way": array for name, array in self.on_way.items()}
        arrays |= {"ended_step": self.ended_step, "ended_joint": self.ended_joint}
        if self.passed is not None and self.request.arm.limits is not None:
            lower, upper = np.ascontiguousarray(self.request.arm.limits.T)
            arrays |= {"passed": self.passed, "lower": lower, "upper": upper}
        return arrays

    def kept(self, name: str) -> FloatArray | None:
        """Return an array (rows, times, ...) of all that was kept until now, if there is one."""
        if name not in self.now:
            return None
        if not self.request.every:
            return self.now[name][:, np.newaxis]
        return self.on_way[name][:, : self.done // self.request.every + 1]

    @property
    def kept_times(self) -> FloatArray:
        """The times that go with it, s."""
        every, step = self.request.every, self.request.step
        kept = np.arange(0, self.done + 1, every) if every else np.array([self.done])
        times: FloatArray = kept.astype(np.float64) * step
        return times


def _beyond(q: FloatArray, limits: FloatArray) -> FloatArray:
    """Return zero where a position is beyond its limits at the start, else NaN."""
    inside = (q >= limits[:, 0]) & (q <= limits[:, 1])
    return np.where(inside, np.nan, 0.0)
