"""Ctrl-C in long work, which need not lose what was found until then."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol


class Savable(Protocol):
    """A result that writes itself to a file."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with what was found until then.

    Attributes
    ----------
    so_far : Savable
        The result of the part that was done.
    """

    def __init__(self, so_far: Savable) -> None:
        super().__init__()
        self.so_far = so_far


@contextmanager
def bringing(so_far: Callable[[], Savable | None]) -> Iterator[None]:
    """Do long work; Ctrl-C ends it, and brings what it found until then, if that is anything.

    Raises
    ------
    Interrupted
        With what `so_far` returns, unless it is None.
    """
    try:
        yield
    except KeyboardInterrupt:
        found = so_far()
        if found is None:
            raise
        raise Interrupted(found) from None
