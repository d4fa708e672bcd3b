"""Calls of equidyn itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..validation import FloatArray
from .call import Call
from .tasks import MODEL, ManyArmsTask, SimulationTask, Task

if TYPE_CHECKING:
    from ..arm.arm import Arm

LIBRARY = "equidyn"
NEW_ARRAY, OUT, OUT_FLOAT32 = "new array", "out=", "out=, float32"
VARY = "vary, out="

# methods timed with several values of dtype=
_IN_FLOAT32 = ("inverse_dynamics", "mass_matrix")


def calls_for(arm: Arm, task: Task) -> list[Call]:
    """Return the calls that compute a task on an arm."""
    if isinstance(task, ManyArmsTask):
        return _calls_of_many_arms(arm, task)
    names = {method: getattr(arm, method) for method in task.methods}
    if isinstance(task, SimulationTask):
        return _calls_of_simulation(task, names)
    single, batch = _expression(task), _expression(task, "threads=1")
    single_out = _expression(task, out=True)
    batch_out = _expression(task, "threads=threads", out=True)
    calls = [
        Call(LIBRARY, NEW_ARRAY, task.name, single, names, rows="one"),
        Call(LIBRARY, NEW_ARRAY, task.name, batch, names, rows="all"),
        Call(LIBRARY, OUT, task.name, single_out, names, rows="one"),
        Call(LIBRARY, OUT, task.name, batch_out, names, rows="all", takes_threads=True),
    ]
    return calls + (_calls_in_float32(task, names) if task.methods[0] in _IN_FLOAT32 else [])


def _calls_of_many_arms(arm: Arm, task: ManyArmsTask) -> list[Call]:
    """Return calls on arms that are made before, and one that makes them each time."""
    (method,) = task.methods
    state = ", ".join(name for name in task.arguments if name != MODEL)

    def arms(mass: FloatArray) -> Any:
        return arm.vary(mass=mass)

    single, batch = f"model.{method}({state})", f"model.{method}({state}, threads=1)"
    single_out = f"model.{method}({state}, out=out)"
    batch_out = f"model.{method}({state}, out=out, threads=threads)"
    making = f"vary(mass=model).{method}({state}, out=out, threads=threads)"
    names = {"vary": arm.vary}
    return [
        Call(LIBRARY, NEW_ARRAY, task.name, single, rows="one", models=arms),
        Call(LIBRARY, NEW_ARRAY, task.name, batch, rows="all", models=arms),
        Call(LIBRARY, OUT, task.name, single_out, rows="one", models=arms),
        Call(LIBRARY, OUT, task.name, batch_out, rows="all", takes_threads=True, models=arms),
        Call(LIBRARY, VARY, task.name, making, names, rows="all", takes_threads=True),
    ]


def _calls_of_simulation(task: SimulationTask, names: dict[str, Any]) -> list[Call]:
    given = f"q, qd, {task.duration}, {task.step}, torque=tau, record=0"
    single = f"simulate({given}).q[..., 0, :]"
    batch = f"simulate({given}, threads=threads).q[..., 0, :]"
    return [
        Call(LIBRARY, NEW_ARRAY, task.name, single, names, rows="one"),
        Call(LIBRARY, NEW_ARRAY, task.name, batch, names, rows="all", takes_threads=True),
    ]


def _expression(task: Task, *options: str, out: bool = False) -> str:
    """Return the source of a call of each method; several write to parts of ``out``."""
    calls = []
    for number, method in enumerate(task.methods):
        target = f"out[{number}]" if len(task.methods) > 1 else "out"
        given = [*task.arguments, *([f"out={target}"] if out else []), *options]
        calls.append(f"{method}({', '.join(given)}){task.entry}")
    return ", ".join(calls)


def _calls_in_float32(task: Task, methods: dict[str, Any]) -> list[Call]:
    names = {**methods, "float32": np.float32}
    single = _expression(task, "dtype=float32", out=True)
    batch = _expression(task, "dtype=float32", "threads=threads", out=True)
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
