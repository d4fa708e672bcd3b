"""Controllers within a simulation: torques of rows of states, and torques held between samples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import _core
from ...validation import FloatArray
from ..control.controller import Controller
from .request import Request

# times for which the reference is evaluated at once
_AT_ONCE = 4096


def torques_of_rows(
    controller: Controller, times: FloatArray, q: FloatArray, qd: FloatArray
) -> FloatArray:
    """Return the controller's torques at times (m,) and states (m, n); NaN where it fails."""
    tau = np.full(q.shape, np.nan)
    live = np.flatnonzero(np.isfinite(q).all(axis=1) & np.isfinite(qd).all(axis=1))
    if len(live):
        rows = [part[live] for part in (*controller.desired(times), q, qd)]
        tau[live] = where_there_are_results(controller.torques, rows, (controller.n,))
    return tau


def control_in_lanes(request: Request) -> _core.ControlOfDrives | None:
    """Return the controller and its whole reference for the kernels; None if they have no law."""
    control = request.controller
    if control is None or control.law_of_kernel is None:
        return None
    arrays = control.arrays_of_kernel
    powers = pieces = 0
    if request.method == "dopri5" and (motion := control.motion_of_kernel):
        arrays["breaks"], arrays["coefficients"] = motion
        powers, pieces, _ = motion[1].shape
    else:
        arrays["wanted"] = _sampled_reference(control, request)
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


def _sampled_reference(control: Controller, request: Request) -> FloatArray:
    """Return the reference at each half of a step, or at each period, (times, 3, n)."""
    apart = request.period * request.step if request.period else request.step / 2
    reference = np.empty((request.asked_times, 3, control.n))
    for first in range(0, len(reference), _AT_ONCE):
        numbers = np.arange(first, min(first + _AT_ONCE, len(reference)), dtype=np.int64)
        times = apart * numbers.astype(np.float64)
        reference[numbers] = np.stack(control.desired(times), axis=1)
    return reference


class Held:
    """Held torques of a sampled controller: each applied for a period, after the delay.

    Attributes
    ----------
    applied, pending : ndarray, shape (rows, n)
        Torque of the motors, and torque of the last sample, N m or N.
    """

    def __init__(self, request: Request) -> None:
        assert request.controller is not None
        self._request, self._controller = request, request.controller
        start = torques_of_rows(request.controller, np.zeros(request.rows), request.q0, request.qd0)
        self.applied, self.pending = start, start

    def arrive(self, step: int, y: FloatArray) -> None:
        """Sample, and switch the applied torque, at the end of a step in states y."""
        request, n = self._request, self._request.arm.n
        if request.delay and step % request.period == request.delay % request.period:
            self.applied = self.pending
        if step % request.period == 0:
            times = np.full(request.rows, step * request.step)
            self.pending = torques_of_rows(self._controller, times, y[:, :n], y[:, n : 2 * n])
            if not request.delay:
                self.applied = self.pending
        ended = ~np.isfinite(y[:, : 2 * n]).all(axis=1, keepdims=True)
        self.applied = np.where(ended, np.nan, self.applied)


def where_there_are_results(
    compute: Callable[..., FloatArray], rows: Sequence[NDArray[Any]], width: tuple[int, ...]
) -> FloatArray:
    """Return the results for rows of arrays, (m, *width); NaN for rows that raise ValueError."""
    count = len(rows[0])
    try:
        return compute(*rows)
    except ValueError:
        if count == 1:
            return np.full((1, *width), np.nan)
    halves = zip(*(np.array_split(array, 2) for array in rows), strict=True)
    return np.concatenate([where_there_are_results(compute, half, width) for half in halves])
