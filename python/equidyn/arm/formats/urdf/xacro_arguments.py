"""Arguments of an expansion by xacro, and the folders in which it finds packages."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ....validation import brief, text


def arguments(xacro: Any) -> dict[str, str] | None:
    """Return the arguments of an expansion, None without expansion.

    Raises
    ------
    TypeError, ValueError
        If they are not values by name.
    """
    if not isinstance(xacro, Mapping):
        if not isinstance(xacro, bool):
            got = type(xacro).__name__
            raise TypeError(f"xacro: expected True, False or arguments by name, got {got}")
        return {} if xacro else None
    written = dict[str, str]()
    for name, value in xacro.items():
        if not isinstance(value, (bool, str, int, float)):
            got = type(value).__name__
            raise TypeError(f"xacro: {name!r}: expected a text, a number or a bool, got {got}")
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        written[text("xacro: name", name)] = shown
    return written


def folders(packages: Any) -> dict[str, str]:
    """Return the folders of packages by their names.

    Raises
    ------
    TypeError, ValueError
        If they are not existing folders by names.
    """
    if packages is None:
        return {}
    if not isinstance(packages, Mapping):
        got = type(packages).__name__
        raise TypeError(f"packages: expected folders by package name, got {got}")
    found = dict[str, str]()
    for name, folder in packages.items():
        if not isinstance(folder, (str, os.PathLike)) or not Path(folder).is_dir():
            raise ValueError(f"packages: {name!r}: there is no folder {brief(folder)}")
        found[text("packages: name", name)] = os.path.abspath(folder)
    return found
