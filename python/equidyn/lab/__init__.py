"""The laboratory: verification of the formulations, and measurement of their costs.

`verify` (do they agree?), `mark` (what is wrong in a student's?), `count` (how many operations?),
`parallelism` (how many at once?), `timing` (how long?), `rounding` (how many digits?), `benchmark`
(against other libraries?), `term_contributions` (which terms matter?), `vectors` (is my own
program right?), and `workspace` (where does it get, and how well?).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .term_contributions.significance import significance

__all__ = ["significance"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .term_contributions.significance import significance

    return significance


def __dir__() -> list[str]:
    return sorted(__all__)
