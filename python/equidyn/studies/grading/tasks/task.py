"""Base class of the quantities that can be marked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ....arm import random_motion
from ....validation import FloatArray
from ..items import Item
from ..mistakes.mistake import Mistake
from ..model import Model, model_of
from ..scale import largest_right
from ..slips import Isolation

if TYPE_CHECKING:
    from ....arm import Arm


class Task(ABC):
    """A quantity of an arm at random states, to be computed by a student's function.

    Attributes
    ----------
    title : str
        Name of the quantity.
    names : tuple of str
        Names of the operands.
    operands : tuple of ndarray, shape (m, n)
        Operands of the function, a row a state.
    model : Model
        The right model of the arm.
    """

    title: ClassVar[str]
    names: ClassVar[tuple[str, ...]] = ("q",)

    def __init__(
        self,
        arm: Arm,
        samples: int,
        rng: np.random.Generator,
        friction: bool = False,
        motors: bool = False,
    ) -> None:
        self.arm, self.samples = arm, samples
        self.friction, self.motors = friction, motors
        self.model = model_of(arm, friction, motors)
        self.operands = self._states(rng)

    def _states(self, rng: np.random.Generator) -> tuple[FloatArray, ...]:
        motion = random_motion(self.arm, self.samples, rng)
        return (motion.q, motion.qd, motion.qdd)[: len(self.names)]

    @property
    @abstractmethod
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """Shapes that the result of one state may have."""

    @abstractmethod
    def expected(self) -> FloatArray:
        """Return the right results of all states."""

    @abstractmethod
    def predicted(self, model: Model, operands: tuple[FloatArray, ...]) -> FloatArray:
        """Return the results of a program with the mistakes of a model."""

    @abstractmethod
    def terms(self) -> FloatArray:
        """Return the size of the terms that add up to each entry that is compared."""

    @abstractmethod
    def items(self, got: FloatArray, expected: FloatArray, allowed: FloatArray) -> tuple[Item, ...]:
        """Return the items of the marking."""

    @abstractmethod
    def mistakes(self) -> Iterator[Mistake]:
        """Yield the mistakes to test, the likeliest first."""

    def completed(self, answers: FloatArray) -> tuple[FloatArray, str]:
        """Return answers with what is right where they leave numbers out, and how they are read."""
        return answers, ""

    def compared(self, results: FloatArray) -> FloatArray:
        """Return the part of results that is compared."""
        return results

    def like(self, results: FloatArray, answers: FloatArray) -> FloatArray:
        """Return the part of full results that the shape of the answers holds."""
        return results

    def isolated(
        self, got: FloatArray, expected: FloatArray, allowed: FloatArray, answers: FloatArray
    ) -> tuple[Isolation, ...]:
        """Return the entries of closed forms that answers, or their compared part, isolate.

        The first closed form is the one in which a slip is named best.
        """
        return ()

    def notes(self, answers: FloatArray) -> tuple[str, ...]:
        """Return remarks on the answers that are no failures."""
        return ()

    def allowed(self, expected: FloatArray, tolerance: float) -> FloatArray:
        """Return the largest difference that is not wrong, by entry."""
        return largest_right(np.abs(expected).max(axis=0), self.terms(), tolerance)
