"""Colours, marks and dashes of plots, each with one meaning throughout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import cycle, product
from typing import Any

# distinct for the colour-blind too, and legible as text on white: contrasts of 4.5 and more
COLOURS = ("#0872b5", "#bd5200", "#008071", "#861429", "#6141bd", "#75753d", "#203988", "#d12669")
MUTED, INK = "#6f6f6f", "#1d1d1f"

# the same on dark pages
_ON_DARK = ("#4899d0", "#f18a3c", "#07b2ab", "#e17282", "#cba7ff", "#b5b46b", "#7393ef", "#f87db1")
ON_DARK = {
    **dict(zip(COLOURS, _ON_DARK, strict=True)), MUTED: "#9b9ba1", INK: "#e6e6e3",
}  # fmt: skip

_BLUE, _ORANGE, _TEAL, _WINE, _PURPLE, _OLIVE, _NAVY, _PINK = COLOURS

# colours of the families of formulations
FAMILIES = {
    "Newton-Euler": _BLUE,
    "Lagrange": _ORANGE,
    "Kane, Gibbs, complement": _TEAL,
    "others": _WINE,
    "production kernel": _PURPLE,
}

# colours of the parts of a torque; velocity: centrifugal and Coriolis together
PARTS = {
    "inertial": _BLUE,
    "centrifugal": _OLIVE,
    "coriolis": _ORANGE,
    "velocity": _ORANGE,
    "gravity": _TEAL,
    "friction": _WINE,
    "motors": _PURPLE,
    "tip": _PINK,
    "base": _NAVY,
    "total": INK,
}

# colours of the axes x, y and z of a frame, as is usual, and of joints
AXES = ("#cc3311", "#009944", "#0066dd")
JOINT = "#d0d4d8"

# colours of vectors of a link, by kind
VECTORS = {
    "position": INK,
    "velocity": _ORANGE,
    "acceleration": _NAVY,
    "omega": _PINK,
    "alpha": _OLIVE,
    "force": _WINE,
    "moment": _PURPLE,
    "weight": _TEAL,
    "inertia": _BLUE,
}

# colours of values within a limit, from small to large, and of values beyond it
WITHIN, BEYOND = ("#e3eef9", "#6baed6"), ("#fdae6b", "#99000d")

# dashes of successive rounds of colours
DASHES: tuple[Any, ...] = ("-", (0, (4, 1.5)))

# successive curves differ in mark and dashes; the first 56 pairs are distinct
_MARKERS = "os^Dv*P<X>hpd8"
_LINES = ("-", (0, (4, 1.5)), (0, (1, 1)), (0, (6, 1.5, 1, 1.5)))


def curve_styles(
    names: Iterable[str],
    groups: Mapping[str, str] | None = None,
    numbers: Mapping[str, int] | None = None,
) -> dict[str, dict[str, Any]]:
    """Return the colour, mark and dashes of each curve as matplotlib keywords.

    Parameters
    ----------
    names : iterable of str
        Names of the curves.
    groups : mapping of str to str, optional
        The group of each curve: by default each curve has a colour of its own.
    numbers : mapping of str to int, optional
        The number of each curve: of its mark in a group, else of its colour, so that it keeps them
        beside any other curves. By default curves are counted.
    """
    places = numbers or {name: k for k, name in enumerate(names)}
    pairs = list(product(DASHES, COLOURS))
    styles = {}
    for name, k in places.items():
        if groups is None:
            dashes, colour = pairs[k % len(pairs)]
            styles[name] = {"color": colour, "linestyle": dashes, "marker": "o"}
        else:
            rounds, place = divmod(k, len(_MARKERS))
            marker, dashes = _MARKERS[place], _LINES[(place + rounds) % len(_LINES)]
            colour = group_colours(groups)[groups[name]]
            styles[name] = {"color": colour, "linestyle": dashes, "marker": marker}
    return styles


def group_colours(groups: Mapping[str, str]) -> dict[str, str]:
    """Return the colour of each group: that of a family, or one unused by families."""
    free = cycle(colour for colour in COLOURS if colour not in FAMILIES.values())
    return {group: FAMILIES.get(group) or next(free) for group in dict.fromkeys(groups.values())}


def line_styles(names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return colour and dashes of curves: fixed for parts of a torque, in order for others."""
    others = cycle(product(DASHES, COLOURS))
    styles = {}
    for name in names:
        dashes, colour = (DASHES[0], PARTS[name]) if name in PARTS else next(others)
        styles[name] = {"color": colour, "linestyle": dashes}
    return styles
