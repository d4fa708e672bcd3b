"""Reading and atomic writing of files: text, JSON and CSV."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from .text import alternatives, in_one_line

StrPath = str | os.PathLike[str]

# largest file read, bytes; an arm of a hundred thousand links is smaller
_LARGEST = 64 * 2**20


def write_text(path: StrPath, text: str) -> None:
    """Write text in UTF-8 as `write_bytes`."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: StrPath, content: bytes) -> None:
    """Write a file atomically; an existing file is unchanged if that fails.

    The content is written to a temporary file in the same folder, which replaces the file once it
    is on the disk, with the same permissions; if `path` is a link, its target is replaced.

    Raises
    ------
    OSError
        If the file cannot be written; the error names it.
    """
    try:
        _write_whole(_path(path), content)
    except OSError as error:
        # the given name, not that of the temporary file
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def write_json(path: StrPath, content: Mapping[str, Any]) -> None:
    """Write plain data as JSON."""
    import json

    write_text(path, json.dumps(content, indent=1) + "\n")


def in_rows(content: Mapping[str, Any], indent: str = "  ") -> str:
    """Return plain data as JSON: a line for each key and, in nested lists, for each entry."""
    import json

    def value_of(value: Any) -> str:
        if isinstance(value, Mapping) and value:
            return in_rows(value, f"{indent}  ")
        if isinstance(value, list) and value and isinstance(value[0], list):
            entries = f",\n{indent}  ".join(map(json.dumps, value))
            return f"[\n{indent}  {entries}\n{indent}]"
        return json.dumps(value)

    lines = (f"{indent}{json.dumps(key)}: {value_of(value)}" for key, value in content.items())
    return "{\n" + ",\n".join(lines) + f"\n{indent[:-2]}}}"


def write_csv(
    path: StrPath, about: Mapping[str, Any], records: Sequence[Mapping[str, Any]]
) -> None:
    """Write records of the same keys as CSV, a line each; `about` comes first, after "#"."""
    import csv

    text = io.StringIO()
    for key, value in about.items():
        text.write(in_one_line(f"# {key}: {value}") + "\n")
    writer = csv.DictWriter(text, list(records[0]) if records else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    write_text(path, text.getvalue())


def read_bytes(path: StrPath, most: int) -> bytes:
    """Return the content of a regular file, at most `most` bytes.

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
        # a read error of the disk names no file
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def read_json(path: StrPath) -> Any:
    """Return the plain data in a file.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is not JSON, or a dictionary has a duplicate key.
    """
    import json

    try:
        return json.loads(read_text(path), object_pairs_hook=_different_keys)
    except RecursionError:
        raise ValueError("not a JSON file: nested too deep") from None
    except ValueError as error:
        raise ValueError(f"not a JSON file: {error}") from None


def read_csv(path: StrPath) -> tuple[dict[str, str], list[dict[str, str]]]:
    """Return the common data and the records of a file by `write_csv`, as strings.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is not CSV, or lines differ in their number of values.
    """
    import csv

    try:
        lines = read_text(path).splitlines()
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
    return suffix_of(path, ".json", ".csv") == ".csv"


def suffix_of(path: StrPath, *known: str, argument: str = "path") -> str:
    """Return the suffix of a file, an argument of that name, in lower case.

    Raises
    ------
    ValueError
        If it is none of those that are known.
    """
    suffix = _path(path).suffix.lower()
    if suffix not in known:
        raise ValueError(
            f"{argument}: expected a name that ends in {alternatives(known)}, "
            f"got {os.fspath(path)!r}"
        )
    return suffix


@contextmanager
def naming(path: StrPath, otherwise: str = "") -> Iterator[None]:
    """Prefix errors about the content of a file with its name and the expected format."""
    name = ": ".join(filter(None, (in_one_line(str(_path(path))), otherwise)))
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None


def _write_whole(path: Path, content: bytes) -> None:
    permissions = None
    if path.is_file():
        # a read-only file must not be replaced either
        with path.open("r+b") as existing:
            permissions = stat.S_IMODE(os.fstat(existing.fileno()).st_mode)
    elif path.exists():
        # a device or a pipe is written directly: it must not be replaced
        path.write_bytes(content)
        return
    file = Path(os.path.realpath(path))
    temporary = file.with_name(f".equidyn-{os.urandom(8).hex()}")
    try:
        with temporary.open("xb") as stream:
            if permissions is not None:
                temporary.chmod(permissions)
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, file)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def read_text(path: StrPath) -> str:
    """Return the text of a file in UTF-8.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is too large, or no text.
    """
    content = read_bytes(path, _LARGEST + 1)
    if len(content) > _LARGEST:
        raise ValueError(f"more than {_LARGEST // 2**20} MiB")
    return content.decode("utf-8")


def _without_waiting(path: str, flags: int) -> int:
    """Open a file without waiting for a writer of a pipe."""
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
            raise ValueError(f"duplicate key {key!r}")
        found[key] = value
    return found
