"""Timings as the content of a CSV file, one row for each turn, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

# comment keys of a file in addition to those of the machine
_FIRST = ("format", "quantity", "batch", "arms")


def to_csv(content: Mapping[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the common data, and one row for each turn, of the plain data of timings."""
    about = {name: content[name] for name in _FIRST if name in content} | content["machine"]
    turns = [
        {"formulation": record["formulation"], "n": record["n"], "turn": turn, "nanoseconds": time}
        for record in content["records"]
        for turn, time in enumerate(record["nanoseconds"])
    ]
    loops = {(x["formulation"], x["n"]): x["loop"] for x in content["records"] if "loop" in x}
    if loops:
        turns = [{**x, "loop": loops.get((x["formulation"], x["n"]), 0.0)} for x in turns]
    return about, turns


def from_csv(about: Mapping[str, str], rows: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """Return the plain data from the result of `to_csv`.

    Raises
    ------
    ValueError
        If a column is missing, or a number cannot be parsed.
    """
    turns: dict[tuple[str, int], list[float]] = {}
    loops: dict[tuple[str, int], float] = {}
    for number, row in enumerate(rows, start=1):
        try:
            key = (row["formulation"], int(row["n"]))
            turns.setdefault(key, []).append(float(row["nanoseconds"]))
            loops[key] = float(row.get("loop", 0.0))
        except KeyError as error:
            raise ValueError(f"column {error} is missing") from None
        except ValueError as error:
            raise ValueError(f"row {number}: {error}") from None
    first: dict[str, Any] = {name: about[name] for name in _FIRST if name in about}
    if "batch" in first:
        first["batch"] = int(first["batch"])
    machine = {name: value for name, value in about.items() if name not in first}
    records = [
        {"formulation": name, "n": n, "nanoseconds": times, "loop": loops[name, n]}
        for (name, n), times in turns.items()
    ]
    return {**first, "machine": machine, "records": records}
