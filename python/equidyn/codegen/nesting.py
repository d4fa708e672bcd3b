"""Lists within lists, as languages write arrays of several axes."""

from __future__ import annotations

from collections.abc import Sequence


def indices(position: int, shape: Sequence[int]) -> list[int]:
    """Return the index on each axis of an element that has a position row after row."""
    found: list[int] = []
    for extent in reversed(shape):
        position, index = divmod(position, extent)
        found.insert(0, index)
    return found


def element_of(name: str, shape: Sequence[int]) -> list[int]:
    """Return the indices of an element such as "com[5]" of an argument."""
    return indices(int(name.partition("[")[2].removesuffix("]")), shape)


def nested(texts: Sequence[str], shape: Sequence[int], indent: str) -> list[str]:
    """Return the lines of a literal of an array, with a comma behind the last line.

    Parameters
    ----------
    texts : sequence of str
        The elements, row after row; one to a line.
    shape : sequence of int
        Its shape; () for a number.
    indent : str
        Blanks before an inner list.
    """
    if not shape:
        return [f"{texts[0]},"]
    size = len(texts) // shape[0]
    parts = [texts[start : start + size] for start in range(0, len(texts), size)]
    inner = [line for part in parts for line in nested(part, shape[1:], indent)]
    return ["[", *(f"{indent}{line}" for line in inner), "],"]
