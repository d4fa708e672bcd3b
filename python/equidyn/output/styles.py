"""Colours, marks and dashes of plots, each with one meaning throughout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count, cycle
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

# symbols of parts of a torque, as in M q̈ + C q̇ + G = τ
SYMBOLS = {
    "inertial": "M q̈",
    "centrifugal": "in C q̇",
    "coriolis": "in C q̇",
    "velocity": "C q̇",
    "gravity": "G",
    "total": "τ",
}

# colours of the axes x, y and z of a frame, as is usual, and of joints and links
AXES = ("#cc3311", "#009944", "#0066dd")
JOINT, LINK = "#d0d4d8", "#8a8f98"

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

# dashes of lines, by which curves differ without their colours, too
DASHES: tuple[Any, ...] = (
    "-",
    (0, (4, 1.5)),
    (0, (1, 1)),
    (0, (6, 1.5, 1, 1.5)),
    (0, (10, 2)),
    (0, (6, 1.5, 1, 1.5, 1, 1.5)),
    (0, (2.5, 2.5)),
    (0, (10, 2, 3, 2)),
)

# hatches of bars of the parts of a torque, in the order of their dashes
HATCHES = {
    "inertial": "",
    "centrifugal": "....",
    "coriolis": "////",
    "gravity": "xxxx",
    "friction": "\\\\\\\\",
    "motors": "----",
    "tip": "oooo",
    "base": "++++",
}

# parts that stand for several, by the part that lends them dashes and hatch
_ALIKE = {"velocity": "coriolis", "total": "inertial"}

# widths of lines, in points
WIDTH, _THICK = 1.2, 2.6

# successive curves of a family differ in mark and dashes; the first 56 pairs are distinct
_MARKERS = "os^Dv*P<X>hpd8"
_OF_FAMILIES = DASHES[:4]

# fills of the marks of successive rounds of dashes, in other groups
_FILLS = ("full", "none", "left", "top")


def curve_styles(
    names: Iterable[str],
    groups: Mapping[str, str] | None = None,
    numbers: Mapping[str, int] | None = None,
) -> dict[str, dict[str, Any]]:
    """Return the colour, mark and dashes of each curve as matplotlib keywords.

    Curves of a family have its colour, and a mark each. Curves of another group have its colour and
    its mark; they differ in dashes, and in the fill of the mark.

    Parameters
    ----------
    names : iterable of str
        Names of the curves.
    groups : mapping of str to str, optional
        The group of each curve: by default each curve has a colour of its own.
    numbers : mapping of str to int, optional
        The number of each curve: of its mark in a family, else of its dashes, so that it keeps them
        beside any other curves. By default curves are counted.
    """
    places = numbers or {name: k for k, name in enumerate(names)}
    if groups is None:
        return {
            name: {**_line(k), "marker": _MARKERS[k % len(_MARKERS)]} for name, k in places.items()
        }
    of_groups = group_styles(groups)
    return {name: _member(k, groups[name], of_groups) for name, k in places.items()}


def _line(k: int) -> dict[str, Any]:
    """Return colour and dashes of a curve; the first 64 pairs are distinct."""
    rounds, place = divmod(k, len(COLOURS))
    return {"color": COLOURS[place], "linestyle": DASHES[(place + rounds) % len(DASHES)]}


def _member(k: int, group: str, of_groups: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """Return the style of a curve in a group."""
    style = of_groups[group]
    if group in FAMILIES:
        rounds, place = divmod(k, len(_MARKERS))
        dashes = _OF_FAMILIES[(place + rounds) % len(_OF_FAMILIES)]
        return {**style, "linestyle": dashes, "marker": _MARKERS[place]}
    rounds, place = divmod(k, len(DASHES))
    return {**style, "linestyle": DASHES[place], "fillstyle": _FILLS[rounds % len(_FILLS)]}


def group_styles(groups: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return the colour and the mark of each group: those of a family, or others.

    The first five groups that are no families have colours of no family.
    """
    colours = list(FAMILIES.values())
    known = {
        family: {"color": colour, "marker": mark}
        for (family, colour), mark in zip(FAMILIES.items(), _MARKERS, strict=False)
    }
    present = dict.fromkeys(groups.values())
    styles = {group: known[group] for group in present if group in known}
    taken = [style["marker"] for style in styles.values()]
    others = [colour for colour in (*COLOURS, INK, MUTED) if colour not in colours]
    free = zip(
        cycle([*others, *colours]),
        cycle([mark for mark in _MARKERS if mark not in taken]),
        strict=False,
    )
    for group in present:
        if group not in known:
            colour, mark = next(free)
            styles[group] = {"color": colour, "marker": mark}
    return {group: styles[group] for group in present}


def line_styles(names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return colour, dashes and width of curves: fixed for parts of a torque, else in order."""
    others = count()
    return {
        name: _part(name) if name in PARTS else {**_line(next(others)), "linewidth": WIDTH}
        for name in names
    }


def _part(name: str) -> dict[str, Any]:
    """Return the style of the curve of a part of a torque; the total is thick, behind its parts."""
    dashes = DASHES[list(HATCHES).index(_ALIKE.get(name, name))]
    style = {"color": PARTS[name], "linestyle": dashes, "linewidth": WIDTH}
    return {**style, "linewidth": _THICK, "zorder": 1.5} if name == "total" else style


def bar_styles(names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return colour and hatch of bars: fixed for parts of a torque, else in order."""
    hatches = cycle(HATCHES.values())
    return {
        name: {
            "color": style["color"],
            "hatch": HATCHES[_ALIKE.get(name, name)] if name in PARTS else next(hatches),
            "edgecolor": "white",
            "linewidth": 0.0,
        }
        for name, style in line_styles(names).items()
    }
