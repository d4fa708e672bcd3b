"""Arguments of a candidate: with the arm or without it, read from the signature of the function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

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


def _fits(signature: inspect.Signature, arguments: list[None]) -> bool:
    try:
        signature.bind(*arguments)
    except TypeError:
        return False
    return True
