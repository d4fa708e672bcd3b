"""What the field and the rounds ask of everyone who takes part."""

from __future__ import annotations

from typing import Protocol

from ...arm.states import Array
from .rows import Line
from .tasks import Task


class TakesTurns(Protocol):
    """Whoever is timed round after round."""

    @property
    def threads(self) -> int:
        """How many threads it uses."""

    def take_turn(self) -> None:
        """Time what it does, and remember the time."""


class Competitor(TakesTurns, Protocol):
    """Who does a task on so many states, and shows that it is right before it is timed."""

    @property
    def line(self) -> Line:
        """Who it is, whatever its batch."""

    @property
    def task(self) -> Task:
        """What it computes."""

    @property
    def batch(self) -> int:
        """In how many states at once; one is a single call."""

    @property
    def states(self) -> int:
        """In how many states in a turn, at least."""

    @property
    def looped(self) -> bool:
        """Whether a loop in Python goes through the states of a batch."""

    @property
    def nanoseconds(self) -> list[float]:
        """Time per evaluation in each turn."""

    def answer(self) -> tuple[Array, ...]:
        """Return what it computes, in all states."""

    def settle(self, seconds: float) -> None:
        """Make a turn take about this long."""
