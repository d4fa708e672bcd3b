"""What is noticed of a student's answers beside their errors: few digits, other answers, errors."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...validation import FloatArray
from ...verification import digits
from .explain import Explanation
from .items import Item
from .mistakes.mistake import Hypothesis, Mistake
from .student import Answers
from .tasks import Task

# largest difference of two answers for one state that is not told, relative to the largest number
_SAME = 1e-9


def few_digits(answers: FloatArray, expected: FloatArray) -> tuple[Explanation, ...]:
    """Return the explanation of results that are right but for their number of digits, if any."""
    told = digits(answers, expected)
    if not told:
        return ()
    statement = f"the results are {told}; all these digits are right"
    mistake = Mistake(statement, lambda model, joints: model, "numbers of 16 digits, not rounded")
    return (Explanation((Hypothesis(mistake),)),)


def sufficient_tolerance(items: tuple[Item, ...], tolerance: float) -> str:
    """Return the tolerance, to one digit, with which all items would be right."""
    worst = max(
        np.abs(entry.got - entry.expected).max() / entry.allowed
        for item in items
        for entry in item.entries
        if entry.allowed > 0
    )
    digit = 10.0 ** np.floor(np.log10(worst * tolerance))
    return f"{np.ceil(worst * tolerance / digit) * digit:.0g}"


def remarks(task: Task, answers: Answers) -> Iterator[str]:
    """Yield remarks on the answers of a function."""
    first, again = answers.results[0], answers.again
    scale = np.abs(first[np.isfinite(first)]).max(initial=0.0)
    unlike = ~((first == again) | (np.isnan(first) & np.isnan(again)))
    unlike &= ~(np.abs(first - again) <= _SAME * scale)
    if unlike.any():
        place = tuple(int(k) for k in np.argwhere(unlike)[0])
        yield (
            "it answers differently when it is called again with the numbers of state 0: "
            f"{first[place]:.6g}, then {again[place]:.6g}"
        )
    if answers.faults:
        state, said = next(iter(answers.faults.items()))
        states = _of_states(len(answers.faults), task)
        yield f"it raised an error in {states}, first in state {state}: {said}"
    finite = [bool(np.isfinite(result).all()) for result in answers.results]
    lost = [k for k, whole in enumerate(finite) if not whole and k not in answers.faults]
    if 0 < len(lost) < len(finite):
        states = _of_states(len(lost), task)
        yield f"it returns nan or inf in {states}, first in state {lost[0]}"
    if answers.dtype.startswith("complex"):
        yield f"the results are of {answers.dtype}, without imaginary parts"
    elif answers.dtype:
        precision = np.finfo(answers.dtype).precision
        yield f"the results are of {answers.dtype}, of about {precision} digits"
    if answers.shape not in ((), first.shape):
        yield f"a result of shape {answers.shape} is read as {first.shape}"


def _of_states(count: int, task: Task) -> str:
    return f"{count} of {len(task.operands[0])} states"
