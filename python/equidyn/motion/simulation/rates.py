"""How fast the state of many arms changes, by batches: for torques that only Python knows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..._validation import FloatArray, float64_copy
from .controlled import Held, torques_of_rows
from .refusals import where_there_are_results
from .request import Request


class Rates:
    """The right-hand side of a simulation, over rows of q, qd, work and dissipated energy."""

    def __init__(self, request: Request) -> None:
        self._request, self._arm, self.n = request, request.arm, request.arm.n
        known = request.known
        self._known = None if known is None else known.by_row(request.leading)
        self._held = Held(request) if request.period else None

    def arrive(self, step: int, y: FloatArray) -> None:
        """Go on behind a step, which ends in states y: where a controller samples."""
        if self._held is not None:
            self._held.arrive(step, y)

    def torque_of(self, times: FloatArray, y: FloatArray, rows: Any) -> FloatArray:
        """Return the torques (m, n) of rows of states at their times; a function has one time."""
        n, controller = self.n, self._request.controller
        if self._known is not None:
            return self._known(times, rows)
        if self._held is not None:
            return np.asarray(self._held.in_force[rows])
        if controller is not None:
            return torques_of_rows(controller, times, y[:, :n], y[:, n : 2 * n])
        whole = np.full((self._request.rows, y.shape[1]), np.nan)
        whole[rows] = y
        return np.asarray(self.torque(float(times[0]), whole)[rows])

    def torque(self, time: float, y: FloatArray) -> FloatArray:
        """Return what the function, or the controller, gives for all rows (rows, n)."""
        request, n = self._request, self.n
        if request.function is None:
            return self.torque_of(np.full(len(y), time), y, np.arange(len(y)))
        q, qd = (x.reshape(*request.leading, n).copy() for x in (y[:, :n], y[:, n : 2 * n]))
        given: ArrayLike = request.function(time, q, qd)
        torque = float64_copy("torque", given)
        try:
            rows = np.broadcast_to(torque, q.shape).reshape(-1, n)
        except ValueError:
            raise ValueError(
                f"torque: expected a function that returns shape {q.shape}, got {torque.shape}"
            ) from None
        bad = ~np.isfinite(rows).all(axis=1) & np.isfinite(y[:, : 2 * n]).all(axis=1)
        if bad.any():
            raise ValueError(
                f"torque: the function must return finite numbers, got {rows[bad][0]} at {time:g} s"
            )
        return rows

    def __call__(self, y: FloatArray, tau: FloatArray, rows: Any) -> FloatArray:
        """Return the rates of rows of a state; NaN where they have none."""
        n = self.n
        qd = y[:, n : 2 * n]
        rates = np.full(y.shape, np.nan)
        moves = np.isfinite(y[:, : 2 * n]).all(axis=1)
        live = np.flatnonzero(moves & np.isfinite(tau).all(axis=1))
        rates[live, :n] = qd[live]
        rates[live, n : 2 * n] = self._accelerations(y[live], tau[live], np.asarray(rows)[live])
        rates[:, -2] = np.einsum("ij,ij->i", tau, qd)
        if self._request.loads.friction:
            rates[:, -1] = np.einsum("ij,ij->i", self._arm._friction_torque(qd), qd)
        else:
            rates[:, -1] = 0.0
        return rates

    def _accelerations(self, y: FloatArray, tau: FloatArray, rows: Any) -> FloatArray:
        """Return accelerations; those that `Arm.forward_dynamics` refuses are NaN."""

        def of_some(y: FloatArray, tau: FloatArray, rows: Any) -> FloatArray:
            loads = self._request.loads.of_rows(rows)
            q, qd = y[:, : self.n], y[:, self.n : 2 * self.n]
            return self._arm.forward_dynamics(q, qd, tau, threads=self._request.threads, **loads)

        return where_there_are_results(of_some, (y, tau, rows), (self.n,))
