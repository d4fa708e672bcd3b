"""What is saved and loaded: text, JSON and CSV, written whole or not at all."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from .text import in_one_line

StrPath = str | os.PathLike[str]

# an arm of a hundred thousand links takes less
_LARGEST = 64 * 2**20


def write_text(path: StrPath, text: str) -> None:
    """Write a file, in UTF-8, and leave an existing one as it was if that fails.

    The text is written beside the file, and takes its place when it is on the disk: its
    permissions too, and where `path` is a link, the place of what the link points to.

    Raises
    ------
    OSError
        If the file cannot be written; the error names it.
    """
    try:
        _write_whole(_path(path), text)
    except OSError as error:
        # the name that was asked for, not that of the file beside
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def write_json(path: StrPath, content: Mapping[str, Any]) -> None:
    """Write plain data."""
    import json

    write_text(path, json.dumps(content, indent=1) + "\n")


def write_csv(
    path: StrPath, about: Mapping[str, Any], records: Sequence[Mapping[str, Any]]
) -> None:
    """Write records of the same keys, a line each; what holds for all comes first, after "#"."""
    import csv

    text = io.StringIO()
    for key, value in about.items():
        text.write(in_one_line(f"# {key}: {value}") + "\n")
    writer = csv.DictWriter(text, list(records[0]) if records else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    write_text(path, text.getvalue())


def write_records(
    path: StrPath, about: Mapping[str, Any], records: Sequence[Mapping[str, Any]]
) -> None:
    """Write records that have the same keys, in the form that the suffix names.

    Parameters
    ----------
    path : str or path_like
        Where to: .json or .csv.
    about : mapping
        What holds for all records.
    records : sequence of mapping
        One for each line of a CSV file.

    Raises
    ------
    ValueError
        For another suffix.
    """
    if is_csv(path):
        write_csv(path, about, records)
    else:
        write_json(path, {**about, "records": list(records)})


def read_bytes(path: StrPath, most: int) -> bytes:
    """Return the content of a regular file, and of a large one so many bytes.

    Raises
    ------
    OSError
        If the file cannot be read; the error names it.
    ValueError
        If it is a device or a pipe, which may have no end, or never begin.
    """
    try:
        with open(_path(path), "rb", opener=_without_waiting) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise ValueError("expected a regular file, got a device or a pipe")
            return file.read(most)
    except OSError as error:
        # a disk that fails while a file is read names none
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def read_json(path: StrPath) -> Any:
    """Return the plain data in a file.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is not JSON, or a key stands twice in one of its dictionaries.
    """
    import json

    try:
        return json.loads(_text(path), object_pairs_hook=_different_keys)
    except RecursionError:
        raise ValueError("not a JSON file: nested too deep") from None
    except ValueError as error:
        raise ValueError(f"not a JSON file: {error}") from None


def read_csv(path: StrPath) -> tuple[dict[str, str], list[dict[str, str]]]:
    """Return what `write_csv` wrote, as strings: what holds for all records, and these.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is not CSV, or lines differ in their number of values.
    """
    import csv

    try:
        lines = _text(path).splitlines()
        about = _different_keys([_about(line) for line in lines if line.startswith("#")])
        keys, *rows = list(csv.reader(line for line in lines if not line.startswith("#"))) or [[]]
        for number, row in enumerate(rows, start=1):
            if len(row) != len(keys):
                raise ValueError(f"row {number}: expected {len(keys)} values, got {len(row)}")
        return about, [_different_keys(list(zip(keys, row, strict=True))) for row in rows]
    except (ValueError, csv.Error) as error:
        raise ValueError(f"not a CSV file: {error}") from None


def is_csv(path: StrPath) -> bool:
    """Tell whether a file is CSV, by its suffix; otherwise it is JSON.

    Raises
    ------
    ValueError
        For another suffix.
    """
    suffix = _path(path).suffix.lower()
    if suffix not in (".json", ".csv"):
        raise ValueError(
            f"path: expected a name that ends in .json or .csv, got {os.fspath(path)!r}"
        )
    return suffix == ".csv"


@contextmanager
def naming(path: StrPath, otherwise: str = "") -> Iterator[None]:
    """Put the name of a file, and what it is not, before errors that its content causes."""
    name = ": ".join(filter(None, (in_one_line(str(_path(path))), otherwise)))
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None


def _write_whole(path: Path, text: str) -> None:
    permissions = None
    if path.is_file():
        # what may not be written must not be replaced either
        with path.open("r+b") as existing:
            permissions = stat.S_IMODE(os.fstat(existing.fileno()).st_mode)
    elif path.exists():
        # a device or a pipe has no text to lose, and must stay what it is
        path.write_text(text, encoding="utf-8")
        return
    file = Path(os.path.realpath(path))
    beside = file.with_name(f".equidyn-{os.urandom(8).hex()}")
    try:
        with beside.open("x", encoding="utf-8") as stream:
            if permissions is not None:
                beside.chmod(permissions)
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(beside, file)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def _text(path: StrPath) -> str:
    content = read_bytes(path, _LARGEST + 1)
    if len(content) > _LARGEST:
        raise ValueError(f"more than {_LARGEST // 2**20} MiB")
    return content.decode("utf-8")


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe into which nobody writes would be waited for."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _path(path: StrPath) -> Path:
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"path: expected the path of a file, got {type(path).__name__}")
    return Path(path)


def _about(line: str) -> tuple[str, str]:
    """Split "# key: value"."""
    key, _, value = line.removeprefix("#").removeprefix(" ").partition(":")
    return key, value.removeprefix(" ")


def _different_keys(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key!r} stands there twice")
        found[key] = value
    return found
