"""Tables of symbols from the headers, whose columns are parted by spaces, in Markdown."""

import re
from itertools import pairwise

from .markdown import literal, table
from .mathematics import in_text, symbols

# "paper   code   meaning, in frame i": the columns begin where these words do
_HEAD = re.compile(r" +(?:\w+ {2,}){1,2}meaning")
_COLUMN = re.compile(r"(?<=  )\w+(?=  )|meaning.*")
_CODE = ("code", "array")
_UNIT = re.compile(r"(?P<meaning>.*?\S) {2,}(?P<unit>\S.*)")


def tables(text: str) -> str:
    """Return the tables of symbols in a header, with the symbols as mathematics."""
    lines = text.splitlines()
    heads = [k for k, line in enumerate(lines) if _HEAD.match(line)]
    return "\n".join(_table(lines[a:b]) for a, b in pairwise([*heads, len(lines)]))


def _table(lines: list[str]) -> str:
    found = list(_COLUMN.finditer(lines[0]))
    starts = [column.start() for column in found]
    names = [column[0] for column in found]
    rows: list[list[str]] = []
    for line in lines[1:]:
        *before, rest = (line[a:b].strip() for a, b in pairwise([*starts, len(line)]))
        split = _UNIT.fullmatch(rest)
        meaning, unit = split.group("meaning", "unit") if split else (rest, "")
        if any(before):
            rows.append([*before, meaning, unit])
        else:
            # a second line
            rows[-1][-2] += f" {meaning}"
            rows[-1][-1] += unit
    head = [*names[:-1], in_text(names[-1]), "unit"]
    cells = [
        [*map(_symbol, names, row[:-2]), in_text(row[-2]), row[-1].replace("^2", "²")]
        for row in rows
    ]
    if not any(row[-1] for row in cells):
        head, cells = head[:-1], [row[:-1] for row in cells]
    return table(head, cells)


def _symbol(column: str, text: str) -> str:
    if not text:
        return ""
    return literal(text) if column in _CODE else f"${symbols(text)}$"
