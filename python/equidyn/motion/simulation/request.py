"""Checked arguments of a simulation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ... import _core
from ...dynamics.base_and_link_motion import BaseMotion
from ...validation import FloatArray, choice, count, positive, switch, vectors
from ..control.controller import Controller
from .torque import LATEST, Torque, TorqueFunction, TorqueLike, known_torque, rows_of

if TYPE_CHECKING:
    from ...arm import Arm, Arms

FIXED_STEPS = ("rk4", "semi_implicit_euler")  # in the kernels
SYMPLECTIC = "implicit_midpoint"
METHODS = (*FIXED_STEPS, "dopri5", SYMPLECTIC)
_SYNONYMS = {
    "runge_kutta": "rk4",
    "euler": "semi_implicit_euler",
    "rk45": "dopri5",
    "symplectic": SYMPLECTIC,
    "midpoint": SYMPLECTIC,
}

# s, the smallest normal number: the shortest step of dopri5, a hundredth of it, is positive
_SHORTEST = float(np.finfo(np.float64).tiny)

# difference of a duration from a multiple of the step that counts as rounding, in steps
_ROUNDING = 1e-6


@dataclass(frozen=True, eq=False)
class Loads:
    """Loads beside the joint torques, flattened: one row, or one for each state."""

    friction: bool
    motors: bool
    tip_wrench: FloatArray | None
    base_motion: BaseMotion | None

    @classmethod
    def of(cls, options: dict[str, Any], leading: tuple[int, ...]) -> Loads:
        """Return the loads among options of `Arm.forward_dynamics`, for a batch."""
        wrench, motion = options["tip_wrench"], options["base_motion"]
        return cls(
            friction=bool(options["friction"]),
            motors=bool(options["motors"]),
            tip_wrench=None if wrench is None else rows_of(vectors("", wrench, 6), leading),
            base_motion=None
            if motion is None
            else BaseMotion(*(rows_of(x, leading) for x in motion.as_tuple())),
        )

    def arrays(self) -> dict[str, FloatArray]:
        """Return the arrays that the core reads, by name."""
        arrays = {} if self.tip_wrench is None else {"tip_wrench": self.tip_wrench}
        if self.base_motion is not None:
            arrays |= dict(
                zip(("base_w", "base_al", "base_a"), self.base_motion.as_tuple(), strict=True)
            )
        return arrays

    def of_rows(self, rows: Any) -> dict[str, Any]:
        """Return the options of `Arm.forward_dynamics` for some of the states."""

        def some(array: FloatArray) -> FloatArray:
            return array if len(array) == 1 else np.asarray(array[rows])

        options: dict[str, Any] = {"friction": self.friction, "motors": self.motors}
        if self.tip_wrench is not None:
            options["tip_wrench"] = some(self.tip_wrench)
        if self.base_motion is not None:
            options["base_motion"] = BaseMotion(*map(some, self.base_motion.as_tuple()))
        return options


@dataclass(frozen=True, eq=False)
class Request:
    """Arguments of a simulation; states are rows of a flat batch, period and delay are in steps."""

    arm: Arm | Arms
    leading: tuple[int, ...]
    q0: FloatArray
    qd0: FloatArray
    method: str
    step: float
    steps: int
    tolerance: float
    every: int
    torque: Torque | TorqueFunction | Controller
    formulation: str | None
    period: int
    delay: int
    loads: Loads
    stops: bool
    threads: int | None

    @cached_property
    def numbers_of_arms(self) -> NDArray[np.int32] | None:
        """The number of the arm of each state, of many arms."""
        if isinstance(self.arm, _core.Arm):
            return None
        return self.arm._numbers_for(self.leading).ravel()

    def arm_of(self, rows: Any) -> Any:
        """Return the arm, or the arms of some states."""
        if isinstance(self.arm, _core.Arm):
            return self.arm
        return (
            self._arm_of_all
            if np.array_equal(rows, np.arange(self.rows))
            else (self._arm_of_all[rows])
        )

    @cached_property
    def _arm_of_all(self) -> Arms:
        """The arms of all states."""
        numbers = self.numbers_of_arms
        assert numbers is not None
        assert not isinstance(self.arm, _core.Arm)
        arms: Arms = self.arm[np.unravel_index(numbers, self.arm.shape)]
        return arms

    @property
    def rows(self) -> int:
        """Number of states."""
        return len(self.q0)

    @property
    def times(self) -> int:
        """Number of recorded times, the start included; 0 if only the end is recorded."""
        return self.steps // self.every + 1 if self.every else 0

    @property
    def function(self) -> TorqueFunction | None:
        """The torque function of the user, if it is one."""
        if isinstance(self.torque, Controller) or not callable(self.torque):
            return None
        return self.torque

    @property
    def controller(self) -> Controller | None:
        """The controller, if the torque comes from one."""
        return self.torque if isinstance(self.torque, Controller) else None

    @property
    def in_lanes(self) -> bool:
        """Whether the kernels can compute the torque, and integrate."""
        control = self.controller
        if self.method == SYMPLECTIC:
            return False
        if control is None:
            return self.known is not None
        follows = self.method != "dopri5" or control.motion_of_kernel is not None
        return follows and control.law_of_kernel is not None

    @property
    def asked_times(self) -> int:
        """Number of times at which the kernels are given the reference."""
        return self.steps // self.period + 1 if self.period else 2 * self.steps + 1

    @property
    def known(self) -> Torque | None:
        """The torque, if it does not depend on the state."""
        return None if callable(self.torque) else self.torque


def requested(
    arm: Arm | Arms,
    start: tuple[ArrayLike, ArrayLike],
    duration: float,
    step: float,
    *,
    torque: TorqueLike | None,
    method: str,
    tolerance: float,
    record: int,
    stops: bool,
    options: dict[str, Any],
) -> Request:
    """Check the arguments of a simulation, and flatten them.

    Options are those of `Arm.forward_dynamics`.
    """
    n = arm.n
    q0, qd0 = (vectors(name, x, n) for name, x in zip(("q0", "qd0"), start, strict=True))
    method = choice("method", method, METHODS, _SYNONYMS)
    step = positive("step", step)
    if step < _SHORTEST:
        raise ValueError(f"step: must be at least {_SHORTEST:.3g} s, got {step:.3g} s")
    steps = _steps(positive("duration", duration, largest=LATEST), step)
    every = count("record", record, smallest=0, largest=steps)
    source = torque if callable(torque) else known_torque(torque, n)
    period, delay = _sampling(source, method, step, n)
    stops = switch("stops", stops)
    if stops and arm.limits is None:
        raise ValueError("stops: the arm has no limits; give them to Arm.from_dh or with_limits")
    if stops and method == "dopri5":
        raise ValueError("stops: expected a method of fixed steps, got method='dopri5'")

    # raises for a bad state, formulation, wrench or base motion, and for joints that move no mass
    shapes = [arm.forward_dynamics(q0, qd0, np.zeros(n), **options).shape[:-1]]
    if not callable(source):
        shapes.append(source.leading)
    try:
        leading = np.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError(
            f"torque: leading axes {shapes[1]} do not broadcast against those of the states, "
            f"{shapes[0]}"
        ) from None

    def states(x: FloatArray) -> FloatArray:
        return np.broadcast_to(x, (*leading, n)).reshape(-1, n)

    request = Request(
        arm=arm,
        leading=leading,
        q0=states(q0),
        qd0=states(qd0),
        method=method,
        step=step,
        steps=steps,
        tolerance=positive("tolerance", tolerance),
        every=every,
        torque=source,
        formulation=options["formulation"],
        period=period,
        delay=delay,
        loads=Loads.of(options, leading),
        stops=stops,
        threads=options["threads"],
    )
    _require_memory(request)
    return request


def _steps(duration: float, step: float, name: str = "duration") -> int:
    """Return the number of steps in a duration."""
    steps = duration / step
    if steps > 2**53:
        raise ValueError(f"step: too small for the {name}, got {step:g} s")
    if abs(steps - round(steps)) > _ROUNDING or round(steps) == 0:
        raise ValueError(
            f"{name}: must be a multiple of the step, {step:g} s, got {duration:g} s, which is "
            f"{steps:.6g} steps"
        )
    return round(steps)


def require_joints(controller: Controller, n: int) -> None:
    """Check the number of joints of a controller."""
    if controller.n != n:
        raise ValueError(f"torque: expected a controller of {n} joints, got {controller.n}")


def _sampling(torque: Torque | TorqueFunction, method: str, step: float, n: int) -> tuple[int, int]:
    """Return period and delay of a controller in steps; zeros if it is continuous."""
    if not isinstance(torque, Controller):
        return 0, 0
    require_joints(torque, n)
    if torque.period is None:
        return 0, 0
    if method == "dopri5":
        raise ValueError(
            "torque: a sampled controller needs a method of fixed steps, got method='dopri5'"
        )
    period = _steps(torque.period, step, "period")
    return period, _steps(torque.delay, step, "delay") if torque.delay else 0


def _require_memory(request: Request) -> None:
    """Raise MemoryError for a motion that does not fit into memory, with its size."""
    n = request.arm.n
    joints = 3 if request.function or request.period else 2
    numbers = request.rows * max(request.times, 1) * (joints * n + 2)
    if request.method == "dopri5":  # stages of each row's last step, and its ends
        numbers += request.rows * 9 * (2 * n + 2)
    elif request.controller and request.in_lanes:
        numbers += 3 * n * request.asked_times
    room = _memory()
    if room is None or 8 * numbers < room:
        return
    raise MemoryError(
        f"record: {request.rows:,} motions of {request.times:,} times take "
        f"{8 * numbers / 1e9:,.1f} GB, and {room / 1e9:,.1f} GB are free: keep every k-th step "
        "with record=k, or only the last with record=0"
    )


def _memory() -> int | None:
    """Return the available memory in bytes, if the system reports it."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        available = next(line for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return None
    return int(available.split()[1]) * 1024
