"""Search for mistakes that explain the whole output of a student's function."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

import numpy as np

from ... import robots
from ...validation import FloatArray
from .mistakes.mistake import Hypothesis, Mistake, hypotheses
from .model import Model, model_of
from .slips import MOST_JOINTS, Slip, SlipSearch, closed_form_of
from .tasks import Task

# states by which most hypotheses are discarded
_SCREENED = 4

# pairs tried, first those with effects that add up nearest to the student's
_PAIRS = 120

# digits by which their distances from it are compared
_DIGITS = 9

# most explanations told
_TOLD = 4


@dataclass(frozen=True)
class Explanation:
    """Mistakes that explain the whole output together.

    Attributes
    ----------
    causes : tuple of Hypothesis
        One mistake, or two; before them results that are not finite, if there are any.
    doubtful : bool
        Whether these are two mistakes, which another two may resemble.
    """

    causes: tuple[Hypothesis, ...]
    doubtful: bool = False

    def __str__(self) -> str:
        return "perhaps " * self.doubtful + "; and ".join(map(str, self.causes))

    def __repr__(self) -> str:
        return f"Explanation({str(self)!r})"


def explanations(
    task: Task, got: FloatArray, expected: FloatArray, answers: FloatArray, allowed: FloatArray
) -> tuple[Explanation, ...]:
    """Return the explanations of the output, the likeliest first; none where nothing explains it.

    Parameters
    ----------
    task : Task
        Quantity and states.
    got, expected : ndarray, shape (m, ...)
        The compared part of the answers of the student, and of the right ones.
    answers : ndarray
        The answers.
    allowed : ndarray, shape (...)
        Largest differences that are not wrong.
    """
    finite = np.array([np.isfinite(state).all() for state in got])
    states = tuple(operand[finite] for operand in task.operands)
    if finite.all():
        return _explained(task, got, expected, answers, allowed)
    lost = _not_finite(int(np.sum(~finite)), len(finite))
    if np.all(np.abs(got[finite] - expected[finite]) <= allowed):
        return (Explanation((lost,)),)
    others = _Search(task, states, got[finite], answers[finite], allowed).found()
    return tuple(Explanation((lost, *other.causes), other.doubtful) for other in others)


def _explained(
    task: Task, got: FloatArray, expected: FloatArray, answers: FloatArray, allowed: FloatArray
) -> tuple[Explanation, ...]:
    """Return single mistakes, else slips in one term, else two slips or two mistakes."""
    search = _Search(task, task.operands, got, answers, allowed)
    if singles := tuple(search.singles()):
        return singles
    searches = []
    for slips in _slips(task, got, expected, allowed, answers):
        searches.append(slips)
        if singles := tuple(Explanation((_of_slip(slip),)) for slip in slips.single()):
            return singles
    if others := tuple(search.other_arms()):
        return others
    for slips in searches:
        if pair := slips.pair():
            return (Explanation(tuple(map(_of_slip, pair)), doubtful=True),)
    return () if any(slips.of_one_ratio for slips in searches) else tuple(search.pairs())


def _slips(
    task: Task, got: FloatArray, expected: FloatArray, allowed: FloatArray, answers: FloatArray
) -> Iterator[SlipSearch]:
    """Yield the searches for slips, in closed forms if the arm is small."""
    small = task.arm.n <= MOST_JOINTS
    for isolation in task.isolated(got, expected, allowed, answers):
        yield SlipSearch(isolation, closed_form_of(task.arm, isolation.quantity) if small else None)


def _of_slip(slip: Slip) -> Hypothesis:
    return Hypothesis(Mistake(slip.statement, lambda model, joints: model, slip.equation))


def _not_finite(count: int, states: int) -> Hypothesis:
    which = "every state" if count == states else f"{count} of {states} states"
    statement = f"the result is not finite in {which}"
    return Hypothesis(Mistake(statement, lambda model, joints: model, "numbers in every state"))


@dataclass(frozen=True)
class _Asked:
    """A quantity of an arm in some states: equal where the same is asked of another function."""

    key: tuple[object, ...]
    task: Task = field(compare=False)
    states: tuple[FloatArray, ...] = field(compare=False)

    @classmethod
    def of(cls, task: Task, states: tuple[FloatArray, ...]) -> _Asked:
        numbers = (operand.tobytes() for operand in states)
        return cls((type(task), task.arm, task.friction, task.motors, *numbers), task, states)


# kept, since many functions are marked on one arm
@lru_cache(maxsize=8)
def _predicted(asked: _Asked) -> list[tuple[Hypothesis, FloatArray]]:
    """Return every hypothesis with the results that it predicts."""
    task = asked.task
    return [
        (hypothesis, task.predicted(hypothesis.applied(task.model), asked.states))
        for hypothesis in hypotheses(task.mistakes(), task.arm)
    ]


@lru_cache(maxsize=8)
def _other_arms(n: int, friction: bool, motors: bool) -> tuple[Hypothesis, ...]:
    """Return the mistake of another arm, for each arm of n joints that equidyn knows."""
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in robots.names():
            arm = robots.load(name)
            if arm.n == n:
                found.append(Hypothesis(_of_arm(name, model_of(arm, friction, motors))))
    return tuple(found)


def _of_arm(name: str, other: Model) -> Mistake:
    return Mistake(f"the arm is {name}", lambda model, joints: other, "the arm that is asked for")


class _Search:
    """Effects of all hypotheses on a few states, in units of the allowed difference."""

    def __init__(
        self,
        task: Task,
        states: tuple[FloatArray, ...],
        got: FloatArray,
        answers: FloatArray,
        allowed: FloatArray,
    ) -> None:
        self._task, self._states, self._got, self._answers = task, states, got, answers
        self._unit = np.where(allowed > 0, allowed, 1.0)
        self._few = tuple(operand[:_SCREENED] for operand in states)
        self._right = right = self._effect(())
        self._theirs = (got[:_SCREENED] / self._unit).ravel() - right
        self._known: list[Hypothesis] = []
        effects: list[FloatArray] = []
        for hypothesis, results in _predicted(_Asked.of(task, self._few)):
            effect = (task.like(results, answers) / self._unit).ravel() - right
            # without effect on this arm, or the same mistake at all joints as at one
            same = any(
                self._known[k].mistake is hypothesis.mistake and _near(effect, effects[k])
                for k in range(max(0, len(effects) - task.arm.n), len(effects))
            )
            if np.isfinite(effect).all() and not _near(effect, 0.0) and not same:
                self._known.append(hypothesis)
                effects.append(effect)
        self._effects = np.array(effects).reshape(len(effects), right.size)

    def found(self) -> tuple[Explanation, ...]:
        """Return the single mistakes that explain everything, or else the first pair."""
        return tuple(self.singles()) or tuple(self.pairs())

    def singles(self) -> Iterator[Explanation]:
        """Yield single mistakes that explain everything."""
        told = 0
        for hypothesis, effect in zip(self._known, self._effects, strict=True):
            if told < _TOLD and _near(effect, self._theirs) and self._explains((hypothesis,)):
                told += 1
                yield Explanation((hypothesis,))

    def other_arms(self) -> Iterator[Explanation]:
        """Yield the arms that equidyn knows of which everything is right."""
        for hypothesis in _other_arms(self._task.arm.n, self._task.friction, self._task.motors):
            with_arm = self._effect((hypothesis,)) - self._right
            if _near(with_arm, self._theirs) and self._explains((hypothesis,)):
                yield Explanation((hypothesis,))

    def pairs(self) -> Iterator[Explanation]:
        """Yield the first pair of mistakes that explains everything."""
        for first, second in self._likely_pairs():
            causes = (self._known[first], self._known[second])
            if _near(self._effect(causes) - self._right, self._theirs) and self._explains(causes):
                yield Explanation(causes, doubtful=True)
                return

    def _likely_pairs(self) -> Iterator[tuple[int, int]]:
        """Yield pairs of which the effects nearly add up, or one changes what the other scales."""
        effects, theirs = self._effects, self._theirs
        # |a + b - t|² of all pairs, relative to the size of the effects
        unit = np.abs(theirs).max()
        effects, theirs = effects / unit, theirs / unit
        squares = (effects**2).sum(axis=1)
        along = effects @ theirs
        off = (
            squares[:, np.newaxis]
            + squares
            + 2.0 * (effects @ effects.T - along - along[:, np.newaxis])
        )
        above = np.triu_indices(len(effects), k=1)
        # rounded, so that equal pairs keep their order whatever the order of sums
        order = np.argsort(off[above].round(_DIGITS), kind="stable")[:_PAIRS]
        yield from zip(above[0][order].tolist(), above[1][order].tolist(), strict=True)
        frequent = [k for k, known in enumerate(self._known) if known.frequent]
        for pair in combinations(frequent, 2):
            if any(self._known[k].mistake.sweeping for k in pair):
                yield pair

    def _effect(self, causes: tuple[Hypothesis, ...]) -> FloatArray:
        """Return the flattened output of the first states, in units of the allowed difference."""
        return (self._output(causes, self._few) / self._unit).ravel()

    def _explains(self, causes: tuple[Hypothesis, ...]) -> bool:
        """Return whether mistakes explain the output in every state."""
        output = self._output(causes, self._states)
        return bool(np.all(np.abs(output - self._got) <= self._unit))

    def _output(
        self, causes: tuple[Hypothesis, ...], operands: tuple[FloatArray, ...]
    ) -> FloatArray:
        model = self._task.model
        for hypothesis in causes:
            model = hypothesis.applied(model)
        return self._task.like(self._task.predicted(model, operands), self._answers)


def _near(effect: FloatArray, other: FloatArray | float) -> bool:
    return bool(np.all(np.abs(effect - other) <= 1.0))
