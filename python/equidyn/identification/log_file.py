"""The table in a file of samples: its encoding, separator, headings and decimal sign."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import os
import re
import zlib
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise, zip_longest
from typing import NamedTuple

import numpy as np

from ..output.files import LARGEST, read_text
from ..validation import FloatArray
from .log_dates import is_date
from .log_units import UNITS, split

# most names in a message
_SHOWN = 12

# texts for a missing value
MISSING = {"", "nan", "na", "n/a", "null", "none"}

# marks of byte order, and the encoding of text after them
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}

# first bytes of files that are no text
_GZIP = b"\x1f\x8b"
_NO_TEXT = {
    b"PK\x03\x04": "a .zip or .xlsx file",
    b"\xfd7zXZ": "an .xz file",
    b"BZh": "a .bz2 file",
    b"\x28\xb5\x2f\xfd": "a .zst file",
    b"\x89HDF": "an HDF5 file",
    b"PAR1": "a Parquet file",
    b"#ROSBAG": "a .bag file",
    b"\x89MCAP": "an .mcap file",
    b"SQLite format 3": "a database of SQLite, as of rosbag2",
}

# bytes that contain a zero in text with two bytes per character
_LOOKED_AT = 64

_SEPARATORS = ",;\t|"

# lines among which headings are sought
_EARLY = 50

# starts of comments; rosbag's "%time" is a heading
_COMMENTS = ("#", "% ", "//")

# first line of a file for Excel
_SEPARATOR = re.compile(r'\s*"?sep=([,;\t|])"?\s*', re.IGNORECASE)

# blanks between fields; a unit in brackets belongs to the word before it
_BLANKS = re.compile(r"\s+(?![\[(])")


class Sheet(NamedTuple):
    """A table of text.

    Attributes
    ----------
    headings : list of str
        Names of the columns.
    columns : list of tuple of str
        Their cells.
    left_out : tuple of str
        Sentences on rows that are left out.
    """

    headings: list[str]
    columns: list[tuple[str, ...]]
    left_out: tuple[str, ...] = ()


def listed(names: Sequence[str]) -> str:
    """Join names for a message, the first dozen of many."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(map(repr, names[:_SHOWN])) + more


def read_sheet(
    path: str | os.PathLike[str], names: Sequence[str] | None = None, *, skip: bool = False
) -> Sheet:
    """Return the table in a file: headings in the first line, and at least one row.

    A file without headings has these names. Rows of another length are skipped on request; a last
    row that was cut is left out.
    """
    content = read_text(path, _decoded)
    lines, separator = _lines(content, names)
    try:
        # line by line: a lost quotation mark takes no other lines
        reader = partial(csv.reader, delimiter=separator, skipinitialspace=True)
        table = [next(reader([line])) for line in lines]
    except csv.Error as error:
        raise ValueError(f"not a CSV file: {error}") from None
    headings, *rows = ([cell.strip() for cell in row] for row in table)
    headings = [heading.strip("'") for heading in headings]
    if separator == " ":
        headings = _BLANKS.split(" ".join(headings))
    if all(_is_number(cell) for cell in headings):
        raise ValueError(
            f"expected headings in the first line, as t,q_1,q_2, got numbers, {listed(headings)}"
            ": name them by columns="
        )
    left_out = []
    headings, rows = _with_units(headings, rows)
    if not headings[-1] and all(len(row) < len(headings) or not row[-1] for row in rows):
        headings.pop()
    rows, cut = _without_ends(rows, len(headings))
    last = [row[-1] for row in rows if len(row) == len(headings)]
    ends = content.endswith(("\n", "\r"))
    cut |= len(rows[-1]) < len(headings) or (not ends and _lacks_decimals(last))
    if len(rows) > 1 and cut:
        left_out.append(f"row {len(rows)}, the last, is cut and left out")
        rows.pop()
    if skip:
        kept = [row for row in rows if len(row) == len(headings)]
        left_out += _skipped(len(rows) - len(kept), "have another number of values")
        rows = kept or rows
    usual = Counter(map(len, rows)).most_common(1)[0][0]
    if usual != len(headings) and usual > 1 and separator != ",":
        raise ValueError(
            f"expected {usual} headings in the first line, one for each value, got "
            f"{listed(headings)}"
        )
    for number, row in enumerate(rows, start=1):
        if len(row) != len(headings):
            hint = ": decimal commas need another separator" if len(row) > len(headings) else ""
            raise ValueError(
                f"row {number}: expected {len(headings)} values, got {len(row)}"
                + (hint if separator == "," else "")
            )
    return Sheet(headings, list(zip(*rows, strict=True)), tuple(left_out))


def _lines(content: str, names: Sequence[str] | None) -> tuple[list[str], str]:
    """Return the lines of a file, headings first, without comments, and their separator."""
    whole = [line for line in content.splitlines() if line.strip()]
    lines = [line for line in whole if not line.lstrip().startswith(_COMMENTS)]
    comments = whole[: whole.index(lines[0])] if lines else []
    declared = _SEPARATOR.fullmatch(lines[0]) if lines else None
    if declared:
        lines.pop(0)
    if names is not None:
        lines.insert(0, _headed(names, lines))
    else:
        # NumPy writes headings as a comment; recorders write about themselves before them
        comment = [each.lstrip("#%/ ") for each in comments[-1:]]
        lines = _from_headings([*comment, *lines[:_EARLY]], len(comment)) + lines[_EARLY:]
    # files that were joined repeat their headings
    lines[1:] = [line for line in lines[1:] if line != lines[0]]
    if len(lines) < 2:
        raise ValueError(f"expected headings and rows, got {len(lines)} lines")
    separator = declared[1] if declared else max(_SEPARATORS, key=lines[0].count)
    if separator in lines[0]:
        return lines, separator
    return [line.strip() for line in lines], " "


def _with_units(headings: list[str], rows: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """Return headings with the units of a first row of units, and the other rows."""
    units = [cell.strip("[]()") for cell in rows[0]]
    given = [split(heading)[1] for heading in headings]
    agree = all(told in (None, unit) for told, unit in zip(given, units, strict=False))
    if len(rows) < 2 or any(map(_is_number, units)) or not UNITS & set(units) or not agree:
        return headings, rows
    return [
        f"{heading} [{unit}]" if unit in UNITS and told is None else heading
        for heading, unit, told in zip_longest(headings, units[: len(headings)], given)
    ], rows[1:]


def _without_ends(rows: list[list[str]], count: int) -> tuple[list[list[str]], bool]:
    """Return rows without a separator at their ends, and whether the last one lacks it alone."""
    if any(len(row) != count + 1 or row[-1] for row in rows[:-1] or rows):
        return rows, False
    ended = len(rows[-1]) > count
    return [row[:count] for row in rows], not ended


def _from_headings(lines: list[str], comments: int) -> list[str]:
    """Return lines from their headings on; all but the comments if none are sure to be those."""
    for k, (line, following) in enumerate(pairwise(lines)):
        if _are_headings(_cells(line, line), _cells(following, line)):
            count = len(_cells(line, line))
            if all(len(_cells(each, line)) != count for each in lines[comments:k]):
                return lines[k:]
    return lines[comments:]


def _are_headings(names: list[str], cells: list[str]) -> bool:
    """Tell whether a line has headings for the cells of the next line, numbers or units."""
    words = any(name[:1].isalpha() for name in names) and not any(map(_is_number, names))
    if not words or len(names) < 2 or abs(len(names) - len(cells)) > 1:
        return False
    return any(_is_number(each) or each in UNITS for each in cells)


def _cells(line: str, like: str) -> list[str]:
    """Return the cells of a line that has the separator of another one."""
    separator = max(_SEPARATORS, key=like.count)
    cells = line.split(separator) if separator in like else _BLANKS.split(line.strip())
    return [cell.strip("\"'[]()%_/ ") for cell in cells]


def _headed(names: Sequence[str], lines: list[str]) -> str:
    """Return a line of headings with the separator of the first line, which has numbers."""
    first = lines[0].strip() if lines else ""
    for separator in (*";\t|,", None):
        cells = [cell.strip() for cell in first.split(separator)]
        if len(cells) == len(names) + 1 and not cells[-1]:
            cells.pop()
        if len(cells) == len(names) and all(
            cell.lower() in MISSING or _is_number(cell) or is_date(cell) for cell in cells
        ):
            return (separator or " ").join(f'"{name}"' for name in names)
    raise ValueError(
        f"columns: expected a first line of {len(names)} numbers, one for each name, got "
        f"{first[:60]!r}"
    )


def _lacks_decimals(cells: Sequence[str]) -> bool:
    """Tell whether the last number has fewer decimals than each one before it."""
    decimals = [len(cell.replace(",", ".").partition(".")[2]) for cell in cells]
    return len(decimals) > 2 and decimals[-1] < min(decimals[:-1])


def _skipped(number: int, reason: str) -> list[str]:
    return [f"skipped rows that {reason}: {number}"] if number else []


def without_bad_rows(sheet: Sheet, time: int, places: Sequence[int]) -> Sheet:
    """Return a table without the rows that lack a time, or a number or a mark of a missing one."""
    times = sheet.columns[time]
    is_time = is_date if any(map(is_date, times)) else _is_finite
    values = zip(*(sheet.columns[place] for place in places), strict=True)
    kept = [
        k
        for k, (moment, cells) in enumerate(zip(times, values, strict=True))
        if is_time(moment) and all(map(_is_finite, cells))
    ]
    rows = len(sheet.columns[0])
    if not kept or len(kept) == rows:
        return sheet
    columns = [tuple(column[k] for k in kept) for column in sheet.columns]
    said = _skipped(rows - len(kept), "have values that are not numbers")
    return Sheet(sheet.headings, columns, (*sheet.left_out, *said))


def _is_finite(cell: str) -> bool:
    try:
        _number(cell.replace(",", "."), 0)
    except ValueError:
        return False
    return True


def _decoded(content: bytes) -> str:
    """Return text in UTF-8, UTF-16, or windows-1252, which spreadsheets write; of a .gz, too."""
    if content.startswith(_GZIP):
        content = _unpacked(content)
    for mark, kind in _NO_TEXT.items():
        if content.startswith(mark):
            raise ValueError(f"expected text, or text in .gz, got {kind}")
    start = content[:_LOOKED_AT]
    encodings = [encoding for mark, encoding in _MARKS.items() if content.startswith(mark)]
    if not encodings and b"\0" in start:
        encodings = ["utf-16-le" if b"\0" in start[1::2] else "utf-16-be"]
    for encoding in encodings or ["utf-8", "cp1252"]:
        with suppress(UnicodeDecodeError):
            return content.decode(encoding)
    raise ValueError("expected text in UTF-8, UTF-16 or windows-1252")


def _unpacked(content: bytes) -> bytes:
    """Return the content of a .gz file, which must not be larger than a file may be."""
    try:
        with gzip.open(io.BytesIO(content)) as file:
            unpacked = file.read(LARGEST + 1)
    except EOFError:
        raise ValueError("the .gz file is cut: expected a whole one") from None
    except (OSError, zlib.error) as error:
        raise ValueError(f"the .gz file is damaged: {error}") from None
    if len(unpacked) > LARGEST:
        raise ValueError(f"more than {LARGEST // 2**20} MiB when unpacked")
    return unpacked


def _is_number(cell: str) -> bool:
    try:
        float(cell.replace(",", "."))
    except ValueError:
        return False
    return True


def with_points(sheet: Sheet, places: Sequence[int]) -> Sheet:
    """Return a table with decimal points instead of commas in some columns."""
    signs = [
        next((cell for k in places for cell in sheet.columns[k] if sign in cell), None)
        for sign in (",", ".")
    ]
    if signs[0] is None:
        return sheet
    if signs[1] is not None:
        raise ValueError(
            f"expected one decimal sign, got {signs[0]!r} and {signs[1]!r}: leave out marks of "
            "thousands"
        )
    columns = list(sheet.columns)
    for k in places:
        columns[k] = tuple(cell.replace(",", ".") for cell in columns[k])
    return sheet._replace(columns=columns)


def numbers(cells: Sequence[str]) -> FloatArray:
    """Return the finite numbers in cells; nan for missing ones."""
    whole = "".join(cells)
    if whole.isascii() and "_" not in whole:
        try:
            values = np.array(list(map(float, cells)))
        except ValueError:
            values = np.array([np.nan])
        if np.isfinite(values).all():
            return values
    return np.array([_number(cell, row) for row, cell in enumerate(cells, start=1)])


def _number(cell: str, row: int) -> float:
    if cell.lower() in MISSING:
        return np.nan
    try:
        # float() also takes 1_0 and digits of other scripts
        value = float(cell) if cell.isascii() and "_" not in cell else np.inf
    except ValueError:
        value = np.inf
    if not np.isfinite(value):
        raise ValueError(f"row {row}: expected a number, got {cell!r}")
    return value
