"""Operation counts of a part of a computation."""

from __future__ import annotations

from typing import NamedTuple


class Operations(NamedTuple):
    """Numbers of operations of a part of a computation."""

    multiplications: int
    additions: int
    trigonometric: int = 0
    divisions: int = 0
