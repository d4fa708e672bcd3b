"""What the times inside C++ are held against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .joint_costs import JointCost
from .peaks import Peak


@dataclass(frozen=True)
class CoreFigures:
    """Figures of the C++ layer beside the times of its kernels.

    Attributes
    ----------
    operations : dict of int
        By task, operations on floating-point numbers that one evaluation takes, where they were
        counted.
    peaks : tuple of Peak
        Of every instruction set on one thread, the plainest first; of the one that is used on more.
    joint_costs : tuple of JointCost
        Of a short arm, and of a long one.
    """

    operations: dict[str, int] = field(default_factory=dict)
    peaks: tuple[Peak, ...] = ()
    joint_costs: tuple[JointCost, ...] = ()

    def peak(self, instruction_set: str, threads: int = 1) -> Peak | None:
        """Return what was measured of an instruction set, if it was."""
        wanted = (instruction_set, threads)
        found = (peak for peak in self.peaks if (peak.instruction_set, peak.threads) == wanted)
        return next(found, None)

    def scaling(self, threads: int) -> float | None:
        """Return how many times higher the peak is on so many threads, if it was measured."""
        for peak in self.peaks:
            alone = self.peak(peak.instruction_set)
            if peak.threads == threads and alone:
                return peak.times_higher_than(alone)
        return None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, ready for JSON."""
        return {
            "operations": dict(self.operations),
            "peaks": [peak.to_dict() for peak in self.peaks],
            "joint_costs": [cost.to_dict() for cost in self.joint_costs],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> CoreFigures:
        """Make figures of what `to_dict` returned."""
        return cls(
            dict(data["operations"]),
            tuple(Peak.from_dict(peak) for peak in data["peaks"]),
            tuple(JointCost.from_dict(cost) for cost in data["joint_costs"]),
        )
