"""How many operations a part of a computation takes."""

from __future__ import annotations

from typing import NamedTuple


class Operations(NamedTuple):
    """Numbers of operations of a part of a computation."""

    multiplications: int
    additions: int
    trigonometric: int = 0

    @property
    def divisions(self) -> int:
        """Number of divisions: 0, for no formulation of inverse dynamics has one."""
        return 0
