"""How fast the state of many arms changes, by batches: for torques that only Python knows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..._validation import FloatArray, float64_copy
from .request import Request


class Rates:
    """The right-hand side of a simulation, over rows of q, qd, work and dissipated energy."""

    def __init__(self, request: Request) -> None:
        self._request, self._arm, self.n = request, request.arm, request.arm.n
        known = request.known
        self._known = None if known is None else known.by_row(request.leading)

    def torque_of(self, times: FloatArray, y: FloatArray, rows: Any) -> FloatArray:
        """Return the torques (m, n) of rows of states at their times; a function has one time."""
        if self._known is not None:
            return self._known(times, rows)
        whole = np.full((self._request.rows, y.shape[1]), np.nan)
        whole[rows] = y
        return np.asarray(self.torque(float(times[0]), whole)[rows])

    def torque(self, time: float, y: FloatArray) -> FloatArray:
        """Return what the function gives for all rows (rows, n)."""
        request, n = self._request, self.n
        assert request.function is not None
        q, qd = (x.reshape(*request.leading, n).copy() for x in (y[:, :n], y[:, n : 2 * n]))
        given: ArrayLike = request.function(time, q, qd)
        torque = float64_copy("torque", given)
        try:
            rows = np.broadcast_to(torque, q.shape).reshape(-1, n)
        except ValueError:
            raise ValueError(
                f"torque: expected a function that returns shape {q.shape}, got {torque.shape}"
            ) from None
        bad = ~np.isfinite(rows).all(axis=1) & np.isfinite(y).all(axis=1)
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
        live = np.flatnonzero(np.isfinite(y).all(axis=1))
        rates[live, :n] = qd[live]
        rates[live, n : 2 * n] = self._accelerations(y[live], tau[live], np.asarray(rows)[live])
        rates[:, -2] = np.einsum("ij,ij->i", tau, qd)
        rates[:, -1] = np.einsum("ij,ij->i", self._friction(qd), qd)
        return rates

    def _accelerations(self, y: FloatArray, tau: FloatArray, rows: Any) -> FloatArray:
        """Return accelerations; those that `Arm.forward_dynamics` refuses are NaN."""
        q, qd = y[:, : self.n], y[:, self.n : 2 * self.n]
        loads = self._request.loads.of_rows(rows)
        try:
            return self._arm.forward_dynamics(q, qd, tau, threads=self._request.threads, **loads)
        except ValueError:
            if len(y) == 1:
                return np.full((1, self.n), np.nan)
        halves = np.array_split(np.arange(len(y)), 2)
        return np.concatenate([self._accelerations(y[k], tau[k], rows[k]) for k in halves])

    def _friction(self, qd: FloatArray) -> FloatArray:
        """Return what friction takes, G² B qd and |G| Tc of the direction."""
        arm = self._arm
        friction = np.zeros(qd.shape)
        if not self._request.loads.friction:
            return friction
        ratio = np.ones(self.n) if arm.gear_ratio is None else arm.gear_ratio
        if arm.viscous is not None:
            friction += ratio**2 * arm.viscous * qd
        if arm.coulomb is not None:
            forwards, backwards = (np.abs(ratio)[:, np.newaxis] * arm.coulomb).T
            friction += np.where(qd > 0, forwards, 0) + np.where(qd < 0, backwards, 0)
        return friction
