"""Controllers at work, over rows of states: what they ask for now, or hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ... import _core
from ..._validation import FloatArray
from ..control.controller import Controller
from .request import Request

# times of which it is asked at once what is wanted
_AT_ONCE = 4096


def torques_of_rows(
    controller: Controller, times: FloatArray, q: FloatArray, qd: FloatArray
) -> FloatArray:
    """Return what a controller asks for at times (m,) and states (m, n); NaN where it cannot."""
    tau = np.full(q.shape, np.nan)
    live = np.flatnonzero(np.isfinite(q).all(axis=1) & np.isfinite(qd).all(axis=1))
    if len(live):
        rows = [part[live] for part in (*controller.wanted(times), q, qd)]
        tau[live] = where_there_are_results(controller.torques, rows, (controller.n,))
    return tau


def control_in_lanes(request: Request) -> _core.ControlOfDrives | None:
    """Return what the kernels know of a controller, and of the whole motion that it follows."""
    control = request.controller
    if control is None or control.law_of_kernel is None:
        return None
    arrays = {"kp": control.kp, "kv": control.kv}
    powers = pieces = 0
    if request.method == "dopri5" and (motion := control.motion_of_kernel):
        arrays["breaks"], arrays["coefficients"] = motion
        powers, pieces, _ = motion[1].shape
    else:
        arrays["wanted"] = _wanted(control, request)
    if control.limits is not None:
        arrays["least"], arrays["largest"] = np.ascontiguousarray(control.limits.T)
    if control.resolution is not None:
        arrays["resolution"] = control.resolution
    return _core.ControlOfDrives(
        control.model,
        law=control.law_of_kernel,
        friction=control.friction,
        motors=control.motors,
        diagonal=control.diagonal,
        period=request.period,
        delay=request.delay,
        times=request.asked_times,
        pieces=pieces,
        powers=powers,
        arrays=arrays,
    )


def _wanted(control: Controller, request: Request) -> FloatArray:
    """Return what is wanted at each half of a step, or at each period, (times, 3, n)."""
    apart = request.period * request.step if request.period else request.step / 2
    wanted = np.empty((request.asked_times, 3, control.n))
    for first in range(0, len(wanted), _AT_ONCE):
        numbers = np.arange(first, min(first + _AT_ONCE, len(wanted)), dtype=np.int64)
        wanted[numbers] = np.stack(control.wanted(apart * numbers.astype(np.float64)), axis=1)
    return wanted


class Held:
    """The torques of a controller that samples: each in force from its delay on, for a period.

    Attributes
    ----------
    in_force, coming : ndarray, shape (rows, n)
        What the drives give, and what was asked for last, N m or N.
    """

    def __init__(self, request: Request) -> None:
        assert request.controller is not None
        self._request, self._controller = request, request.controller
        start = torques_of_rows(request.controller, np.zeros(request.rows), request.q0, request.qd0)
        self.in_force, self.coming = start, start

    def arrive(self, step: int, y: FloatArray) -> None:
        """Go on behind a step, which ends in states y."""
        request, n = self._request, self._request.arm.n
        if request.delay and step % request.period == request.delay % request.period:
            self.in_force = self.coming
        if step % request.period == 0:
            times = np.full(request.rows, step * request.step)
            self.coming = torques_of_rows(self._controller, times, y[:, :n], y[:, n : 2 * n])
            if not request.delay:
                self.in_force = self.coming
        ended = ~np.isfinite(y[:, : 2 * n]).all(axis=1, keepdims=True)
        self.in_force = np.where(ended, np.nan, self.in_force)


def where_there_are_results(
    compute: Callable[..., FloatArray], rows: Sequence[FloatArray], width: tuple[int, ...]
) -> FloatArray:
    """Return what is computed of rows of arrays, (m, *width); NaN for those that it refuses."""
    count = len(rows[0])
    try:
        return compute(*rows)
    except ValueError:
        if count == 1:
            return np.full((1, *width), np.nan)
    halves = zip(*(np.array_split(array, 2) for array in rows), strict=True)
    return np.concatenate([where_there_are_results(compute, half, width) for half in halves])
