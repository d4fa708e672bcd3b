"""A mistake as a change of a model, and a hypothesis: a mistake at one joint or all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..model import ALL, Joints, Model, OperandChange, ResultChange

if TYPE_CHECKING:
    from ....arm import Arm

Change = Callable[[Model, Joints], Model]


@dataclass(frozen=True)
class Mistake:
    """A mistake, in words and as a change of a model.

    Attributes
    ----------
    statement : str
        The mistake in a few words.
    change : callable
        Function of a right model, and of the joints where the mistake is made.
    equation : str
        The right equation.
    local : bool
        Whether it may be made at one joint only.
    noun : str
        Place of a local mistake: "link" or "joint".
    sweeping : bool
        Whether it changes what every other mistake does, so that effects do not add up.
    rare : bool
        Whether it is too rare to be tried together with a sweeping one.
    """

    statement: str
    change: Change = field(repr=False)
    equation: str = ""
    local: bool = False
    noun: str = "link"
    sweeping: bool = False
    rare: bool = False


@dataclass(frozen=True)
class Hypothesis:
    """A mistake at one joint, or at all.

    Attributes
    ----------
    mistake : Mistake
        The mistake.
    joint : int or None
        Index of the joint, or None for all.
    """

    mistake: Mistake
    joint: int | None = None

    @property
    def frequent(self) -> bool:
        """Whether it is tried together with sweeping mistakes."""
        return self.joint is None and not self.mistake.rare

    def applied(self, model: Model) -> Model:
        """Return the model with this mistake."""
        return self.mistake.change(model, ALL if self.joint is None else self.joint)

    def __str__(self) -> str:
        if self.joint is None:
            return self.mistake.statement
        return f"{self.mistake.noun} {self.joint + 1}: {self.mistake.statement}"


def hypotheses(mistakes: Iterable[Mistake], arm: Arm) -> Iterator[Hypothesis]:
    """Yield every mistake, at all joints first, then at each."""
    for mistake in mistakes:
        yield Hypothesis(mistake)
        if mistake.local and arm.n > 1:
            yield from (Hypothesis(mistake, joint) for joint in range(arm.n))


def departing(*steps: str) -> Change:
    """Return the change to steps that are done otherwise."""

    def changed(model: Model, joints: Joints) -> Model:
        return replace(model, departures=model.departures | set(steps))

    return changed


def weighted(term: str, factor: float) -> Change:
    """Return the change of the coefficient of a term."""
    return lambda model, joints: model.with_factor(term, factor, joints)


def operating_on(change: OperandChange) -> Change:
    """Return the change to other operands."""
    return lambda model, joints: replace(model, before=(*model.before, change))


def returning(change: ResultChange) -> Change:
    """Return the change to another result."""
    return lambda model, joints: replace(model, after=(*model.after, change))
