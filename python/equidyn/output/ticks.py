"""Numbers beside a logarithmic axis: at what was measured, as far as they have room."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# the width of a letter, and of the least gap between two numbers, in sizes of the letters
_LETTER, _GAP = 0.65, 0.6

# digits of numbers that are written before others, without the zeros at their end
_ROUND = ("1", "2", "5", "4", "8", "16", "32", "64", "3", "6")


def mark_numbers(ax: Axes, numbers: Iterable[int], written: Callable[[int], str] = str) -> None:
    """Mark whole numbers on the logarithmic x axis; written are those that have room.

    Parameters
    ----------
    ax : matplotlib axes
        Whose limits are final.
    numbers : iterable of int
        What was measured at, positive.
    written : callable, optional
        Writes a number.
    """
    from matplotlib import rcParams
    from matplotlib.font_manager import FontProperties
    from matplotlib.ticker import FuncFormatter, NullLocator

    marked = sorted(set(numbers))
    texts = [written(n) for n in marked]
    letters = FontProperties(size=rcParams["xtick.labelsize"]).get_size_in_points()

    def text(number: float, _: int | None) -> str:
        # how wide the axes are is only known when they are drawn
        points = ax.bbox.width * 72.0 / ax.figure.dpi
        low, high = np.log(ax.get_xlim())
        places = points / letters * (np.log(marked) - low) / (high - low)
        k = int(np.abs(np.subtract(marked, number)).argmin())
        return texts[k] if k in with_room(marked, places.tolist(), texts) else ""

    ax.set_xticks(marked)
    ax.xaxis.set_major_formatter(FuncFormatter(text))
    ax.xaxis.set_minor_locator(NullLocator())


def with_room(numbers: Sequence[int], places: Sequence[float], texts: Sequence[str]) -> list[int]:
    """Return the indices of numbers that are written, none of which touches another.

    The first and the last come before those between, and of these round ones before others.

    Parameters
    ----------
    numbers : sequence of int
        Ascending.
    places : sequence of float
        Where they stand, in sizes of the letters.
    texts : sequence of str
        How they are written.
    """

    def rank(k: int) -> tuple[bool, int, int]:
        digits = str(numbers[k]).rstrip("0")
        between = 0 < k < len(numbers) - 1
        return between, _ROUND.index(digits) if digits in _ROUND else len(_ROUND), k

    kept: list[int] = []
    for k in sorted(range(len(numbers)), key=rank):
        free = (
            abs(places[k] - places[other])
            >= _GAP + 0.5 * _LETTER * (len(texts[k]) + len(texts[other]))
            for other in kept
        )
        if all(free):
            kept.append(k)
    return sorted(kept)
