"""Keyword-only options, with an error that names the option passed by position."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import NoReturn, ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")


def options_by_name(method: Callable[_P, _R]) -> Callable[_P, _R]:
    """Decorate a method that takes arrays by position, and all else by name only."""
    code = method.__code__
    by_position = code.co_argcount
    arrays = code.co_varnames[1:by_position]
    options = code.co_varnames[by_position : by_position + code.co_kwonlyargcount]

    def refuse(extra: object) -> NoReturn:
        got = f"another {type(extra).__name__} by position"
        if isinstance(extra, str) and "formulation" in options:
            got = f"{extra!r}: did you mean formulation={extra!r}?"
        raise TypeError(
            f"{method.__name__}: takes {', '.join(arrays)} by position, and by name "
            f"{', '.join(options)}; got {got}"
        )

    @wraps(method)
    def checked(*given: _P.args, **named: _P.kwargs) -> _R:
        if len(given) > by_position:
            refuse(given[by_position])
        return method(*given, **named)

    return checked
