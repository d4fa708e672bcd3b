"""Placeholders for parts of a report that failed: each shows the reason in its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from .tables import Table
from .tabular import Tabular

_Part = TypeVar("_Part")


class PartMissing(RuntimeError):
    """Access to a result of a part that failed."""


@dataclass(frozen=True, repr=False)
class Missing(Tabular):
    """Placeholder for a part that failed; access to its results raises `PartMissing`.

    Attributes
    ----------
    title : str
        Title of the part.
    reason : str
        Reason of the failure.
    """

    title: str
    reason: str
    passed = False

    @classmethod
    def because(cls, title: str, error: Exception) -> Missing:
        """Return the placeholder for a part that raised this error."""
        kind = "" if isinstance(error, PartMissing) else f"{type(error).__name__}: "
        return cls(title, f"{kind}{error}")

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(name) if name.startswith("_") else PartMissing(self.reason)

    def __iter__(self) -> NoReturn:
        raise PartMissing(self.reason)

    def __str__(self) -> str:
        return f"{self.title} could not be made: {self.reason}"

    def table(self) -> Table:
        """Return a table without rows, with the reason as footnote."""
        return Table(self.title, ("could not be made",), "l", (), self.reason)


def attempt(
    title: str, make: Callable[[], _Part], refusing: tuple[type[Exception], ...] = ()
) -> _Part | Missing:
    """Return a part of a report, or a placeholder if it fails.

    Parameters
    ----------
    title : str
        Title of the part.
    make : callable
        Computes the part.
    refusing : tuple of exceptions
        Exceptions of bad input that are raised, for the first part: no result is lost then.
    """
    try:
        return make()
    except refusing:
        raise
    except Exception as error:
        return Missing.because(title, error)
