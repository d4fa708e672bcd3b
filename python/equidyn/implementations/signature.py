"""Arguments of a candidate: with the arm or without it, read from the signature of the function."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..validation import function

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def arguments_of(operands: Sequence[str]) -> str:
    """Return the arguments of a function of these operands, as they are written in messages."""
    return f"(arm, {', '.join(operands)})"


def takes_arm(name: str, candidate: Callable[..., Any], operands: Sequence[str]) -> bool:
    """Return whether the first argument of a function is the arm.

    Parameters
    ----------
    name : str
        Name of the function in messages.
    candidate : callable
        The function.
    operands : sequence of str
        Names of the operands.

    Raises
    ------
    TypeError
        If it cannot be called with the operands, neither with nor without the arm.
    """
    function(name, candidate, arguments_of(operands))
    values = [None] * len(operands)
    try:
        signature = inspect.signature(candidate)
    except (TypeError, ValueError):
        return True  # written in C, without a signature
    parameters = signature.parameters.values()
    required = [p for p in parameters if p.kind in _POSITIONAL and p.default is p.empty]
    takes_any = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    if len(required) == len(values) and not takes_any and _fits(signature, values):
        return False
    if _fits(signature, [None, *values]):
        return True
    raise TypeError(
        f"{name}: expected a function of {arguments_of(operands)}, got one of {signature}"
    )


def of_arrays(candidate: Any, operands: Sequence[str]) -> Any:
    """Return a function of an array for each operand: of one number for each joint, if it is such.

    A function of numbers, as `sympy.lambdify` makes it, has a multiple of as many arguments as
    there are operands: ``f(q1, q2, qd1, qd2)``. For one operand, their names end in numbers.
    """
    try:
        arguments = inspect.signature(candidate).parameters.values()
    except (TypeError, ValueError):
        return candidate
    required = [x.name for x in arguments if x.kind in _POSITIONAL and x.default is x.empty]
    if any(x.kind is x.VAR_POSITIONAL for x in arguments) or len(required) <= len(operands):
        return candidate
    numbered = len({re.sub(r"\d+$", "", name) for name in required}) == 1
    if len(required) % len(operands) or not (numbered or len(operands) > 1):
        return candidate
    n = len(required) // len(operands)

    def of_numbers(*state: Any) -> Any:
        if any(np.shape(operand) != (n,) for operand in state):
            joints = "joint" if n == 1 else "joints"
            raise TypeError(f"({', '.join(required)}) are numbers of {n} {joints}")
        return candidate(*(number for operand in state for number in operand))

    of_numbers.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY) for name in operands]
    )
    return of_numbers


def _fits(signature: inspect.Signature, arguments: list[None]) -> bool:
    try:
        signature.bind(*arguments)
    except TypeError:
        return False
    return True
