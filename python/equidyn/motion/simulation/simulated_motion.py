"""Simulated motion: states, torques and energy balance over time."""

from __future__ import annotations

import io
import os
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...dynamics.joint_names import joint_labels
from ...output.files import suffix_of, write_bytes, write_csv
from ...output.tables import Table
from ...output.tabular import Tabular
from ...output.text import unit_of
from ...validation import FloatArray, choice
from ..control.controller import Controller
from .controlled import torques_of_rows, where_there_are_results
from .recording import Recording

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from .request import Request

# states evaluated at once
_AT_ONCE = 4096

_QUANTITIES = {
    "q": ("position", "rad", "m"),
    "qd": ("velocity", "rad/s", "m/s"),
    "torque": ("torque", "N m", "N"),
}


class Ended(NamedTuple):
    """End of a motion that is no longer finite: it is NaN from there on.

    Attributes
    ----------
    row : tuple of int
        Index of the motion in the leading axes.
    time : float
        Time of the first state that is not finite, s.
    joint : int
        First joint, from 1, with a position or velocity that is not finite, or moving no mass.
    """

    row: tuple[int, ...]
    time: float
    joint: int


class LimitPassed(NamedTuple):
    """First time at which a joint left its limits, or met its stop.

    Attributes
    ----------
    row : tuple of int
        Index of the motion in the leading axes.
    time : float
        End of the step in which it did, s.
    joint : int
        Number of the joint, from 1.
    """

    row: tuple[int, ...]
    time: float
    joint: int


class LimitExceeded(NamedTuple):
    """First recorded time at which a joint exceeded a limit of velocity or effort.

    Attributes
    ----------
    row : tuple of int
        Index of the motion in the leading axes.
    time : float
        The first recorded time at which it did, s.
    joint : int
        Number of the joint, from 1.
    what : str
        ``"velocity"`` or ``"effort"``, the torque of the motors.
    """

    row: tuple[int, ...]
    time: float
    joint: int
    what: str


class Motion(Tabular):
    """Simulated motion of an arm, or of many; prints as a table.

    Attributes
    ----------
    t : ndarray, shape (steps,)
        Times, s; the first is zero, unless only the end was recorded.
    q, qd : ndarray, shape (..., steps, n)
        Joint positions and velocities; NaN from where a motion has `ended`.
    """

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._request = recording.request
        self.t: FloatArray = recording.kept_times
        self.q: FloatArray = self._kept("q")
        self.qd: FloatArray = self._kept("qd")

    @cached_property
    def torque(self) -> FloatArray:
        """Torque of the motors, (..., steps, n), N m or N; at a jump, the later value."""
        if self._request.known is not None:
            return np.broadcast_to(self._request.known.at(self.t), self.q.shape)
        if self._request.controller is not None and not self._request.period:
            return self._commanded(self._request.controller)
        return self._kept("torque")

    @cached_property
    def kinetic(self) -> FloatArray:
        """Kinetic energy (..., steps), J, including the motors if they are simulated."""
        return self._kinetic(self.q, self.qd)

    @cached_property
    def potential(self) -> FloatArray:
        """Potential energy under gravity (..., steps), zero at the origin of the world, J."""
        return _of_finite(self._request, "potential_energy", self.q)

    @property
    def energy(self) -> FloatArray:
        """Kinetic and potential energy (..., steps), J."""
        return self.kinetic + self.potential

    @property
    def work(self) -> FloatArray:
        """Work that the motors have done since the start, (..., steps), J."""
        return self._ledger("work")

    @property
    def dissipated(self) -> FloatArray:
        """Energy that friction and stops have taken since the start, (..., steps), J."""
        return self._ledger("dissipated")

    @property
    def drift(self) -> FloatArray:
        """Energy drift (..., steps), J: change of energy, minus work, plus dissipated energy.

        It shows the error of the integrator; with a tip wrench or a moving base, it contains the
        work of these too.
        """
        q0 = self._request.q0.reshape(*self._request.leading, 1, -1)
        qd0 = self._request.qd0.reshape(q0.shape)
        start = self._kinetic(q0, qd0) + _of_finite(self._request, "potential_energy", q0)
        drift: FloatArray = self.energy - start - self.work + self.dissipated
        return drift

    @cached_property
    def ended(self) -> tuple[Ended, ...]:
        """Motions that ended because they were no longer finite."""
        recording = self._recording
        done = (recording.ended_joint > 0) & (recording.ended_step <= recording.done)
        return tuple(
            Ended(
                self._row(row),
                float(recording.ended_step[row] * self._request.step),
                int(recording.ended_joint[row]),
            )
            for row in map(int, np.flatnonzero(done))
        )

    @cached_property
    def limits_passed(self) -> tuple[LimitPassed, ...]:
        """Joints that left their limits or met their stops, in order of time."""
        passed = self._recording.passed
        if passed is None:
            return ()
        reached = passed <= (self._recording.done + 0.5) * self._request.step
        return tuple(
            sorted(
                (
                    LimitPassed(self._row(int(row)), float(passed[row, joint]), int(joint) + 1)
                    for row, joint in np.argwhere(reached)
                ),
                key=lambda each: each.time,
            )
        )

    @cached_property
    def limits_exceeded(self) -> tuple[LimitExceeded, ...]:
        """Joints that exceeded limits of velocity or effort, in order of recorded time."""
        arm = self._request.arm
        exceeded = []
        if arm.velocity_limits is not None:
            exceeded += self._beyond("velocity", self.qd, arm.velocity_limits)
        if arm.effort_limits is not None:
            exceeded += self._beyond("effort", self.torque, arm.effort_limits)
        return tuple(sorted(exceeded, key=lambda each: each.time))

    def table(self) -> Table:
        """Return start, end, range and largest velocity of each joint."""
        request, n = self._request, self._request.arm.n
        one = request.rows == 1
        q, qd = self.q.reshape(-1, n), self.qd.reshape(-1, n)
        columns = {"joint": joint_labels(request.arm)}
        if one:
            columns["start"] = _written(request.q0[0])
            columns["end"] = _written(q[-1])
        if len(q):
            columns["lowest"] = _written(_extreme(np.fmin, q))
            columns["highest"] = _written(_extreme(np.fmax, q))
            columns["fastest"] = _written(_extreme(np.fmax, np.abs(qd)))
        arms = "" if one else f"{request.rows:,} motions, "
        way = f"steps of {request.step:g} s by {request.method}"
        if request.formulation is not None:
            way = f"{way}, accelerations by {request.formulation}"
        return Table(
            title=f"{arms}{self.t[-1]:g} s in {way}",
            columns=tuple(columns),
            align="r" * len(columns),
            rows=tuple(zip(*columns.values(), strict=True)),
            footnote="; ".join(self._remarks()),
        )

    def plot(
        self, quantity: str = "q", *, ax: Axes | None = None, row: tuple[int, ...] = ()
    ) -> Axes:
        """Plot a quantity of the joints of one motion over time, or its energies.

        Parameters
        ----------
        quantity : str, optional
            ``"q"``, ``"qd"`` or ``"torque"``; or ``"energy"``: kinetic, potential, and their sum,
            with the sum that work and friction explain.
        ax : matplotlib axes, optional
            Axes to draw on; a new figure by default.
        row : tuple of int, optional
            Index of the motion in the leading axes; the first one by default.

        Returns
        -------
        matplotlib axes

        Raises
        ------
        ValueError, TypeError
            For an unknown quantity or motion.
        """
        from ...output.plots import draw_lines

        choice("quantity", quantity, (*_QUANTITIES, "energy"))
        row = self._checked_row(row)
        if quantity == "energy":
            explained = self.energy - self.drift
            curves = {
                "kinetic": self.kinetic[row],
                "potential": self.potential[row],
                "sum": self.energy[row],
                "at the start, with work and friction": explained[row],
            }
            return draw_lines(self.t, curves, ("time, s", "energy, J"), ax)
        values: FloatArray = getattr(self, quantity)[row]
        joints = {f"joint {k}": curve for k, curve in enumerate(values.T, start=1)}
        name, *units = _QUANTITIES[quantity]
        unit = unit_of(self._request.arm.joints, *units)
        return draw_lines(self.t, joints, ("time, s", f"{name}, {unit}"), ax)

    def save(self, path: str | os.PathLike[str], *, row: tuple[int, ...] = ()) -> None:
        """Write the motion to a file.

        Parameters
        ----------
        path : path_like
            A name that ends in ".npz", for ``numpy.load``: ``t``, ``q``, ``qd``, ``torque``,
            ``kinetic`` and ``potential`` of all motions; or in ".csv", for `equidyn.read_log`: a
            line for each time, with position, velocity and torque of each joint by its name.
        row : tuple of int, optional
            Index of the motion in the leading axes that goes to a CSV file; the first one by
            default.

        Raises
        ------
        ValueError, TypeError
            For another suffix, and for an unknown motion.
        OSError
            If the file cannot be written.
        """
        if suffix_of(path, ".npz", ".csv") == ".npz":
            content = io.BytesIO()
            names = ("t", "q", "qd", "torque", "kinetic", "potential")
            np.savez_compressed(content, **{name: getattr(self, name) for name in names})
            write_bytes(path, content.getvalue())
            return
        row, joints = self._checked_row(row), self._request.arm.joint_names
        parts = {"q": self.q[row], "qd": self.qd[row], "tau": self.torque[row]}
        columns = {"t": self.t} | {
            f"{what}_{name}": values
            for what, rows in parts.items()
            for name, values in zip(joints, rows.T, strict=True)
        }
        lines = zip(*(values.tolist() for values in columns.values()), strict=True)
        write_csv(path, {}, [dict(zip(columns, line, strict=True)) for line in lines])

    def _checked_row(self, row: tuple[int, ...]) -> tuple[int, ...]:
        """Return the index of a motion, the first one for none."""
        leading = self._request.leading
        row = row or (0,) * len(leading)
        inside = len(row) == len(leading) and all(
            0 <= k < size for k, size in zip(row, leading, strict=True)
        )
        if not inside:
            raise ValueError(f"row: expected an index of the leading axes {leading}, got {row}")
        return row

    def _remarks(self) -> list[str]:
        """Return units, limits passed and ends of motions for the footnote."""
        remarks = ["rad, rad/s, m, m/s"]
        if self.limits_passed:
            first = self.limits_passed[0]
            verb = "met its stop" if self._request.stops else "left its limits"
            more = _and_more(self.limits_passed)
            remarks.append(f"joint {first.joint} {verb} at {first.time:g} s{more}")
        if self.limits_exceeded:
            _, time, joint, what = self.limits_exceeded[0]
            more = _and_more(self.limits_exceeded)
            remarks.append(f"joint {joint} exceeded its limit of {what} at {time:g} s{more}")
        if self.ended:
            end, more = self.ended[0], _and_more(self.ended)
            remarks.append(f"not finite from {end.time:g} s on, joint {end.joint}{more}")
        return remarks

    def _beyond(self, what: str, values: FloatArray, limits: FloatArray) -> list[LimitExceeded]:
        """Return the first times at which magnitudes of values (..., steps, n) exceed limits."""
        beyond = np.abs(values).reshape(-1, *values.shape[-2:]) > limits
        first = beyond.argmax(axis=1)
        return [
            LimitExceeded(self._row(row), float(self.t[first[row, joint]]), joint + 1, what)
            for row, joint in np.argwhere(beyond.any(axis=1)).tolist()
        ]

    def _kept(self, name: str) -> FloatArray:
        """Return a recorded array, with the leading axes of the call."""
        kept = self._recording.kept(name)
        assert kept is not None
        return kept.reshape(*self._request.leading, *kept.shape[1:])

    def _commanded(self, controller: Controller) -> FloatArray:
        """Return the torques of a continuous controller."""
        q, qd = (x.reshape(-1, controller.n) for x in (self.q, self.qd))
        times = np.tile(self.t, self._request.rows)
        torque = np.empty(q.shape)
        for first in range(0, len(q), _AT_ONCE):
            rows = slice(first, first + _AT_ONCE)
            torque[rows] = torques_of_rows(controller, times[rows], q[rows], qd[rows])
        return torque.reshape(self.q.shape)

    def _ledger(self, name: str) -> FloatArray:
        kept = self._recording.kept(name)
        if kept is None:
            return np.zeros(self.q.shape[:-1])
        return kept.reshape(self.q.shape[:-1])

    def _kinetic(self, q: FloatArray, qd: FloatArray) -> FloatArray:
        energy = _of_finite(self._request, "kinetic_energy", q, qd)
        if self._request.loads.motors:
            motors = self._request.arm._reflected_motor_inertia()
            energy = energy + (qd**2 * motors[..., np.newaxis, :]).sum(axis=-1) / 2
        return energy

    def _row(self, row: int) -> tuple[int, ...]:
        return tuple(int(k) for k in np.unravel_index(row, self._request.leading or (1,)))[
            : len(self._request.leading)
        ]


class SimulationInterrupted(KeyboardInterrupt):
    """KeyboardInterrupt of a simulation, with the motion computed so far.

    Attributes
    ----------
    motion : Motion
        All motions, up to the time reached by all of them.
    """

    def __init__(self, motion: Motion) -> None:
        super().__init__()
        self.motion = motion


def _of_finite(request: Request, energy: str, *states: FloatArray) -> FloatArray:
    """Return an energy of states (..., times, n), NaN where they are, in blocks to save memory."""

    def of_some(rows: NDArray[np.int_], *some: FloatArray) -> FloatArray:
        result: FloatArray = getattr(request.arm_of(rows // states[0].shape[-2]), energy)(*some)
        return result

    flat = [x.reshape(-1, x.shape[-1]) for x in states]
    values = np.full(len(flat[0]), np.nan)
    finite = np.flatnonzero(np.isfinite(flat[0]).all(axis=-1) & np.isfinite(flat[-1]).all(axis=-1))
    for first in range(0, len(finite), _AT_ONCE):
        rows = finite[first : first + _AT_ONCE]
        values[rows] = where_there_are_results(of_some, [rows, *(x[rows] for x in flat)], ())
    return values.reshape(states[0].shape[:-1])


def _extreme(function: np.ufunc, rows: FloatArray) -> FloatArray:
    extreme: FloatArray = function.reduce(rows, axis=0)
    return extreme


def _and_more(events: tuple[Any, ...]) -> str:
    """Return how many there are beside the first."""
    return f", and {len(events) - 1} more" * (len(events) > 1)


def _written(numbers: FloatArray) -> list[str]:
    return [f"{number:.4g}" for number in numbers]
