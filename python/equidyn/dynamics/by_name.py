"""Keyword-only options, with an error that names the option passed by position."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")


def options_by_name(method: Callable[_P, _R]) -> Callable[_P, _R]:
    """Decorate a method that takes arrays by position, and all else by name only."""
    require_by_name, by_position = by_name_only(method), method.__code__.co_argcount

    @wraps(method)
    def checked(*given: _P.args, **named: _P.kwargs) -> _R:
        if len(given) > by_position:  # a call that is spared is a part of some calls' time
            require_by_name(given)
        return method(*given, **named)

    return checked


def by_name_only(method: Callable[..., object]) -> Callable[[tuple[object, ...]], None]:
    """Return the check that a call of a method passes no option by position."""
    code = method.__code__
    by_position = code.co_argcount
    arrays = code.co_varnames[1:by_position]
    options = code.co_varnames[by_position : by_position + code.co_kwonlyargcount]

    def require_by_name(given: tuple[object, ...]) -> None:
        if len(given) <= by_position:
            return
        extra = given[by_position]
        got = f"another {type(extra).__name__} by position"
        if isinstance(extra, str) and "formulation" in options:
            got = f"{extra!r}: did you mean formulation={extra!r}?"
        raise TypeError(
            f"{method.__name__}: takes {', '.join(arrays)} by position, and by name "
            f"{', '.join(options)}; got {got}"
        )

    return require_by_name
