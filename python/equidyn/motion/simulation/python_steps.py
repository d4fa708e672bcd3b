"""Integrators in Python over batches of forward dynamics.

For torques that no kernel computes within a simulation.

They repeat methods of the kernels for a reason. A kernel takes a block of arms through many steps
on one thread; a function in Python has to see the whole batch at every stage, so that calls from
C++ would need a third form of each method, in which all blocks wait at every stage. For one arm of
six joints a step of RK4 takes 250 us, of which calls of the function, with copies and checks, take
35 %, forward dynamics 8 %; for 2,000 arms 3 ms, 29 % and 14 %. Calls from C++ could save no more
than the rest, and the implicit midpoint rule and controllers without a kernel would still need what
is here.

Adaptive steps, chosen for each row by its own error, are those of J. R. Dormand, P. J.
Prince, A Family of Embedded Runge-Kutta Formulae, Journal of Computational and Applied Mathematics
6, 1980; dense output by the polynomial of degree 4 of L. F. Shampine, Some Practical
Runge-Kutta Formulas, Mathematics of Computation 46, 1986.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ...validation import FloatArray, float64_copy
from ..control.controller import Controller
from .controlled import Held, torques_of_rows, where_there_are_results
from .recording import Recording
from .request import Request, require_joints
from .symplectic import implicit_midpoint
from .torque import TorqueLike, known_torque, slack_after, slack_within

if TYPE_CHECKING:
    from ...arm import Arm

# sweeps over the joints at their stops, each of which may push others
_ROUNDS = 50


def advance_by_batches(recording: Recording, tell: Callable[[int], None]) -> None:
    """Integrate all rows with fixed steps; `tell` the number of steps done."""
    request = recording.request
    rhs, h = RightHandSide(request), request.step
    step_of = _FIXED_STEPS[request.method]
    y = np.concatenate([request.q0, request.qd0, np.zeros((request.rows, 2))], axis=1)
    _store(recording, y, {"torque": rhs.torque(0.0, y)})
    recording.keep(0)
    for step in range(request.steps):
        y = step_of(rhs, step * h, y, h)
        recording.note(y, (step + 1) * h, step + 1)
        y[~np.isfinite(y[:, : 2 * rhs.n]).all(axis=1)] = np.nan
        if request.stops:
            _stop(recording, y)
        rhs.arrive(step + 1, y)
        # before recording: Ctrl-C in the function discards the step
        now = {"torque": rhs.torque((step + 1) * h, y)}
        _store(recording, y, now)
        recording.keep(step + 1)
        recording.done = step + 1
        tell(recording.done)


def _store(recording: Recording, y: FloatArray, more: dict[str, FloatArray]) -> None:
    """Store a state as the current one."""
    n = recording.request.arm.n
    parts = {"q": y[:, :n], "qd": y[:, n : 2 * n], "work": y[:, -2:-1], "dissipated": y[:, -1:]}
    for name, array in (parts | more).items():
        if name in recording.now:
            recording.now[name] = array


@np.errstate(all="ignore")
def _runge_kutta(rhs: RightHandSide, time: float, y: FloatArray, h: float) -> FloatArray:
    def at(part: float, state: FloatArray) -> FloatArray:
        return rhs(state, rhs.torque_within(time, h, part, state), np.arange(len(state)))

    first = at(0, y)
    second = at(1 / 2, y + h / 2 * first)
    third = at(1 / 2, y + h / 2 * second)
    fourth = at(1, y + h * third)
    result: FloatArray = y + h / 6 * (first + 2 * second + 2 * third + fourth)
    return result


@np.errstate(all="ignore")
def _semi_implicit_euler(rhs: RightHandSide, time: float, y: FloatArray, h: float) -> FloatArray:
    change = h * rhs(y, rhs.torque_within(time, h, 0, y), np.arange(len(y)))
    n = rhs.n
    change[:, :n] = h * (y[:, n : 2 * n] + change[:, n : 2 * n])
    result: FloatArray = y + change
    return result


_FIXED_STEPS = {
    "rk4": _runge_kutta,
    "semi_implicit_euler": _semi_implicit_euler,
    "implicit_midpoint": implicit_midpoint,
}


def _stop(recording: Recording, y: FloatArray) -> None:
    """Stop joints at their limits, by an impulse at each with a response of all joints."""
    limits, n = recording.request.arm.limits, recording.request.arm.n
    assert limits is not None
    lower, upper = limits.T
    q = y[:, :n]
    for row in np.flatnonzero(((q < lower) | (q > upper)).any(axis=1)):
        q[row] = np.clip(q[row], lower, upper)
        arm = recording.request.arm_of(row)
        M = arm.mass_matrix(q[row], motors=recording.request.loads.motors)
        response = np.asarray(np.linalg.inv(M), float)
        _cancel_velocities(y[row], response, q[row] >= upper, q[row] <= lower)


def _cancel_velocities(y: FloatArray, response: FloatArray, high: Any, low: Any) -> None:
    """Cancel, in one state, velocities that would drive joints further into their stops."""
    n = len(response)
    qd = y[n : 2 * n]
    for _ in range(_ROUNDS):
        at_rest = True
        for joint in range(n):  # in the order of the kernels, on which the velocities depend
            if (high[joint] and qd[joint] > 0) or (low[joint] and qd[joint] < 0):
                at_rest = False
                impulse = -qd[joint] / response[joint, joint]
                y[-1] -= qd[joint] * impulse / 2
                qd += impulse * response[joint]
                qd[joint] = 0
        if at_rest:
            return
    qd[(high & (qd > 0)) | (low & (qd < 0))] = 0


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
# weights of order 5 minus those of order 4
_ERROR = (71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)
# dense output: coefficients of powers 1 to 4 of the fraction of the step, for each stage
_BETWEEN = (
    (1.0, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432),
    (0.0, 0.0, 0.0, 0.0),
    (0.0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799),
    (0.0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072),
    (0.0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632),
    (0.0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844),
    (0.0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423),
)

# safety factor of the step size; limits of its growth and reduction
_SAFETY, _LONGER, _SHORTER = 0.9, 5.0, 0.2

# shortest step, as a fraction of the output step
_SHORTEST = 1e-2

# first step tried, as a fraction of the output step
_FIRST = 0.1

# relative difference below which two times are equal
_ROUNDING = 1e-15

# portions of the duration; all rows are at the same time at the end of each
_PORTIONS = 100


class _Steps:
    """Last step of each row: start, stages, end; and the size of the next one."""

    def __init__(self, recording: Recording) -> None:
        request = recording.request
        self._request, self.rhs = request, RightHandSide(request)
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
        """Try a step in some rows; accept it where the error is within the tolerance."""
        request, n = self._request, self.rhs.n
        t, y = self.t_end[rows], self.y_end[rows]
        last = t + self.next_h[rows] >= self.end
        h = np.where(last, self.end - t, self.next_h[rows])
        k: list[FloatArray] = []
        for node, weights in zip(_NODES, _STAGES, strict=True):
            at = y + h[:, np.newaxis] * _sum(weights, k) if k else y
            tau = self.rhs.torque_of(t + node * h, at, rows)
            k.append(self.rhs(at, tau, rows))
        difference = (h[:, np.newaxis] * _sum(_ERROR, k))[:, : 2 * n]
        size = np.maximum(np.abs(y), np.abs(at))[:, : 2 * n]
        parts = difference / (request.tolerance * (1 + size))
        error = np.sqrt((parts * parts).sum(axis=1) / (2 * n))
        if request.function:  # called with all rows at one time
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
        ended = done[~np.isfinite(self.y_end[done, : 2 * n]).all(axis=1)]
        self.t_end[ended], self.y[ended], self.y_end[ended] = self.end, np.nan, np.nan

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


def advance_by_tolerance(recording: Recording, tell: Callable[[int], None]) -> None:
    """Integrate all rows with adaptive steps; `tell` the number of output steps done."""
    request = recording.request
    steps = _Steps(recording)
    if request.function:
        recording.now["torque"] = steps.rhs.torque(0.0, steps.y)
        recording.keep(0)
    completed = np.zeros(request.rows, np.int64)  # output steps of each row
    portions = min(_PORTIONS, request.steps)
    for portion in range(1, portions + 1):
        stop = request.steps * portion // portions
        now = {name: array.copy() for name, array in recording.now.items()}
        while len(rows := np.flatnonzero(completed < stop)):
            reached = (completed[rows] + 1) * request.step <= steps.t_end[rows] * (1 + _ROUNDING)
            if reached.any():
                completed[rows[reached]] += 1
                _keep(recording, now, steps, rows[reached], completed[rows[reached]])
            else:
                steps.take(rows)
        recording.now, recording.done = now, stop
        tell(stop)


def _keep(
    recording: Recording, now: dict[str, FloatArray], steps: _Steps, rows: Any, number: Any
) -> None:
    """Record rows at the ends of output steps of these numbers."""
    request, n = recording.request, recording.request.arm.n
    time = number * request.step
    y = steps.between(rows, time)
    parts = {"q": y[:, :n], "qd": y[:, n : 2 * n], "work": y[:, -2:-1], "dissipated": y[:, -1:]}
    if request.function:
        parts["torque"] = steps.rhs.torque_of(time, y, rows)
    kept = number % request.every == 0 if request.every else np.zeros(len(rows), bool)
    for name, array in parts.items():
        if name in now:
            now[name][rows] = array
            if request.every:
                recording.on_way[name][rows[kept], number[kept] // request.every] = array[kept]
    recording.note(y, time, number, rows)


def _sum(weights: Sequence[float], terms: Sequence[FloatArray]) -> FloatArray:
    """Return a weighted sum in an order that does not depend on the number of rows."""
    total = weights[0] * terms[0]
    for weight, term in zip(weights[1:], terms[1:], strict=False):
        total = total + weight * term
    return total


class RightHandSide:
    """The right-hand side of a simulation, over rows of q, qd, work and dissipated energy."""

    def __init__(self, request: Request) -> None:
        self._request, self.n = request, request.arm.n
        known = request.known
        self._known = None if known is None else known.by_row(request.leading)
        self._held = Held(request) if request.period else None

    def arrive(self, step: int, y: FloatArray) -> None:
        """Let a sampled controller sample at the end of a step in states y."""
        if self._held is not None:
            self._held.arrive(step, y)

    def torque_of(self, times: FloatArray, y: FloatArray, rows: Any) -> FloatArray:
        """Return the torques (m, n) of rows of states at their times, equal for a function."""
        n, controller = self.n, self._request.controller
        if self._known is not None:
            return self._known(times, rows, slack_after(times))
        if self._held is not None:
            return np.asarray(self._held.applied[rows])
        if controller is not None:
            return torques_of_rows(controller, times, y[:, :n], y[:, n : 2 * n])
        whole = np.full((self._request.rows, y.shape[1]), np.nan)
        whole[rows] = y
        return np.asarray(self.torque(float(times[0]), whole)[rows])

    def torque_within(self, time: float, h: float, part: float, y: FloatArray) -> FloatArray:
        """Return the torques of all rows at a part of a step h that starts at a time."""
        if self._known is None:
            return self.torque(time + part * h, y)
        times = np.full(len(y), time + part * h)
        return self._known(times, np.arange(len(y)), slack_within(times, h, part))

    def torque(self, time: float, y: FloatArray) -> FloatArray:
        """Return the torque of the function or controller for all rows (rows, n)."""
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
        """Return the time derivatives of rows of states; NaN where they have ended."""
        n = self.n
        qd = y[:, n : 2 * n]
        derivative = np.full(y.shape, np.nan)
        moves = np.isfinite(y[:, : 2 * n]).all(axis=1)
        live = np.flatnonzero(moves & np.isfinite(tau).all(axis=1))
        derivative[live, :n] = qd[live]
        derivative[live, n : 2 * n] = self._accelerations(
            y[live], tau[live], np.asarray(rows)[live]
        )
        derivative[:, -2] = np.einsum("ij,ij->i", tau, qd)
        if self._request.loads.friction:
            friction = self._request.arm_of(rows)._friction_torque(qd)
            derivative[:, -1] = np.einsum("ij,ij->i", friction, qd)
        else:
            derivative[:, -1] = 0.0
        return derivative

    def mass_matrix(self, q: FloatArray) -> FloatArray:
        """Return the mass matrices (m, n, n) of positions, with rotors; NaN for ended rows."""
        motors = self._request.loads.motors
        return self._where_there_are_results("mass_matrix", q, motors=motors)

    def mass_matrix_rate(self, y: FloatArray) -> FloatArray:
        """Return the time derivatives of the mass matrices of states; NaN for ended rows."""
        state = y[:, : self.n], y[:, self.n : 2 * self.n]
        return self._where_there_are_results("mass_matrix_rate", *state)

    def _where_there_are_results(
        self, matrix: str, *states: FloatArray, **options: bool
    ) -> FloatArray:
        """Return a matrix of all states, NaN for ended rows."""

        def of_some(rows: Any, *some: FloatArray) -> FloatArray:
            result: FloatArray = getattr(self._request.arm_of(rows), matrix)(*some, **options)
            return result

        rows = np.arange(len(states[0]))
        return where_there_are_results(of_some, (rows, *states), (self.n, self.n))

    def _accelerations(self, y: FloatArray, tau: FloatArray, rows: Any) -> FloatArray:
        """Return accelerations; NaN for rows in which `Arm.forward_dynamics` raises."""

        def of_some(y: FloatArray, tau: FloatArray, rows: Any) -> FloatArray:
            options = self._request.loads.of_rows(rows)
            options |= {"formulation": self._request.formulation, "threads": self._request.threads}
            q, qd = y[:, : self.n], y[:, self.n : 2 * self.n]
            arms = self._request.arm_of(rows)
            accelerations: FloatArray = arms.forward_dynamics(q, qd, tau, **options)
            return accelerations

        return where_there_are_results(of_some, (y, tau, rows), (self.n,))


def right_hand_side(
    arm: Arm, torque: TorqueLike | None, options: dict[str, Any]
) -> Callable[[float, FloatArray], FloatArray]:
    """Return the right-hand side of `Simulated.ode`, by options of `Arm.forward_dynamics`."""
    n, known = arm.n, None if callable(torque) else known_torque(torque, arm.n)
    if known is not None and known.leading:
        raise ValueError(f"torque: expected no leading axes, got {known.leading}")
    if isinstance(torque, Controller):
        require_joints(torque, n)
        if torque.period is not None:
            raise ValueError("torque: expected a continuous controller, got a sampled one")
    accelerations = arm.forward_dynamics(np.zeros(n), np.zeros(n), np.zeros(n), **options)
    if accelerations.ndim > 1:
        raise ValueError("tip_wrench, base_motion: expected no leading axes")

    def derivative(t: float, y: FloatArray) -> FloatArray:
        q, qd = np.moveaxis(np.reshape(y, (2, n, *np.shape(y)[1:])), 1, -1)
        tau = torque(t, q, qd) if callable(torque) else known_at(t)
        qdd = arm.forward_dynamics(q, qd, tau, **options)
        return np.concatenate([qd.T, qdd.T])

    def known_at(t: float) -> FloatArray:
        assert known is not None
        return np.asarray(known.at(np.array([t]))[0])

    return derivative
