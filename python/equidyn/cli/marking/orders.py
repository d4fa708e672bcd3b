"""The assignment that the arguments of the command state."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ... import Arm
from ...studies.grading.tasks import TASKS
from ...studies.vectors import ReferenceVectors
from ...validation import choice, count, positive
from .assignment import Assignment


def assignment_of(
    key: str | None,
    load: Callable[[str], Arm],
    vectors: Path | None,
    require: Mapping[str, float | None] | None,
    function: str | None,
    quantity: str | None,
    **options: Any,
) -> Assignment:
    """Return the assignment of a key or robot and options.

    Parameters
    ----------
    key : str, optional
        A robot, or a Python file that defines `arm`, and `points` where they are not usual ones.
    load : callable
        Returns the arm of a robot.
    vectors : Path, optional
        A file of test vectors, in place of the key.
    require : mapping, optional
        Points by required quantity.
    function, quantity : str, optional
        A single function, and what it computes.
    **options
        As of `Assignment`.

    Raises
    ------
    ValueError, TypeError
        If an option is wrong, or the key defines no arm.
    """
    for name in ("timeout", "memory"):
        if not options[name] > 0.0:
            raise ValueError(f"--{name}: must be positive (inf: no limit), got {options[name]:g}")
    count("--seed", options["seed"], smallest=0)
    positive("--tolerance", options["tolerance"])
    arm, points = None, require
    if key is not None and Path(key).suffix.lower() == ".py":
        defined = runpy.run_path(key)
        arm, points = defined.get("arm"), require or defined.get("points")
        if not isinstance(arm, Arm):
            raise ValueError(f"--key: expected a file that defines `arm`, an Arm, got {key}")
    elif key is not None:
        arm = load(key)
    if vectors is not None:
        if key is not None:
            raise ValueError("--vectors: expected without --arm: the file has an arm")
        options["vectors"] = ReferenceVectors.load(vectors)
        arm = options["vectors"].arm
    if function is not None and quantity is None:
        quantity = function if function in TASKS else "inverse_dynamics"
    if quantity is not None:
        if points:
            raise ValueError("--require: expected alone, without --quantity and --function")
        choice("--quantity", quantity, TASKS)
        functions = {quantity: function or quantity}
        return Assignment(arm, functions=functions, **options)
    return Assignment(arm, _checked(points or {}), **options)


def _checked(points: Any) -> dict[str, float | None]:
    """Return points by quantity, validated."""
    if not isinstance(points, Mapping):
        raise TypeError(f"points: expected numbers by quantity, got {type(points).__name__}")
    return {
        choice("--require", name, TASKS): None
        if value is None
        else positive(f"points of {name}", value)
        for name, value in points.items()
    }
