"""How curves are told apart: families by colour, members of one by marker and line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import cycle, product
from typing import Any

# distinct for the colour-blind and on light and dark paper alike
COLOURS = ("#0077bb", "#ee7733", "#009988", "#cc3311", "#aa4499", "#999933", "#33bbee", "#ee3377")
MUTED = "#888888"

# a second round of colours is dashed
DASHES = ("-", (0, (4, 1.5)))

# one after the other they differ in both; the twelve pairs come before any returns
_MARKERS = "os^Dv*P<X>hp"
_LINES = ("-", (0, (4, 1.5)), (0, (1, 1)), (0, (6, 1.5, 1, 1.5)))


def curve_styles(
    names: Iterable[str], families: Mapping[str, str] | None = None
) -> dict[str, dict[str, Any]]:
    """Return how each curve is drawn, as matplotlib calls it.

    Parameters
    ----------
    names : iterable of str
        The curves.
    families : mapping of str to str, optional
        The family of each curve; each curve has its own colour where there are none.
    """
    if families is None:
        pairs = cycle(product(DASHES, COLOURS))
        return {
            name: {"linestyle": dashes, "color": colour, "marker": "o"}
            for name, (dashes, colour) in zip(names, pairs, strict=False)
        }
    colours = family_colours(families)
    members = {family: cycle(zip(_MARKERS, _LINES * 3, strict=True)) for family in colours}
    styles = {}
    for name in names:
        marker, line = next(members[families[name]])
        styles[name] = {"linestyle": line, "color": colours[families[name]], "marker": marker}
    return styles


def family_colours(families: Mapping[str, str]) -> dict[str, str]:
    """Return the colour of each family."""
    return dict(zip(dict.fromkeys(families.values()), COLOURS, strict=False))
