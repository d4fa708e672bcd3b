"""Units in the headings of a log: in brackets, or as a part of the name."""

from __future__ import annotations

import re
from collections.abc import Collection

import numpy as np

_DEGREE = np.pi / 180
_POSITIONS = {"rad": 1.0, "mrad": 1e-3, "deg": _DEGREE, "°": _DEGREE, "m": 1.0, "mm": 1e-3}
LENGTHS = ("m", "mm")

# parts of a second
PARTS = {"s": 1, "ms": 10**3, "us": 10**6, "µs": 10**6, "ns": 10**9}

# factors to SI units
FACTORS = {
    "q": _POSITIONS,
    "qd": {**{f"{unit}/s": factor for unit, factor in _POSITIONS.items()}, "rpm": 2 * np.pi / 60},
    "qdd": {
        f"{unit}/{square}": factor
        for square in ("s^2", "s²")
        for unit, factor in _POSITIONS.items()
    },
    "tau": {"Nm": 1.0, "N m": 1.0, "N·m": 1.0, "N*m": 1.0, "mNm": 1e-3, "N": 1.0},
    "current": {"A": 1.0, "mA": 1e-3},
}

UNITS = {*PARTS, *(unit for units in FACTORS.values() for unit in units)}

# what is in brackets and no index
_BRACKETS = re.compile(r"(.*?)\s*[\[(](?!\s*\d+\s*[\])])\s*([^\[\]()]+)[\])]")

# words in place of symbols
_WORDS = {
    r"degrees?": "deg",
    r"radians?": "rad",
    r"(?:rev|[1rut])/min|min(?:\^?-1|⁻¹)": "rpm",
    r"amp(?:ere)?s?": "A",
    r"milli(?=s|a)": "m",
    r"micro(?=s)": "u",
    r"nano(?=s)": "n",
    r"sec(?:ond)?s?": "s",
}

# a unit as a part of a name: "deg" of "q_elbow_deg" and "position_deg[0]", "deg_s" of "qd_0_deg_s";
# single letters are names, as in "q_m", the position of a motor
_ANGLE = r"(?P<base>mrad|rad(?:ian)?|deg(?:ree)?|mm)s?"
_RATE = r"(?P<rate>(?:_?per_?|[_/p])?s(?:ec)?(?P<square>\^?2|²)?)?"
_WHOLE = r"(?P<whole>rpm|m?n[_ ·*]?m|ma|(?:milli)?amp(?:ere)?s?)"

# units without a factor here: a name that ends so asks for a decision
_STRANGE = (
    r"(?P<strange>(?:rev(?:olution)?|turn)s?(?:(?:_?per_?|[_/p])(?:s(?:ec)?|min))?|rps|[µu]rad|grad"
    r"|[cµu]m|[kc]nm|ncm|kn|ka)"
)
UNIT_IN_A_NAME = rf"(?:{_ANGLE}{_RATE}|(?P<dps>dps)|{_WHOLE}|{_STRANGE})"


_IN_SMALL_LETTERS = {"nm": "Nm", "mnm": "mNm", "ma": "mA"}


def split(heading: str) -> tuple[str, str | None]:
    """Return a heading without its unit in brackets, and the unit."""
    match = _BRACKETS.fullmatch(heading)
    # there are two characters µ: micro and the Greek letter
    return (match[1], match[2].strip().replace("\u03bc", "µ")) if match else (heading, None)


def known_unit(unit: str, units: Collection[str]) -> str:
    """Return a unit as it is spelt among these, if it is so in capitals or words.

    MNm is no mNm.
    """
    for word, symbol in _WORDS.items():
        unit = re.sub(word, symbol, unit, flags=re.IGNORECASE)
    alike = [
        each
        for each in units
        if unit in (each.upper(), *([] if each.startswith("m") else [each.capitalize()]))
    ]
    return unit if unit in units or len(alike) != 1 else alike[0]


def unit_in_a_name(match: re.Match[str], quantity: str) -> str:
    """Return the unit of a quantity that a name has; that of an angle is that of its rates, too."""
    if match["strange"]:
        return match["strange"]
    if match["whole"]:
        whole = re.sub(r"[_ ·*]", "", match["whole"])
        return _IN_SMALL_LETTERS.get(whole, whole)
    base = "deg" if match["dps"] else known_unit(match["base"].lower(), FACTORS["q"])
    if match["rate"] or match["dps"]:
        return f"{base}/s^2" if match["square"] else f"{base}/s"
    return base + {"qd": "/s", "qdd": "/s^2"}.get(quantity, "")
