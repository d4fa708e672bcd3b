"""Arms as dictionaries and as JSON files that keep every bit."""

from __future__ import annotations

import os
from collections.abc import Mapping
from math import inf, isfinite
from typing import Any

import numpy as np

from ...dynamics.joint_names import usual_link_names
from ...output.files import read_json, write_json
from ...validation import choice
from ..data import MAGNITUDES, NAMES, REQUIRED, USUAL_TOOL

FORMAT = "equidyn arm 1"


def to_plain(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data as strings, lists of float and None, with the version of the format first."""
    plain = {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in data.items()
    }
    plain["joint_names"] = list(plain["joint_names"])
    # JSON has no infinite numbers
    if plain["limits"] is not None:
        plain["limits"] = [_without_infinite(row) for row in plain["limits"]]
    # left out if absent: earlier versions wrote and read files without them
    if not any(plain["a_y"]):
        del plain["a_y"]
    for name in ("breakaway", "stribeck"):
        if plain[name] is None:
            del plain[name]
    for name in MAGNITUDES:
        magnitudes = plain.pop(name)
        if magnitudes is not None:
            plain[name] = _without_infinite(magnitudes)
    link_names, tool_name = plain.pop("link_names"), plain.pop("tool_name")
    if link_names != usual_link_names(len(link_names)):
        plain["link_names"] = list(link_names)
    if tool_name != USUAL_TOOL:
        plain["tool_name"] = tool_name
    configurations = plain.pop("configurations").to_plain()
    if configurations:
        plain["configurations"] = configurations
    frames = plain.pop("frames")
    if frames:
        plain["frames"] = [[name, link, pose.tolist()] for name, link, pose in frames]
    return {"format": FORMAT, **plain}


def from_plain(plain: Any) -> dict[str, Any]:
    """Return the data from a dictionary of ``to_plain``; keys with a default may be absent."""
    if not isinstance(plain, Mapping):
        raise TypeError(f"arm: expected a dictionary, got {type(plain).__name__}")
    if "format" not in plain:
        raise ValueError(f"format: key is missing, expected {FORMAT!r}")
    choice("format", plain["format"], [FORMAT])
    for key in plain:
        choice("key", key, ["format", *NAMES])
    missing = [name for name in REQUIRED if name not in plain]
    if missing:
        raise ValueError(f"{missing[0]}: key is missing; required: {', '.join(REQUIRED)}")
    return with_infinite_limits({name: plain[name] for name in NAMES if name in plain})


def write(path: str | os.PathLike[str], data: Mapping[str, Any]) -> None:
    """Write the data to a JSON file, one line per key or, in nested lists, per link."""
    write_json(path, to_plain(data))


def read(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the data in a JSON file."""
    return from_plain(read_json(path))


def with_infinite_limits(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return plain data of an arm, None in its limits replaced by infinite numbers."""
    found = dict(data)
    if isinstance(found.get("limits"), list):
        found["limits"] = [_with_infinite(row) for row in found["limits"]]
    for name in MAGNITUDES:
        if isinstance(found.get(name), list):
            found[name] = [inf if x is None else x for x in found[name]]
    return found


def _with_infinite(row: Any) -> Any:
    """Return the position limits of one joint, infinite for None."""
    if not isinstance(row, list) or len(row) != 2:
        return row
    return [none if x is None else x for x, none in zip(row, (-inf, inf), strict=True)]


def _without_infinite(numbers: list[float]) -> list[float | None]:
    """Return None for infinite numbers."""
    return [x if isfinite(x) else None for x in numbers]
