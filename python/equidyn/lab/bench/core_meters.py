"""Who takes turns beside the kernels, so that their times can be judged."""

from __future__ import annotations

from collections.abc import Sequence

from ... import _core
from .competitor import TakesTurns
from .core_figures import CoreFigures
from .joint_costs import LONG, SHORT, JointMeter
from .peaks import PeakMeter


class CoreMeters:
    """Peaks of the machine, and what a joint costs.

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
        self._joints = [JointMeter(n, used, seconds) for n in (SHORT, LONG)]

    @property
    def all(self) -> tuple[TakesTurns, ...]:
        """Everyone who takes turns."""
        return (*self._peaks, *self._joints)

    def figures(self, operations: dict[str, int]) -> CoreFigures:
        """Return what was measured, with the operations that were counted."""
        peaks = tuple(meter.peak for meter in self._peaks)
        return CoreFigures(operations, peaks, tuple(meter.cost for meter in self._joints))
