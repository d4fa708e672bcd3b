"""What is asked of a simulation, checked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._validation import FloatArray, choice, count, positive, switch, vectors
from ...dynamics.base_and_link_motion import BaseMotion
from ..control.controller import Controller
from .torque import LATEST, Torque, TorqueFunction, known_torque, rows_of

if TYPE_CHECKING:
    from ...arm import Arm

METHODS = ("rk4", "semi_implicit_euler", "dopri5")
_SYNONYMS = {"runge_kutta": "rk4", "euler": "semi_implicit_euler", "rk45": "dopri5"}

# s, the smallest normal number: a hundredth of it, the shortest step of dopri5, is positive
_SHORTEST = float(np.finfo(np.float64).tiny)

# a duration is a multiple of the step where it differs by no more than this part of one
_ROUNDING = 1e-6


@dataclass(frozen=True, eq=False)
class Loads:
    """What acts on an arm beside its torques, flat: one row, or one for each state."""

    friction: bool
    motors: bool
    tip_wrench: FloatArray | None
    base_motion: tuple[FloatArray, FloatArray, FloatArray] | None

    def arrays(self) -> dict[str, FloatArray]:
        """Return what the core reads."""
        arrays = {} if self.tip_wrench is None else {"tip_wrench": self.tip_wrench}
        if self.base_motion is not None:
            arrays |= dict(zip(("base_w", "base_al", "base_a"), self.base_motion, strict=True))
        return arrays

    def of_rows(self, rows: Any) -> dict[str, Any]:
        """Return the options of `Arm.forward_dynamics` for some of the states."""

        def some(array: FloatArray) -> FloatArray:
            return array if len(array) == 1 else np.asarray(array[rows])

        options: dict[str, Any] = {"friction": self.friction, "motors": self.motors}
        if self.tip_wrench is not None:
            options["tip_wrench"] = some(self.tip_wrench)
        if self.base_motion is not None:
            options["base_motion"] = BaseMotion(*map(some, self.base_motion))
        return options


@dataclass(frozen=True, eq=False)
class Request:
    """One simulation; states are rows of a flat batch; period and delay of a controller, steps."""

    arm: Arm
    leading: tuple[int, ...]
    q0: FloatArray
    qd0: FloatArray
    method: str
    step: float
    steps: int
    tolerance: float
    every: int
    torque: Torque | TorqueFunction | Controller
    period: int
    delay: int
    loads: Loads
    stops: bool
    threads: int | None

    @property
    def rows(self) -> int:
        """How many states move."""
        return len(self.q0)

    @property
    def times(self) -> int:
        """How many times are kept on the way, the start among them; none where only the end is."""
        return self.steps // self.every + 1 if self.every else 0

    @property
    def function(self) -> TorqueFunction | None:
        """The torque, where it is a function of the user's."""
        if isinstance(self.torque, Controller) or not callable(self.torque):
            return None
        return self.torque

    @property
    def controller(self) -> Controller | None:
        """What gives the torque, where it is a controller."""
        return self.torque if isinstance(self.torque, Controller) else None

    @property
    def in_lanes(self) -> bool:
        """Whether the kernels know the torque, and how to go on."""
        control = self.controller
        if control is None:
            return self.known is not None
        follows = self.method != "dopri5" or control.motion_of_kernel is not None
        return follows and control.law_of_kernel is not None

    @property
    def asked_times(self) -> int:
        """How many times the kernels know of that which a controller follows."""
        return self.steps // self.period + 1 if self.period else 2 * self.steps + 1

    @property
    def known(self) -> Torque | None:
        """The torque, where it does not depend on the state."""
        return None if callable(self.torque) else self.torque


def requested(
    arm: Arm,
    q0: Any,
    qd0: Any,
    duration: Any,
    step: Any,
    *,
    torque: Any,
    method: Any,
    tolerance: Any,
    record: Any,
    friction: Any,
    motors: Any,
    tip_wrench: Any,
    base_motion: Any,
    stops: Any,
    threads: int | None,
) -> Request:
    """Check what is asked for, and lay it out."""
    n = arm.n
    q0, qd0 = vectors("q0", q0, n), vectors("qd0", qd0, n)
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

    # names all that is wrong with state, wrench and base, and joints that move no mass
    loads: dict[str, Any] = {"tip_wrench": tip_wrench, "base_motion": base_motion}
    loads |= {"friction": friction, "motors": motors}
    shapes = [arm.forward_dynamics(q0, qd0, np.zeros(n), threads=threads, **loads).shape[:-1]]
    if not callable(source):
        shapes.append(source.leading)
    try:
        leading = np.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError(
            f"torque: leading axes {shapes[1]} do not broadcast against those of the states, "
            f"{shapes[0]}"
        ) from None
    flat = Loads(
        friction=bool(friction),
        motors=bool(motors),
        tip_wrench=None if tip_wrench is None else rows_of(vectors("", tip_wrench, 6), leading),
        base_motion=_flat(base_motion, leading),
    )

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
        period=period,
        delay=delay,
        loads=flat,
        stops=stops,
        threads=threads,
    )
    _require_memory(request)
    return request


def _steps(duration: float, step: float, name: str = "duration") -> int:
    """Return how many steps there are."""
    steps = duration / step
    if steps > 2**53:
        raise ValueError(f"step: must not vanish against the {name}, got {step:g} s")
    if abs(steps - round(steps)) > _ROUNDING or round(steps) == 0:
        raise ValueError(
            f"{name}: must be a multiple of the step, {step:g} s, got {duration:g} s, which is "
            f"{steps:.6g} steps"
        )
    return round(steps)


def require_joints(controller: Controller, n: int) -> None:
    """Check that a controller is one of so many joints."""
    if controller.n != n:
        raise ValueError(f"torque: expected a controller of {n} joints, got one of {controller.n}")


def _sampling(torque: Any, method: str, step: float, n: int) -> tuple[int, int]:
    """Return period and delay of a controller in steps; zero where it is continuous."""
    if not isinstance(torque, Controller):
        return 0, 0
    require_joints(torque, n)
    if torque.period is None:
        return 0, 0
    if method == "dopri5":
        raise ValueError(
            "torque: a controller that samples takes a method of fixed steps, got method='dopri5'"
        )
    period = _steps(torque.period, step, "period")
    return period, _steps(torque.delay, step, "delay") if torque.delay else 0


def _flat(
    motion: BaseMotion | None, leading: tuple[int, ...]
) -> tuple[FloatArray, FloatArray, FloatArray] | None:
    if motion is None:
        return None
    w, al, a = (rows_of(vector, leading) for vector in motion.as_tuple())
    return w, al, a


def _require_memory(request: Request) -> None:
    """Say how much memory a motion takes that there is no room for."""
    n = request.arm.n
    joints = 3 if request.function or request.period else 2
    numbers = request.rows * max(request.times, 1) * (joints * n + 2)
    if request.method == "dopri5":  # the rates at the points of each row's last step, and its ends
        numbers += request.rows * 9 * (2 * n + 2)
    elif request.controller and request.in_lanes:
        numbers += 3 * n * request.asked_times
    room = _memory()
    if room is None or 8 * numbers < room:
        return
    raise MemoryError(
        f"record: {request.rows:,} motions of {request.times:,} times take "
        f"{8 * numbers / 1e9:,.1f} GB, and {room / 1e9:,.1f} GB are left: keep every k-th step by "
        "record=k, or the last alone by record=0"
    )


def _memory() -> int | None:
    """Return the bytes that are left, where the system tells."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        available = next(line for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return None
    return int(available.split()[1]) * 1024
