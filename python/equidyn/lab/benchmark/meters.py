"""What the times inside C++ are held against: operations, peaks of the machine, cost of a joint."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ... import _core
from ...arm.arm import Arm
from ...arm.states import random_motion
from ...robots import random_arm
from ..count.counting import count_operations
from .rows import JOINT_BATCH, CoreFigures, JointCost, Peak

# of a sine and a cosine of one angle, multiplications and additions (kernels/sincos.hpp)
SINE_AND_COSINE = 19 + 18

_SHORT, _LONG = 6, 200


class CoreMeters:
    """Everything that is measured beside the kernels.

    Parameters
    ----------
    threads : sequence of int
        Numbers of threads of which the peak is measured beside that of one.
    seconds : float
        How long a turn takes.
    """

    def __init__(self, threads: Sequence[int], seconds: float) -> None:
        used = _core.build_info()["instruction_set"]
        alone = [(name, 1) for name in _core.instruction_sets()]
        together = [(used, number) for number in threads if number > 1]
        self._peaks = [PeakMeter(name, number, seconds) for name, number in alone + together]
        self._joints = [JointMeter(n, used, seconds) for n in (_SHORT, _LONG)]

    @property
    def all(self) -> tuple[PeakMeter | JointMeter, ...]:
        """Everyone who takes turns."""
        return (*self._peaks, *self._joints)

    def figures(self, arm: Arm) -> CoreFigures:
        """Return what was measured, with the operations that kernels take on an arm."""
        peaks = tuple(meter.peak for meter in self._peaks)
        costs = tuple(meter.cost for meter in self._joints)
        return CoreFigures(counted_operations(arm), peaks, costs)


class PeakMeter:
    """Measures a peak, a turn at a time.

    Parameters
    ----------
    instruction_set : str
        One of those that the machine can run.
    threads : int
        One has its own processor time; more have the clock on the wall.
    seconds : float
        How long a turn takes.
    """

    def __init__(self, instruction_set: str, threads: int, seconds: float) -> None:
        self.threads = threads
        self._instruction_set, self._seconds = instruction_set, seconds
        self._gflops: list[float] = []

    def take_turn(self) -> None:
        """Measure, and remember the operations in a nanosecond."""
        self._gflops.append(_core.measure_peak(self._instruction_set, self._seconds, self.threads))

    @property
    def peak(self) -> Peak:
        """What was measured."""
        return Peak(self._instruction_set, self.threads, tuple(self._gflops))


class JointMeter:
    """Measures what an arm of n joints costs, a turn at a time: a recursion should not care.

    Parameters
    ----------
    n : int
        Number of joints.
    instruction_set : str
        One of those that the machine can run.
    seconds : float
        How long a turn takes.
    """

    threads = 1

    def __init__(self, n: int, instruction_set: str, seconds: float) -> None:
        self._arm = right_angle_arm(n)
        self._instruction_set, self._seconds = instruction_set, seconds
        self._states = random_motion(self._arm, JOINT_BATCH, np.random.default_rng(0))
        self._nanoseconds: list[float] = []

    def take_turn(self) -> None:
        """Time the kernel, and remember the time per evaluation."""
        x = self._states
        time = _core.time_kernel(
            self._arm,
            "inverse_dynamics",
            (x.q, x.qd, x.qdd),
            batch=JOINT_BATCH,
            seconds=self._seconds,
            instruction_set=self._instruction_set,
        )
        self._nanoseconds.append(time)

    @property
    def cost(self) -> JointCost:
        """What was measured."""
        return JointCost(self._arm.n, self._instruction_set, tuple(self._nanoseconds))


def right_angle_arm(n: int) -> Arm:
    """Return an arm of revolute joints that twist by a right angle, this way and that.

    All else of it is random, so that the arms of all lengths differ in their length alone.
    """
    arm = random_arm(n, seed=0, joints="R" * n)
    twists = np.where(np.arange(n) % 2 == 0, np.pi / 2, -np.pi / 2)
    return Arm.from_dict({**arm.to_dict(), "alpha": twists.tolist()})


def counted_operations(arm: Arm) -> dict[str, int]:
    """Return the operations of the tasks whose kernel the counting numbers go through.

    These are multiplications and additions on which a torque depends, on a base at rest, and those
    of a sine and a cosine for every revolute joint. What it takes to read and write rows is none.
    A kernel knows right angles and zero shifts; it does not ask whether a moment of mass, or a
    component of gravity, is zero, so that products with these count.
    """
    count = count_operations(_with_general_bodies(arm), "minimal_newton_euler", base="tilted")
    angles = SINE_AND_COSINE * int(arm.revolute.sum())
    return {"inverse dynamics": count.multiplications + count.additions + angles}


def _with_general_bodies(arm: Arm) -> Arm:
    """Return the same arm with other bodies, nothing of which is zero."""
    bodies = random_arm(arm.n, seed=0, joints=arm.joints).to_dict()
    other = {name: bodies[name] for name in ("mass", "com", "inertia")}
    return Arm.from_dict({**arm.to_dict(), **other})
