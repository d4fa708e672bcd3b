"""Calls of libraries as source code, as a user writes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, eq=False)
class Call:
    """One call by which a library computes a task.

    No `Implementation`: it is source text, which becomes part of the loop that is timed, since a
    call of a function in Python would add to the time.

    Attributes
    ----------
    library : str
        The library.
    name : str
        Name of the call in tables.
    task : str
        Name of the task, such as "inverse dynamics".
    result : str
        The expression of the result. It may use the arguments of the task (q, qd, qdd,
        tau), `names`, ``out`` (an array of the shape of the result, or a tuple of them) and, where
        `takes_threads`, ``threads``.
    names : mapping
        Values of the other names in the source.
    statements : str
        Statements to run first, on one line.
    rows : {"one", "each", "all"}
        Whether the call is timed on single states only; on single states, and on more in a loop; or
        on many states at once.
    takes_threads : bool
        Whether it can use several threads.
    dtype : {"float64", "float32"}
        Type of arguments and ``out``.
    just_in_time : bool
        Whether the library compiles it at its first call with a number of states, and computes on
        threads of its own: it is called once before it is timed, by the processor time of all
        threads.
    """

    library: str
    name: str
    task: str
    result: str
    names: Mapping[str, Any] = field(default_factory=dict)
    statements: str = "pass"
    rows: Literal["one", "each", "all"] = "each"
    takes_threads: bool = False
    dtype: Literal["float64", "float32"] = "float64"
    just_in_time: bool = False

    def suits(self, batch: int) -> bool:
        """Return whether the call is timed on that many states."""
        return self.rows == "each" or (self.rows == "one") == (batch == 1)
