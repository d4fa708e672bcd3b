"""A call of a library, spelled as a user spells it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, eq=False)
class Call:
    """One way in which a library does a task.

    Attributes
    ----------
    library : str
        Whose call it is.
    name : str
        What tables call it.
    task : str
        Name of what is computed: "inverse dynamics".
    result : str
        The expression whose value is the answer. It may use the arguments of the task (q, qd, qdd,
        tau), `names`, ``out`` (an array of the shape of the answer, or a tuple of them) and, where
        `takes_threads`, ``threads``.
    names : mapping
        What the source refers to otherwise.
    statements : str
        What must be done first, on one line.
    rows : {"one", "each", "all"}
        Whether the call is timed on one state alone; on one state, and on more in a loop; or on
        many states at once.
    takes_threads : bool
        Whether it can use several threads.
    dtype : {"float64", "float32"}
        Of what it is given: arguments and ``out``.
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

    def suits(self, batch: int) -> bool:
        """Tell whether it is timed on that many states."""
        return self.rows == "each" or (self.rows == "one") == (batch == 1)
