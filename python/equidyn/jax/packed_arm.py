"""An arm as plain numbers, which compiled functions carry with them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..arm.data import joint_side_drives

if TYPE_CHECKING:
    from ..arm import Arm


@dataclass(frozen=True)
class PackedArm:
    """An arm as plain numbers, the order of which cpp/src/call/packed_arm.hpp states.

    A compiled function holds them and no reference to an arm: it outlives the arm, and may be
    stored and loaded by another process.

    Attributes
    ----------
    n : int
        Number of joints.
    memory : bytes
        The numbers, float64.
    name : str
        Name of the arm; it does not distinguish arms.
    """

    n: int
    memory: bytes
    name: str = field(compare=False)

    @classmethod
    def of(cls, arm: Arm) -> PackedArm:
        """Return the numbers of an arm."""
        drives = joint_side_drives(arm)
        numbers: list[Any] = [arm.n, arm.convention == "standard", arm.revolute]
        numbers += [arm.a, arm.a_y, arm.alpha, arm.d, arm.theta]
        numbers += [arm.mass, arm.com, arm.inertia]
        numbers += [arm.gravity, arm.base, arm.tool]
        numbers += [drives["viscous"], drives["coulomb"], drives["motor_inertia"]]
        stribeck = np.zeros(arm.n) if arm.stribeck is None else drives["stribeck"]
        numbers += [drives["breakaway"], stribeck]
        packed = np.concatenate([np.ravel(each) for each in numbers], dtype=np.float64)
        return cls(arm.n, packed.tobytes(), arm.name)

    def weightless(self) -> PackedArm:
        """Return the same arm without gravity."""
        numbers = np.frombuffer(self.memory).copy()
        before = 2 + 19 * self.n  # numbers in front of gravity: of the arm, and of the joints
        numbers[before : before + 3] = 0.0
        return replace(self, memory=numbers.tobytes())

    def bits(self) -> NDArray[np.int64]:
        """Return the numbers as integers of the same bits."""
        return np.frombuffer(self.memory, np.int64)

    def __repr__(self) -> str:
        return self.name or f"an arm of {self.n} joints"
