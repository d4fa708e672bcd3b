"""Calls of libraries as source code, as a user writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ..validation import FloatArray
from .tasks import MODEL, OF_MANY_ARMS

# largest loop over models, each an object: more of them would fill the memory
_MOST_MODELS = 4096


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
        The expression of the result. It may use the arguments of the task (q, qd, qdd, tau,
        model), `names`, ``out`` (an array of the shape of the result, or a tuple of them) and,
        where `takes_threads`, ``threads``.
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
    models : callable, optional
        Makes the library's models of arms whose links have the masses in each row, before the time;
        without it, a model is the row itself.
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
    models: Callable[[FloatArray], Sequence[Any]] | None = None

    def suits(self, batch: int) -> bool:
        """Return whether the call is timed on that many states."""
        if self.rows == "each":
            return self.models is None or batch <= _MOST_MODELS
        return (self.rows == "one") == (batch == 1)

    def given(self, argument: str, values: FloatArray) -> Sequence[Any] | FloatArray:
        """Return what the call gets for the values of an argument: itself, or models."""
        return self.models(values) if argument == MODEL and self.models else values


def of_many_arms(call: Call, models: Callable[[FloatArray], Sequence[Any]]) -> Call:
    """Return a call that uses the name ``model``, with a model for each state."""
    names = {name: value for name, value in call.names.items() if name != MODEL}
    return replace(call, task=f"{call.task}{OF_MANY_ARMS}", names=names, models=models)
