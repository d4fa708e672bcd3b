"""Benchmarks as JSON files."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

FORMAT = "equidyn benchmark 2"

_Result = TypeVar("_Result")


def write(path: str | os.PathLike[str], content: Mapping[str, Any]) -> None:
    """Write plain data."""
    Path(path).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def read(path: str | os.PathLike[str], make: Callable[[Mapping[str, Any]], _Result]) -> _Result:
    """Read what `write` wrote, and make something of it.

    Raises
    ------
    ValueError
        If the file holds something else.
    """
    text = Path(path).read_text(encoding="utf-8")
    try:
        content = json.loads(text)
        if content["format"] != FORMAT:
            raise ValueError(f"format {content['format']!r}")
        return make(content)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: not a file of a benchmark ({FORMAT!r}): {error}") from error
