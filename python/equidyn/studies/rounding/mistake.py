"""Errors other than rounding: as large in extended precision, or present where none is expected."""

from __future__ import annotations

from typing import NamedTuple

from ...output.text import in_eps
from ...verification import AGREEMENT

# least part of a rounding error that extended precision takes away, far below 2^53
_TAKEN_AWAY = 32.0


class Mistake(NamedTuple):
    """A wrong result of a formulation in a series.

    Attributes
    ----------
    sweep, formulation : str
        The series, and the formulation or candidate.
    x : int
        The first x with it.
    error : float
        The error there, in eps of the largest result.
    extended : float or None
        The same in extended precision; None where the formulation cannot be run in it.
    """

    sweep: str
    formulation: str
    x: int
    error: float
    extended: float | None

    def __str__(self) -> str:
        where = "where extended precision cannot be tried"
        if self.extended is not None:
            where = f"and by {in_eps(self.extended)} in extended precision"
        return (
            f"{self.formulation} is wrong by {in_eps(self.error)} eps at "
            f"x = {self.x} of {self.sweep}, {where}: an error, not rounding; verify it first"
        )


def may_be_wrong(error: float) -> bool:
    """Return whether an error on an ordinary arm is more than `verify` allows."""
    return not error <= AGREEMENT.tolerance


def is_rounding(error: float, extended: float | None) -> bool:
    """Return whether extended precision takes away most of such an error."""
    return extended is not None and extended * _TAKEN_AWAY <= error
