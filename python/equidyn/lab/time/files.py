"""Timings as files: JSON, or CSV with one row for each turn."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path
from typing import Any

FORMAT = "equidyn timings 1"

_COLUMNS = ["formulation", "n", "turn", "nanoseconds"]


def write(path: str | os.PathLike[str], content: dict[str, Any]) -> None:
    """Write the plain data of timings, in the form that the suffix names.

    Raises
    ------
    ValueError
        If the suffix is neither .json nor .csv.
    """
    file = Path(path)
    text = _to_csv(content) if _suffix(file) == ".csv" else json.dumps(content, indent=1) + "\n"
    file.write_text(text, encoding="utf-8")


def read(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read what `write` wrote.

    Raises
    ------
    ValueError
        If the suffix is neither .json nor .csv, or the file holds something else.
    """
    file = Path(path)
    parse = _from_csv if _suffix(file) == ".csv" else json.loads
    text = file.read_text(encoding="utf-8")
    try:
        content: dict[str, Any] = parse(text)
        if content["format"] != FORMAT:
            raise ValueError(f"format {content['format']!r}")
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: not a file of timings ({FORMAT!r}): {error}") from error
    return content


def _suffix(file: Path) -> str:
    suffix = file.suffix.lower()
    if suffix not in (".json", ".csv"):
        raise ValueError(f"path: expected a name that ends in .json or .csv, got {str(file)!r}")
    return suffix


def _to_csv(content: dict[str, Any]) -> str:
    """Lines that begin with # tell what is not a measurement."""
    about = {"format": content["format"], "arms": content["arms"], **content["machine"]}
    lines = [f"# {key}: {value}" for key, value in about.items()]
    lines.append(",".join(_COLUMNS))
    for record in content["records"]:
        for turn, time in enumerate(record["nanoseconds"]):
            lines.append(f"{record['formulation']},{record['n']},{turn},{time!r}")
    return "\n".join(lines) + "\n"


def _from_csv(text: str) -> dict[str, Any]:
    lines = text.splitlines()
    about = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))
    turns: dict[tuple[str, int], list[float]] = {}
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        key = (row["formulation"], int(row["n"]))
        turns.setdefault(key, []).append(float(row["nanoseconds"]))
    return {
        "format": about.pop("format"),
        "arms": about.pop("arms"),
        "machine": about,
        "records": [
            {"formulation": name, "n": n, "nanoseconds": times}
            for (name, n), times in turns.items()
        ],
    }
