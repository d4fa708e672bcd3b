"""equidyn itself, which takes part in its own benchmark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..tasks import Task
from .call import Call

if TYPE_CHECKING:
    from ....arm.arm import Arm

LIBRARY = "equidyn"
NEW_ARRAY, OUT, OUT_FLOAT32 = "new array", "out=", "out=, float32"

# of the methods that take dtype=, those that show what it is worth
_IN_FLOAT32 = ("inverse_dynamics", "mass_matrix")


def calls_for(arm: Arm, task: Task) -> list[Call]:
    """Return the calls that do a task on an arm."""
    arguments = ", ".join(task.arguments)
    names = {"method": getattr(arm, task.method)}
    single, single_out, batch, batch_out = (
        f"method({arguments}{options})"
        for options in ("", ", out=out", ", threads=1", ", out=out, threads=threads")
    )
    calls = [
        Call(LIBRARY, NEW_ARRAY, task.name, single, names, rows="one"),
        Call(LIBRARY, NEW_ARRAY, task.name, batch, names, rows="all"),
        Call(LIBRARY, OUT, task.name, single_out, names, rows="one"),
        Call(LIBRARY, OUT, task.name, batch_out, names, rows="all", takes_threads=True),
    ]
    return calls + (_calls_in_float32(arm, task) if task.method in _IN_FLOAT32 else [])


def _calls_in_float32(arm: Arm, task: Task) -> list[Call]:
    arguments = ", ".join(task.arguments)
    names = {"method": getattr(arm, task.method), "float32": np.float32}
    single = f"method({arguments}, dtype=float32, out=out)"
    batch = f"method({arguments}, dtype=float32, out=out, threads=threads)"
    return [
        Call(LIBRARY, OUT_FLOAT32, task.name, single, names, rows="one", dtype="float32"),
        Call(
            LIBRARY,
            OUT_FLOAT32,
            task.name,
            batch,
            names,
            rows="all",
            takes_threads=True,
            dtype="float32",
        ),
    ]
