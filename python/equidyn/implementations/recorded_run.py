"""Operations of a candidate: its function runs once on numbers that record what is done."""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..graph.numpy_of_objects import numpy_of_objects
from ..graph.operations import Operations
from ..graph.recorded import Recorded, Recording
from ..graph.trace import IntArray, Operation
from .implementation import Implementation, random_operands

if TYPE_CHECKING:
    from ..arm.arm import Arm
    from ..validation import FloatArray

# tolerance of recorded results against those of plain numbers, relative to the largest
_TOLERANCE = 1e-9

# folders without code of users; errors of recorded numbers come from the second
_EQUIDYN = Path(__file__).parents[2]
_GRAPH = _EQUIDYN / "graph"
_NUMPY = Path(np.__file__).parent

_OF_MATH = re.compile(r"\bmath\.(\w+)")


def recorded_operations(candidate: Implementation, arm: Arm, dead_code: bool = False) -> Operations:
    """Count the operations of a candidate for one state of an arm.

    Raises
    ------
    ValueError
        If the function does something that is no recorded operation; the message has its line.
    """
    operands = random_operands(arm, candidate.quantity)
    single = candidate.takes_single_states(arm, operands)
    recording = Recording()
    inputs = [
        np.array([recording.input(value) for value in operand[0]], dtype=object)
        for operand in operands
    ]
    try:
        with numpy_of_objects():
            answer = candidate.call(arm, *(x if single else x[np.newaxis] for x in inputs))
    except Exception as error:
        raise ValueError(f"{candidate.called}: {_explained(error)}") from error
    found = np.array(answer, dtype=object).ravel().tolist()
    _check(candidate, found, candidate.results(arm, operands)[0])
    return _counted(recording.counted(found, dead_code))


def _counted(operation: IntArray) -> Operations:
    kinds = np.bincount(operation, minlength=len(Operation))
    return Operations(
        multiplications=int(kinds[Operation.MULTIPLY]),
        additions=int(kinds[Operation.ADD] + kinds[Operation.SUBTRACT]),
        trigonometric=int(kinds[Operation.COSINE] + kinds[Operation.SINE]),
        divisions=int(kinds[Operation.DIVIDE]),
    )


def _check(candidate: Implementation, found: list[Any], expected: FloatArray) -> None:
    """Compare the recorded results with those of plain numbers."""
    values = [x.value if isinstance(x, Recorded) else float(x) for x in found]
    error = np.abs(np.array(values).reshape(expected.shape) - expected).max()
    if not error <= _TOLERANCE * max(1.0, np.abs(expected).max()):
        raise ValueError(
            f"{candidate.called}: cannot be counted: with numbers that record operations its "
            f"results differ by {error:.3g}"
        )


def _explained(error: Exception) -> str:
    """Return the reason why a function cannot be counted, and the line of the user's code."""
    frames = traceback.extract_tb(error.__traceback__)
    reason = str(error) or type(error).__name__
    within = Path(frames[-1].filename).parents
    if _EQUIDYN in within and _GRAPH not in within:
        reason = f"equidyn itself computes in C++ and takes plain numbers alone ({reason})"
    own = [frame for frame in frames if not _is_library(Path(frame.filename))]
    if not own:
        return f"cannot be counted: {reason}"
    last = own[-1]
    if of_math := _OF_MATH.search(last.line or ""):
        reason = f"math.{of_math[1]} takes plain numbers alone: write np.{of_math[1]}"
    at = f"line {last.lineno} of {Path(last.filename).name}: {last.line}"
    return f"cannot be counted: {reason} ({at})"


def _is_library(file: Path) -> bool:
    """Return whether a file is none of the user's."""
    return bool({_EQUIDYN, _NUMPY} & {*file.parents})
