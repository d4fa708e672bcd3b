"""Conversion of dataclasses to and from plain data for JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

_Result = TypeVar("_Result")

# scalar types with their names in messages
_NAMES = {
    str: "a string",
    bool: "true or false",
    int: "an integer of 64 bits",
    float: "a finite number",
}


def finite_or_none(number: float) -> float | None:
    """Return a number, or None for what JSON cannot write: NaN and infinities."""
    return float(number) if math.isfinite(number) else None


def to_plain(value: Any) -> Any:
    """Return dataclasses and mappings as dictionaries, tuples as lists, all else as it is."""
    if is_dataclass(value):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: to_plain(entry) for key, entry in value.items()}
    if isinstance(value, (tuple, list)):
        return [to_plain(entry) for entry in value]
    return value


def from_plain(kind: type[_Result], data: Any, form: str) -> _Result:
    """Return a dataclass from the result of `to_plain`, with its format as a further key.

    Parameters
    ----------
    kind : type
        The dataclass. Its fields are dataclasses, strings, numbers or booleans, tuples
        ``tuple[kind, ...]`` or dictionaries ``dict[str, kind]`` of these; unknown keys are skipped,
        and fields with a default may be missing.
    data : mapping
        Its plain data.
    form : str
        Expected ``data["format"]``.

    Raises
    ------
    ValueError
        For data of another structure; the message names the place: "rows[2].batch".
    """
    found = _require(data, Mapping, "", "a dictionary").get("format")
    if found != form:
        raise ValueError(f"format: expected {form!r}, got {_shown(found)}")
    result: _Result = _made(kind, data, "")
    return result


def _made(kind: Any, data: Any, place: str) -> Any:
    """Return an object of a type from the plain data at a place."""
    if is_dataclass(kind):
        return _made_dataclass(kind, data, place)
    if get_origin(kind) is tuple:
        entries = _require(data, list, place, "a list")
        return tuple(_made(get_args(kind)[0], x, f"{place}[{k}]") for k, x in enumerate(entries))
    if get_origin(kind) is dict:
        entries = _require(data, Mapping, place, "a dictionary")
        return {key: _made(get_args(kind)[1], x, f"{place}.{key}") for key, x in entries.items()}
    # bool is a subclass of int in Python, and an integer is a number in JSON
    accepted = {int, float} if kind is float else {kind}
    if type(data) not in accepted or not _fits(kind, data):
        raise ValueError(f"{place}: expected {_NAMES[kind]}, got {_shown(data)}")
    return kind(data)


def _made_dataclass(kind: Any, data: Any, place: str) -> Any:
    _require(data, Mapping, place, "a dictionary")
    dot, arguments, kinds = "." if place else "", {}, _kinds(kind)
    for field in fields(kind):
        inner = f"{place}{dot}{field.name}"
        if field.name not in data:
            if field.default is not MISSING:
                continue
            raise ValueError(f"{inner}: key is missing")
        arguments[field.name] = _made(kinds[field.name], data[field.name], inner)
    try:
        return kind(**arguments)
    except ValueError as error:
        raise ValueError(f"{place}{dot}{error}") from None


@cache
def _kinds(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _require(data: Any, kind: Any, place: str, expected: str) -> Any:
    if not isinstance(data, kind):
        raise ValueError(f"{place}{': ' if place else ''}expected {expected}, got {_shown(data)}")
    return data


def _fits(kind: Any, data: Any) -> bool:
    """Return whether a number fits into an array; all else fits."""
    if kind in (int, float) and isinstance(data, int):
        return abs(data) < 2**63
    return kind is not float or math.isfinite(data)


def _shown(data: Any) -> str:
    """Format data for a message: numbers and short strings as such, the type of all else."""
    text = repr(data) if isinstance(data, (bool, int, float, str)) else ""
    return text if 0 < len(text) < 40 else type(data).__name__
