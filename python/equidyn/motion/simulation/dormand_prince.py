"""Arms moved by steps whose error is held to a tolerance, each row by its own.

J. R. Dormand, P. J. Prince, A Family of Embedded Runge-Kutta Formulae, Journal of Computational and
Applied Mathematics 6, 1980; between the ends of a step by the polynomial of degree 4 of L. F.
Shampine, Some Practical Runge-Kutta Formulas, Mathematics of Computation 46, 1986.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..._validation import FloatArray
from .rates import Rates
from .recording import Recording

_NODES = (0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0)
_STAGES = (
    (),
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)
# order 5 less order 4
_ERROR = (71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)
# powers 1 to 4 of the part of the step that is done, for each stage
_BETWEEN = (
    (1.0, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432),
    (0.0, 0.0, 0.0, 0.0),
    (0.0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799),
    (0.0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072),
    (0.0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632),
    (0.0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844),
    (0.0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423),
)

# of the longest step that may keep the tolerance; how much longer or shorter than the one before
_SAFETY, _LONGER, _SHORTER = 0.9, 5.0, 0.2

# of the step of the output: no shorter one is tried, whatever the error
_SHORTEST = 1e-2

# the first step that is tried, of that of the output
_FIRST = 0.1

# two times are one where they differ by no more than this part
_ROUNDING = 1e-15

# portions of the way, behind each of which all rows are at one time
_PORTIONS = 100


class _Steps:
    """Each row's last step: where it began, its stages, its end; and how long the next one is."""

    def __init__(self, recording: Recording) -> None:
        request = recording.request
        self._request, self.rates = request, Rates(request)
        rows = request.rows
        self.end = request.steps * request.step
        self.t = np.zeros(rows)
        self.h = np.zeros(rows)
        self.t_end = np.zeros(rows)
        self.y = np.concatenate([request.q0, request.qd0, np.zeros((rows, 2))], axis=1)
        self.y_end = self.y.copy()
        self.k = np.zeros((len(_NODES), *self.y.shape))
        self.next_h = np.full(rows, _FIRST * request.step)

    @np.errstate(all="ignore")
    def take(self, rows: Any) -> None:
        """Try a step in each of some rows; where it keeps the tolerance, it is their last one."""
        request, n = self._request, self.rates.n
        t, y = self.t_end[rows], self.y_end[rows]
        last = t + self.next_h[rows] >= self.end
        h = np.where(last, self.end - t, self.next_h[rows])
        k: list[FloatArray] = []
        for node, weights in zip(_NODES, _STAGES, strict=True):
            at = y + h[:, np.newaxis] * _sum(weights, k) if k else y
            tau = self.rates.torque_of(t + node * h, at, rows)
            k.append(self.rates(at, tau, rows))
        difference = (h[:, np.newaxis] * _sum(_ERROR, k))[:, : 2 * n]
        size = np.maximum(np.abs(y), np.abs(at))[:, : 2 * n]
        parts = difference / (request.tolerance * (1 + size))
        error = np.sqrt((parts * parts).sum(axis=1) / (2 * n))
        if request.function:  # which sees all rows at one time
            error[:] = error.max(initial=0.0)
        factor = _SAFETY * np.maximum(error, 1e-10) ** -0.2
        factor = np.where(np.isfinite(error), np.clip(factor, _SHORTER, _LONGER), _SHORTER)
        shortest = _SHORTEST * request.step
        taken = (error <= 1) | (h <= shortest)
        self.next_h[rows] = np.maximum(h * np.where(taken, factor, np.minimum(factor, 1)), shortest)
        done = rows[taken]
        self.t[done], self.h[done], self.y[done] = t[taken], h[taken], y[taken]
        self.t_end[done] = np.where(last, self.end, t + h)[taken]
        self.y_end[done] = at[taken]
        self.k[:, done] = np.array(k)[:, taken]
        gone = done[~np.isfinite(self.y_end[done, : 2 * n]).all(axis=1)]
        self.t_end[gone], self.y[gone], self.y_end[gone] = self.end, np.nan, np.nan

    @np.errstate(all="ignore")
    def between(self, rows: Any, time: FloatArray) -> FloatArray:
        """Return the states of rows at times within their last steps."""
        h = np.where(self.h[rows] > 0, self.h[rows], 1.0)
        part = ((time - self.t[rows]) / h)[:, np.newaxis]
        powers = (part, part**2, part**3, part**4)
        weights = [_sum(of_stage, powers) for of_stage in _BETWEEN]
        change = sum(w * k[rows] for w, k in zip(weights, self.k, strict=True))
        state: FloatArray = self.y[rows] + h[:, np.newaxis] * change
        return np.where((time >= self.t_end[rows])[:, np.newaxis], self.y_end[rows], state)


def advance(recording: Recording, tell: Callable[[int], None]) -> None:
    """Take all rows to the end, portion by portion; tell how many steps are done."""
    request = recording.request
    steps = _Steps(recording)
    if request.function:
        recording.now["torque"] = steps.rates.torque(0.0, steps.y)
        recording.keep(0)
    behind = np.zeros(request.rows, np.int64)  # steps of the output that a row has behind it
    portions = min(_PORTIONS, request.steps)
    for portion in range(1, portions + 1):
        stop = request.steps * portion // portions
        now = {name: array.copy() for name, array in recording.now.items()}
        while len(rows := np.flatnonzero(behind < stop)):
            reached = (behind[rows] + 1) * request.step <= steps.t_end[rows] * (1 + _ROUNDING)
            if reached.any():
                behind[rows[reached]] += 1
                _keep(recording, now, steps, rows[reached], behind[rows[reached]])
            else:
                steps.take(rows)
        recording.now, recording.done = now, stop
        tell(stop)


def _keep(
    recording: Recording, now: dict[str, FloatArray], steps: _Steps, rows: Any, number: Any
) -> None:
    """Keep rows as they are behind steps of the output of these numbers."""
    request, n = recording.request, recording.request.arm.n
    time = number * request.step
    y = steps.between(rows, time)
    parts = {"q": y[:, :n], "qd": y[:, n : 2 * n], "work": y[:, -2:-1], "dissipated": y[:, -1:]}
    if request.function:
        parts["torque"] = steps.rates.torque_of(time, y, rows)
    kept = number % request.every == 0 if request.every else np.zeros(len(rows), bool)
    for name, array in parts.items():
        if name in now:
            now[name][rows] = array
            if request.every:
                recording.on_way[name][rows[kept], number[kept] // request.every] = array[kept]
    recording.note(y, time, number, rows)


def _sum(weights: Sequence[float], terms: Sequence[FloatArray]) -> FloatArray:
    """Return a weighted sum, whose order does not depend on how many rows there are."""
    total = weights[0] * terms[0]
    for weight, term in zip(weights[1:], terms[1:], strict=False):
        total = total + weight * term
    return total
