"""What a joint costs on a short arm and on a long one: a recursion should not care."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ... import _core
from ...arm.arm import Arm
from ...arm.states import random_motion
from ...robots import random_arm

SHORT, LONG = 6, 200

# enough states for whole registers, and few enough for those of a long arm to stay in the cache
BATCH = 64


@dataclass(frozen=True)
class JointCost:
    """Inverse dynamics of an arm of n joints, in batches of `BATCH`, inside C++.

    Attributes
    ----------
    n : int
        Number of joints.
    instruction_set : str
        By which kernel.
    nanoseconds : tuple of float
        Time per evaluation in each round.
    """

    n: int
    instruction_set: str
    nanoseconds: tuple[float, ...]

    @property
    def minimum_ns(self) -> float:
        """Least time per evaluation."""
        return min(self.nanoseconds)

    def times_dearer_than(self, other: JointCost) -> float:
        """Return how many times more a joint costs here: the median over the rounds."""
        ratio = np.median(np.divide(self.nanoseconds, other.nanoseconds))
        return float(ratio) * other.n / self.n

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> JointCost:
        """Make a cost of its attributes as plain data."""
        return cls(data["n"], data["instruction_set"], tuple(data["nanoseconds"]))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, ready for JSON."""
        return {**asdict(self), "nanoseconds": list(self.nanoseconds)}


class JointMeter:
    """Measures what an arm of n joints costs, a turn at a time.

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
        self._states = random_motion(self._arm, BATCH, np.random.default_rng(0))
        self._nanoseconds: list[float] = []

    def take_turn(self) -> None:
        """Time the kernel, and remember the time per evaluation."""
        x = self._states
        time = _core.time_kernel(
            self._arm,
            "inverse_dynamics",
            x.q,
            x.qd,
            x.qdd,
            batch=BATCH,
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
