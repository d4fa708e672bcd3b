"""Records as files: JSON, or CSV with one line for each record."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def write_records(
    path: str | os.PathLike[str], about: Mapping[str, Any], records: Sequence[Mapping[str, Any]]
) -> None:
    """Write records that have the same keys, in the form that the suffix names.

    Parameters
    ----------
    path : str or path_like
        Where to: .json or .csv.
    about : mapping
        What holds for all records; the first lines of a CSV file, each after a "#".
    records : sequence of mapping
        At least one.

    Raises
    ------
    ValueError
        For another suffix.
    """
    file = Path(path)
    suffix = file.suffix.lower()
    if suffix not in (".json", ".csv"):
        raise ValueError(f"path: expected a name that ends in .json or .csv, got {str(file)!r}")
    if suffix == ".json":
        content = json.dumps({**about, "records": list(records)}, indent=1) + "\n"
    else:
        content = _to_csv(about, records)
    file.write_text(content, encoding="utf-8")


def _to_csv(about: Mapping[str, Any], records: Sequence[Mapping[str, Any]]) -> str:
    text = io.StringIO()
    for key, value in about.items():
        text.write(f"# {key}: {value}\n")
    writer = csv.DictWriter(text, list(records[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return text.getvalue()
