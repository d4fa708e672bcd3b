"""What is noticed of a candidate beside its residuals: other answers, NaN, few digits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .claims import EPS, REPEATABLE
from .residuals import Residual
from .significant_digits import digits
from .trials import disagreement, largest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..arm.arm import Arm
    from ..implementations.implementation import Implementation
    from ..validation import FloatArray
    from .trials import Trial

# states that a candidate is called with once more
_REPEATED = 10


def repeated(
    arm: Arm, subject: Implementation, trial: Trial, result: FloatArray
) -> tuple[Residual, str]:
    """Call a candidate once more with the first states.

    Returns
    -------
    residual : Residual
        Largest difference of the two answers, in eps times the largest number of the first.
    remark : str
        Where they differ, if they do.
    """
    operands = tuple(operand[:_REPEATED] for operand in trial.operands)
    first, again = result[:_REPEATED], subject.results(arm, operands)
    unlike = ~((first == again) | (np.isnan(first) & np.isnan(again)))
    if not unlike.any():
        return Residual(0.0, len(first)), ""
    scale = largest(first[np.isfinite(first)]) if np.isfinite(first).any() else 1.0
    residual = Residual(disagreement(first[unlike], again[unlike], scale), len(first))
    with np.errstate(invalid="ignore"):
        wrong = unlike & ~(np.abs(first - again) <= REPEATABLE.tolerance * EPS * (scale or 1.0))
    if not wrong.any():
        return residual, ""
    place = tuple(int(k) for k in np.argwhere(wrong)[0])
    return residual, (
        f"{subject.name} answers differently when it is called again with the same numbers: in "
        f"state {place[0]} {float(first[place])!r}, then {float(again[place])!r}"
    )


def remarks(subject: Implementation, result: FloatArray, expected: NDArray[Any]) -> Iterator[str]:
    """Yield what is remarkable about the results of a candidate in free motion."""
    finite = np.all(np.isfinite(result).reshape(len(result), -1), axis=1)
    if not finite.all():
        if not subject.faults:
            number, first = int((~finite).sum()), int(finite.argmin())
            yield (
                f"{subject.name} returns nan or inf in {number} of {len(finite)} states, first in "
                f"state {first}"
            )
    elif told := digits(result, expected):
        yield f"{subject.name}: its results are {told}"
