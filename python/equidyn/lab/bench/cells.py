"""How the tables of a benchmark write numbers."""

from __future__ import annotations

from ...show.numbers import in_time
from .rows import Row


def heading(batch: int) -> str:
    """Write the size of a batch."""
    return "single" if batch == 1 else f"{batch:,}"


def minimum_and_median(row: Row) -> str:
    """Write the times of a row."""
    return f"{in_time(row.minimum_ns)} / {in_time(row.median_ns)}"


def factor(ratio: float) -> str:
    """Write how many times faster, or more, something is."""
    return f"x{ratio:#.3g}".rstrip(".") if ratio < 999.5 else f"x{ratio:.0f}"


def share(number: float) -> str:
    """Write a disagreement."""
    return f"{number:.0e}" if number else "0"
