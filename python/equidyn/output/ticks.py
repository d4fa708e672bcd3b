"""Tick labels of a logarithmic axis at measured numbers, without overlaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# width of a letter, and least gap between two labels, in font sizes
_LETTER, _GAP = 0.65, 0.6

# significant digits of preferred labels
_ROUND = ("1", "2", "5", "4", "8", "16", "32", "64", "3", "6")


def mark_numbers(ax: Axes, numbers: Iterable[int], written: Callable[[int], str] = str) -> None:
    """Place ticks at integers on the logarithmic x axis, with labels where they have room.

    Parameters
    ----------
    ax : matplotlib axes
        Axes with final limits.
    numbers : iterable of int
        Positive abscissas of the measurements.
    written : callable, optional
        Formats a label.
    """
    from matplotlib import rcParams
    from matplotlib.font_manager import FontProperties
    from matplotlib.ticker import FuncFormatter, NullLocator

    marked = sorted(set(numbers))
    texts = [written(n) for n in marked]
    letters = FontProperties(size=rcParams["xtick.labelsize"]).get_size_in_points()

    def text(number: float, _: int | None) -> str:
        # the width of the axes is only known when they are drawn
        points = ax.bbox.width * 72.0 / ax.figure.dpi
        low, high = np.log(ax.get_xlim())
        places = points / letters * (np.log(marked) - low) / (high - low)
        k = int(np.abs(np.subtract(marked, number)).argmin())
        return texts[k] if k in with_room(marked, places.tolist(), texts) else ""

    ax.set_xticks(marked)
    ax.xaxis.set_major_formatter(FuncFormatter(text))
    ax.xaxis.set_minor_locator(NullLocator())


def with_room(numbers: Sequence[int], places: Sequence[float], texts: Sequence[str]) -> list[int]:
    """Return the indices of numbers with labels that do not overlap.

    The first and the last take precedence over those between, and round ones over others.

    Parameters
    ----------
    numbers : sequence of int
        Ascending numbers.
    places : sequence of float
        Positions of the labels, in font sizes.
    texts : sequence of str
        The labels.
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
