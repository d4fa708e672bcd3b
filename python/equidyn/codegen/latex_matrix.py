"""Results in LaTeX: matrices where their entries are short, else equations of the entries."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from .arguments import Argument, indices
from .latex_terms import LINE, width

_RESULTS = {
    "tau": r"\tau",
    "qdd": r"\ddot{q}",
    "Md": r"\dot{M}",
    "Jd": r"\dot{J}",
    "pose": "H",
    "poses": "H",
    "q": "q",
    "qd": r"\dot{q}",
}

# signs of an entry that stands in a matrix beside names of longer ones
_SHORT = 12


class Equations(NamedTuple):
    """Equations of a result.

    Attributes
    ----------
    of_entries : list of str
        Those of the entries that stand in a matrix by their names.
    of_result : list of str
        Those of the matrices, or of all entries.
    """

    of_entries: list[str]
    of_result: list[str]


def equations(result: Argument, entries: Sequence[list[str]]) -> Equations:
    """Return the equations of a result.

    Parameters
    ----------
    result : Argument
        Its name and shape; of three axes the first one counts matrices.
    entries : sequence of list of str
        The lines of each entry, row after row.
    """
    size = prod(result.shape[-2:])
    if len(result.shape) < 2 or size == 1:
        return Equations([], _each(result, entries, range(result.size)))
    of_entries, of_result = [], []
    for start in range(0, result.size, size):
        matrix = _matrix(result, entries, start)
        if matrix is None:
            of_result += _each(result, entries, range(start, start + size))
            continue
        of_entries += matrix.of_entries
        of_result += matrix.of_result
    return Equations(of_entries, of_result)


def _matrix(result: Argument, entries: Sequence[list[str]], start: int) -> Equations | None:
    """Return the equations of a matrix; None if it is too wide."""
    rows, columns = result.shape[-2:]
    own = range(start, start + rows * columns)
    cells = [" ".join(entries[k]) for k in own]
    named: list[int] = []
    if not _fits(cells, columns):
        named = [k for k in own if width(cells[k - start]) > _SHORT]
        cells = [
            _name(result, _first(entries, k, own)) if k in named else cells[k - start] for k in own
        ]
        if not _fits(cells, columns):
            return None
    lines = [" & ".join(cells[k : k + columns]) for k in range(0, len(cells), columns)]
    where = indices(start, result.shape)[:-2]
    label = _symbol(result, where)
    body = " \\\\\n".join(lines)
    return Equations(
        _each(result, entries, [k for k in named if _first(entries, k, own) == k]),
        [f"{label} &= \\begin{{bmatrix}}\n{body}\n\\end{{bmatrix}}"],
    )


def _fits(cells: Sequence[str], columns: int) -> bool:
    """Tell whether a matrix fits on a line, with a space between columns."""
    widest = [max(map(width, cells[column::columns])) for column in range(columns)]
    return sum(widest) + 2 * columns <= LINE


def _first(entries: Sequence[list[str]], k: int, own: range) -> int:
    """Return the first entry that is equal to an entry."""
    return next(x for x in own if entries[x] == entries[k])


def _each(result: Argument, entries: Sequence[list[str]], which: Sequence[int]) -> list[str]:
    """Return the equations of entries; a long one that stood before is not repeated."""
    found: list[str] = []
    for k in which:
        first, *others = entries[k]
        same = _first(entries, k, range(k + 1))
        if same in which and same != k and (others or width(first) > _SHORT):
            first, others = _name(result, same), []
        found.append(f"{_name(result, k)} &= {first}")
        found += [rf"&\quad {{}} {line}" for line in others]
    return found


def _name(result: Argument, k: int) -> str:
    """Return the symbol of an element of a result, joints numbered from 1."""
    return _symbol(result, indices(k, result.shape))


def _symbol(result: Argument, where: Sequence[int]) -> str:
    """Return the symbol of a result, or of its part at these indices."""
    above, _, below = result.name.partition("_")
    counted = [index + 1 for index in where]
    if below:
        numerator, denominator = (_RESULTS[x.removeprefix("d")] for x in (above, below))
        row, column = (f"_{{{x}}}" for x in counted) if counted else ("", "")
        return rf"\partial {numerator}{row} / \partial {denominator}{column}"
    comma = "," if max(counted, default=0) > 9 else ""
    index = f"_{{{comma.join(map(str, counted))}}}" if counted else ""
    return f"{_RESULTS.get(result.name, result.name)}{index}"
