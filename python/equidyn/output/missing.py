"""Parts of a page that could not be made: each says why in its place, and takes no other along."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from .tables import Table
from .tabular import Tabular

_Part = TypeVar("_Part")


class PartMissing(RuntimeError):
    """Asked for something of a part that could not be made."""


@dataclass(frozen=True, repr=False)
class Missing(Tabular):
    """Stands in the place of a part that could not be made; asked for its results, it raises.

    Attributes
    ----------
    title : str
        The part.
    reason : str
        Why it could not be made.
    """

    title: str
    reason: str
    passed = False

    @classmethod
    def because(cls, title: str, error: Exception) -> Missing:
        """Stand for a part whose making raised this error."""
        kind = "" if isinstance(error, PartMissing) else f"{type(error).__name__}: "
        return cls(title, f"{kind}{error}")

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(name) if name.startswith("_") else PartMissing(self.reason)

    def __iter__(self) -> NoReturn:
        raise PartMissing(self.reason)

    def __str__(self) -> str:
        return f"{self.title} could not be made: {self.reason}"

    def table(self) -> Table:
        """Return a table without rows, and the reason below it."""
        return Table(self.title, ("could not be made",), "l", (), self.reason)


def attempt(
    title: str, make: Callable[[], _Part], refusing: tuple[type[Exception], ...] = ()
) -> _Part | Missing:
    """Make a part of a report; return what stands in its place where that fails.

    Parameters
    ----------
    title : str
        The part.
    make : callable
        Makes it.
    refusing : tuple of exceptions
        Those that mean bad input and are raised: of the first part, before which nothing is lost.
    """
    try:
        return make()
    except refusing:
        raise
    except Exception as error:
        return Missing.because(title, error)
