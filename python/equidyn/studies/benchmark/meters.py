"""Reference figures of the times inside C++: operations, peaks of the machine, cost of a joint."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ... import _core
from ...arm import Arm, random_motion
from ...counting import count_operations
from ...robots import random_arm
from .rows import JOINT_BATCH, CoreFigures, JointCost, Peak

# multiplications and additions of a sine and cosine of one angle (kernels/simd/sincos-inl.hpp)
SINE_AND_COSINE = 19 + 18

_SHORT, _LONG = 6, 200


class CoreMeters:
    """Meters of the peaks of the machine and of the cost of a joint.

    Parameters
    ----------
    threads : sequence of int
        Thread counts at which the peak is measured, in addition to one.
    seconds : float
        Length of a turn.
    """

    def __init__(self, threads: Sequence[int], seconds: float) -> None:
        used = _core.build_info()["instruction_set"]
        alone = [(name, 1) for name in _core.instruction_sets()]
        together = [(used, number) for number in threads if number > 1]
        self._peaks = [PeakMeter(name, number, seconds) for name, number in alone + together]
        self._joints = [JointMeter(n, used, seconds) for n in (_SHORT, _LONG)]

    @property
    def all(self) -> tuple[PeakMeter | JointMeter, ...]:
        """All meters, in the order of their turns."""
        return (*self._peaks, *self._joints)

    def figures(self, arm: Arm) -> CoreFigures:
        """Return the measured figures, with the operations that kernels take on an arm."""
        peaks = tuple(meter.peak for meter in self._peaks)
        costs = tuple(meter.cost for meter in self._joints)
        return CoreFigures(counted_operations(arm), peaks, costs)


class PeakMeter:
    """Meter of a peak, one measurement per turn.

    Parameters
    ----------
    instruction_set : str
        One of those that the machine can run.
    threads : int
        Number of threads: one is timed by its processor time, several by the wall clock.
    seconds : float
        Length of a turn.
    """

    def __init__(self, instruction_set: str, threads: int, seconds: float) -> None:
        self.threads = threads
        self._instruction_set, self._seconds = instruction_set, seconds
        self._gflops: list[float] = []

    def take_turn(self) -> None:
        """Measure and store the operations in a nanosecond."""
        self._gflops.append(_core.measure_peak(self._instruction_set, self._seconds, self.threads))

    @property
    def peak(self) -> Peak:
        """The measured peak."""
        return Peak(self._instruction_set, self.threads, tuple(self._gflops))


class JointMeter:
    """Meter of the cost of an arm of n joints, per joint that of any other length.

    Parameters
    ----------
    n : int
        Number of joints.
    instruction_set : str
        One of those that the machine can run.
    seconds : float
        Length of a turn.
    """

    threads = 1

    def __init__(self, n: int, instruction_set: str, seconds: float) -> None:
        self._arm = right_angle_arm(n)
        self._instruction_set, self._seconds = instruction_set, seconds
        self._states = random_motion(self._arm, JOINT_BATCH, np.random.default_rng(0))
        self._nanoseconds: list[float] = []

    def take_turn(self) -> None:
        """Measure and store the time per evaluation of the kernel."""
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
        """The measured cost."""
        return JointCost(self._arm.n, self._instruction_set, tuple(self._nanoseconds))


def right_angle_arm(n: int) -> Arm:
    """Return an arm of revolute joints with twists of a right angle of either sign.

    All other data are random, so that the arms of all lengths differ only in their length.
    """
    arm = random_arm(n, seed=0, joints="R" * n)
    twists = np.where(np.arange(n) % 2 == 0, np.pi / 2, -np.pi / 2)
    return Arm.from_dict({**arm.to_dict(), "alpha": twists.tolist()})


def counted_operations(arm: Arm) -> dict[str, int]:
    """Return the operations of the tasks with kernels that counting numbers can run.

    These are multiplications and additions on which a torque depends, on a base at rest, and those
    of a sine and a cosine for every revolute joint; reading and writing rows is free. Kernels skip
    products with right angles and zero shifts, but not with moments of mass or components of
    gravity that are zero, so that these count.
    """
    count = count_operations(_with_general_bodies(arm), "minimal_newton_euler", base="tilted")
    angles = SINE_AND_COSINE * int(arm.revolute.sum())
    return {"inverse dynamics": count.multiplications + count.additions + angles}


def _with_general_bodies(arm: Arm) -> Arm:
    """Return the same arm with all parameters of its bodies nonzero."""
    bodies = random_arm(arm.n, seed=0, joints=arm.joints).to_dict()
    other = {name: bodies[name] for name in ("mass", "com", "inertia")}
    return Arm.from_dict({**arm.to_dict(), **other})
