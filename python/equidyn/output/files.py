"""Reading and atomic writing of files: text, JSON and CSV."""

from __future__ import annotations

import io
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import compress
from pathlib import Path
from typing import Any

from ..validation import brief
from .text import alternatives, in_one_line

StrPath = str | os.PathLike[str]

# largest file read, bytes; an arm of a hundred thousand links is smaller
LARGEST = 64 * 2**20

# byte order mark, which some programs write first
_MARK = "\ufeff"

# most characters of a path in a message: its end, since that has the name of the file
_LONGEST_NAME = 255

# first characters of a formula in a spreadsheet, also in full width
_FORMULA = "=+-@\t\r\n＝＋－＠"


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
    write_text(path, in_rows(content) + "\n")


def in_rows(content: Mapping[str, Any], indent: str = "  ") -> str:
    """Return plain data as JSON: a line for each key and, in lists of several, for each entry."""
    import json

    def value_of(value: Any) -> str:
        if isinstance(value, Mapping) and value:
            return in_rows(value, f"{indent}  ")
        if isinstance(value, list) and value and isinstance(value[0], (list, dict)):
            entries = f",\n{indent}  ".join(map(json.dumps, value))
            return f"[\n{indent}  {entries}\n{indent}]"
        return json.dumps(value)

    lines = (f"{indent}{json.dumps(key)}: {value_of(value)}" for key, value in content.items())
    return "{\n" + ",\n".join(lines) + f"\n{indent[:-2]}}}"


def write_csv(
    path: StrPath, about: Mapping[str, Any], records: Sequence[Mapping[str, Any]]
) -> None:
    """Write records of the same keys as CSV, a line each; `about` comes first, after "#".

    An apostrophe stands before text that a spreadsheet would take for a formula.
    """
    keys = list(records[0]) if records else []
    lines = [_comment(in_one_line(f"# {key}: {value}")) for key, value in about.items()]
    lines += [_row(keys), *(_row([record[key] for key in keys]) for record in records)]
    write_text(path, "".join(f"{line}\n" for line in lines))


def _row(values: Sequence[Any]) -> str:
    # an empty line would be none
    return ",".join(map(_cell, values)) or '""'


def _cell(value: Any) -> str:
    """Return a value as a cell, which ends at none of the separators of a spreadsheet."""
    if not isinstance(value, str):
        return "" if value is None else str(value)
    text = _marked(value)
    return _quoted(text) if re.search('[,;"\t\r\n]', text) else text


def _comment(line: str) -> str:
    """Return a line before the table: as one cell where another one would begin with a formula."""
    return _quoted(line) if any(map(_is_formula, re.split("[,;\t]", line)[1:])) else line


def _quoted(text: str) -> str:
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def _marked(text: str) -> str:
    """Return text with an apostrophe before what would be a formula, or a comment."""
    return f"'{text}" if _is_formula(text.lstrip("'"), f"{_FORMULA}#") else text


def _is_formula(text: str, signs: str = _FORMULA) -> bool:
    """Return whether a spreadsheet computes a text: by its first sign, unless it is a number."""
    text = text if text[:1] in signs else text.strip("\"'()[]{} ")
    if len(text) < 2 or text[0] not in signs:
        return False
    try:
        float(text)
    except ValueError:
        return True
    return text[0].isspace()


def cells(content: str) -> tuple[list[str], list[list[str]]]:
    """Return the headings and the rows of a table that any program may have written.

    Cells are separated by comma, semicolon or tab, as the headings are; with semicolons a comma is
    a decimal point. Comments ("#"), empty lines and empty columns are left out.

    Raises
    ------
    ValueError
        If it is not CSV, or lines differ in their number of values.
    """
    import csv

    lines = [line for line in _lines(content) if line.strip() and not _is_comment(line)]
    delimiter = max(",;\t", key=lines[0].count) if lines else ","
    try:
        headings, *rows = list(csv.reader(lines, delimiter=delimiter)) or [[]]
    except csv.Error as error:
        raise ValueError(str(error)) from None
    for number, row in enumerate(rows, start=1):
        if len(row) != len(headings):
            raise ValueError(f"row {number}: expected {len(headings)} values, got {len(row)}")
    headings = [heading.strip() for heading in headings]
    used = [heading or any(row[k].strip() for row in rows) for k, heading in enumerate(headings)]
    if not all(used):
        headings, *rows = (list(compress(row, used)) for row in (headings, *rows))
    if delimiter == ";":
        rows = [[cell.replace(",", ".") for cell in row] for row in rows]
    return headings, rows


def _lines(content: str) -> list[str]:
    """Return lines with their ends, which may stand in a cell."""
    return list(io.StringIO(content, newline=""))


def _is_comment(line: str) -> bool:
    return line.startswith(("#", '"#'))


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
        return json.loads(read_text(path).removeprefix(_MARK), object_pairs_hook=_different_keys)
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
    try:
        content = read_text(path).removeprefix(_MARK)
        comments = [line.strip() for line in _lines(content) if _is_comment(line)]
        about = _different_keys([_about(line) for line in comments])
        keys, rows = cells(content)
        records = (zip(keys, map(_without_mark, row), strict=True) for row in rows)
        return about, [_different_keys(list(record)) for record in records]
    except ValueError as error:
        raise ValueError(f"not a CSV file: {error}") from None


def _without_mark(cell: str) -> str:
    """Return a cell without the apostrophe of `write_csv`."""
    return cell[1:] if cell.startswith("'") and _marked(cell[1:]) == cell else cell


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
            f"got {brief(os.fspath(path))}"
        )
    return suffix


@contextmanager
def naming(path: StrPath, otherwise: str = "") -> Iterator[None]:
    """Prefix errors about the content of a file with its name and the expected format."""
    file = in_one_line(str(_path(path)))
    file = file if len(file) <= _LONGEST_NAME else f"…{file[-_LONGEST_NAME:]}"
    name = ": ".join(filter(None, (file, otherwise)))
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


def read_text(path: StrPath, decode: Callable[[bytes], str] = bytes.decode) -> str:
    """Return the text of a file, in UTF-8 unless another function decodes it.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is too large, or no text.
    """
    content = read_bytes(path, LARGEST + 1)
    if len(content) > LARGEST:
        raise ValueError(f"more than {LARGEST // 2**20} MiB")
    return decode(content)


def _without_waiting(path: str, flags: int) -> int:
    """Open a file without waiting for a writer of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _path(path: StrPath) -> Path:
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"path: expected the path of a file, got {type(path).__name__}")
    return Path(path)


def _about(line: str) -> tuple[str, str]:
    """Split "# key: value"; in quotes, quotes are doubled."""
    if line.startswith('"'):
        line = line[1:-1].replace('""', '"')
    key, _, value = line.removeprefix("#").removeprefix(" ").partition(":")
    return key, value.removeprefix(" ")


def _different_keys(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"duplicate key {key!r}")
        found[key] = value
    return found
