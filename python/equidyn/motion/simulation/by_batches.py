"""Arms moved by batches of forward dynamics, for torques that no kernel knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..._validation import FloatArray
from .rates import Rates
from .recording import Recording

# sweeps over the joints that are at their stops, each of which may push others
_ROUNDS = 50


def advance(recording: Recording, tell: Callable[[int], None]) -> None:
    """Take all rows to the end, step by step; tell how many steps are done."""
    request = recording.request
    rates, h = Rates(request), request.step
    step_of = _runge_kutta if request.method == "rk4" else _semi_implicit_euler
    y = np.concatenate([request.q0, request.qd0, np.zeros((request.rows, 2))], axis=1)
    recording.now["torque"] = rates.torque(0.0, y)
    recording.keep(0)
    for step in range(request.steps):
        y = step_of(rates, step * h, y, h)
        recording.note(y, (step + 1) * h, step + 1)
        y[~np.isfinite(y[:, : 2 * rates.n]).all(axis=1)] = np.nan
        if request.stops:
            _stop(recording, y)
        rates.arrive(step + 1, y)
        # before anything is kept: Ctrl-C in the function leaves the step undone
        now = {"torque": rates.torque((step + 1) * h, y)}
        _show(recording, y, now)
        recording.keep(step + 1)
        recording.done = step + 1
        tell(recording.done)


def _show(recording: Recording, y: FloatArray, more: dict[str, FloatArray]) -> None:
    """Make a state that of now."""
    n = recording.request.arm.n
    parts = {"q": y[:, :n], "qd": y[:, n : 2 * n], "work": y[:, -2:-1], "dissipated": y[:, -1:]}
    for name, array in (parts | more).items():
        if name in recording.now:
            recording.now[name] = array


@np.errstate(all="ignore")
def _runge_kutta(rates: Rates, time: float, y: FloatArray, h: float) -> FloatArray:
    def at(ahead: float, state: FloatArray) -> FloatArray:
        return rates(state, rates.torque(time + ahead, state), np.arange(len(state)))

    first = at(0, y)
    second = at(h / 2, y + h / 2 * first)
    third = at(h / 2, y + h / 2 * second)
    fourth = at(h, y + h * third)
    result: FloatArray = y + h / 6 * (first + 2 * second + 2 * third + fourth)
    return result


@np.errstate(all="ignore")
def _semi_implicit_euler(rates: Rates, time: float, y: FloatArray, h: float) -> FloatArray:
    change = h * rates(y, rates.torque(time, y), np.arange(len(y)))
    n = rates.n
    change[:, :n] = h * (y[:, n : 2 * n] + change[:, n : 2 * n])
    result: FloatArray = y + change
    return result


def _stop(recording: Recording, y: FloatArray) -> None:
    """Hold joints at their limits: by an impulse along each, to which all others give way."""
    arm = recording.request.arm
    n = arm.n
    assert arm.limits is not None
    lower, upper = arm.limits.T
    q = y[:, :n]
    for row in np.flatnonzero(((q < lower) | (q > upper)).any(axis=1)):
        q[row] = np.clip(q[row], lower, upper)
        motors = arm._reflected_motor_inertia() if recording.request.loads.motors else np.zeros(n)
        response = np.asarray(np.linalg.inv(arm.mass_matrix(q[row]) + np.diag(motors)), float)
        _take_rates(y[row], response, q[row] >= upper, q[row] <= lower)


def _take_rates(y: FloatArray, response: FloatArray, high: Any, low: Any) -> None:
    """Take from one state the rates of joints at stops that would move them further."""
    n = len(response)
    qd = y[n : 2 * n]
    for _ in range(_ROUNDS):
        stands = True
        for joint in range(n):  # in the order of the kernels, on which the rates depend
            if (high[joint] and qd[joint] > 0) or (low[joint] and qd[joint] < 0):
                stands = False
                impulse = -qd[joint] / response[joint, joint]
                y[-1] -= qd[joint] * impulse / 2
                qd += impulse * response[joint]
                qd[joint] = 0
        if stands:
            return
    qd[(high & (qd > 0)) | (low & (qd < 0))] = 0
