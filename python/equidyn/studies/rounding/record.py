"""Record of one rounding error."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RoundingRecord:
    """The rounding error of one formulation at one place of a series.

    Attributes
    ----------
    sweep : str
        The series.
    formulation : str
        Its name.
    x : int
        The growing variable of the series: number of joints, lengths of the arm, turns.
    error : float
        Largest error in any joint and state, in units of eps times the largest torque.
    unsure : float
        Uncertainty of the torques in extended precision, in the same unit.
    """

    sweep: str
    formulation: str
    x: int
    error: float
    unsure: float
