"""Robots that the page offers: planar arms, and the complete data files of the zoo."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

# the data files of the package of robots, which is not imported here
_ZOO = Path(__file__).parents[1] / "robots" / "zoo"
# the first arms of a course; the zoo has no file of them
_PLANAR = Path(__file__).parent / "web" / "planar.json"

# optional data of a file
DEFAULTS: dict[str, Any] = {
    "gravity": [0.0, 0.0, -9.81],
    "base": [[float(i == j) for j in range(4)] for i in range(4)],
    "tool": [[float(i == j) for j in range(4)] for i in range(4)],
    "name": "",
}

_FIRST = "puma560"
_FORMAT = "equidyn arm 1"
_SAME = {"puma560_corrected": _FIRST}


def robots() -> dict[str, dict[str, Any]]:
    """Return the descriptions of the robots by name: the PUMA 560, planar arms, and others."""
    files = sorted(_ZOO.glob("*.json"))
    planar = json.loads(_PLANAR.read_text(encoding="utf-8"))
    arms = {each.stem: json.loads(each.read_text(encoding="utf-8"))["arm"] for each in files}
    found = {
        _SAME.get(name, name): {"format": _FORMAT, **DEFAULTS, **arm}
        for name, arm in {**planar, **arms}.items()
        if "mass" in arm and "inertia" in arm and "com" in arm
    }
    return {_FIRST: found.pop(_FIRST), **found}
