"""The laboratory: whether formulations are right, what they cost, and a report of both.

One folder a question: `verify` (do they agree?), `count` (how many operations?), `schedule` (how
many at once?), `time` (how long?), `rounding` (how many digits?), `bench` (against others?),
`prove` (step by step?), `terms` (which of them matter?), `report` (all of it as one page), and
`experiments` (those of the papers, done again).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .terms.significance import significance

__all__ = ["significance"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .terms.significance import significance

    return significance


def __dir__() -> list[str]:
    return sorted(__all__)
