"""Partial results of long computations on Ctrl-C."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol


class Savable(Protocol):
    """A result with a method that saves it."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the result to a file."""


class Interrupted(KeyboardInterrupt):
    """KeyboardInterrupt with the partial result.

    Attributes
    ----------
    so_far : Savable
        The partial result.
    """

    def __init__(self, so_far: Savable) -> None:
        super().__init__()
        self.so_far = so_far


@contextmanager
def bringing(so_far: Callable[[], Savable | None]) -> Iterator[None]:
    """Raise `Interrupted` with the partial result, if there is one, on Ctrl-C within the block.

    Raises
    ------
    Interrupted
        With the result of `so_far`, unless it is None.
    """
    try:
        yield
    except KeyboardInterrupt:
        found = so_far()
        if found is None:
            raise
        raise Interrupted(found) from None
