"""How equidyn takes part in its own benchmark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..peers.call import Call
from .tasks import Task

if TYPE_CHECKING:
    from ...arm import Arm

LIBRARY = "equidyn"
NEW_ARRAY, OUT = "new array", "out="


def own_calls(arm: Arm, task: Task) -> list[Call]:
    """Return the calls of equidyn that do a task on an arm."""
    arguments = ", ".join(task.arguments)
    names = {"method": getattr(arm, task.method)}
    single, single_out, batch, batch_out = (
        f"method({arguments}{options})"
        for options in ("", ", out=out", ", threads=1", ", out=out, threads=threads")
    )
    return [
        Call(LIBRARY, NEW_ARRAY, task.name, single, names, rows="one"),
        Call(LIBRARY, NEW_ARRAY, task.name, batch, names, rows="all"),
        Call(LIBRARY, OUT, task.name, single_out, names, rows="one"),
        Call(LIBRARY, OUT, task.name, batch_out, names, rows="all", takes_threads=True),
    ]
