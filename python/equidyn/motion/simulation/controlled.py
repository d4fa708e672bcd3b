"""Controllers at work, over rows of states: what they ask for now, or hold."""

from __future__ import annotations

import numpy as np

from ..._validation import FloatArray
from ..control.controller import Controller
from .refusals import where_there_are_results
from .request import Request


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


class Held:
    """The torques of a controller that samples: each in force from its delay on, for a period.

    Attributes
    ----------
    in_force : ndarray, shape (rows, n)
        N m or N.
    """

    def __init__(self, request: Request) -> None:
        assert request.controller is not None
        self._request, self._controller = request, request.controller
        start = torques_of_rows(request.controller, np.zeros(request.rows), request.q0, request.qd0)
        self.in_force, self._coming = start, start

    def arrive(self, step: int, y: FloatArray) -> None:
        """Go on behind a step, which ends in states y."""
        request, n = self._request, self._request.arm.n
        if request.delay and step % request.period == request.delay % request.period:
            self.in_force = self._coming
        if step % request.period == 0:
            times = np.full(request.rows, step * request.step)
            self._coming = torques_of_rows(self._controller, times, y[:, :n], y[:, n : 2 * n])
            if not request.delay:
                self.in_force = self._coming
