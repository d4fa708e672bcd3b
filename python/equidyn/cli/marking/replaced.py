"""What a student's file replaces in Python, NumPy and equidyn, on which the marking depends."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

from ... import Arm

_PACKAGES = ("numpy", "equidyn")

# modules that NumPy loads when they are used
_LATE = ("numpy.linalg", "numpy.random")

# most names that are told
_TOLD = 3

# objects by name, by the name of the module or class that holds them
Objects = Mapping[str, Mapping[str, Any]]


def objects() -> Objects:
    """Return the functions and classes of Python, NumPy and equidyn, as they are now."""
    for module in _LATE:
        import_module(module)
    modules = {
        name: vars(module)
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] in _PACKAGES and module is not None
    }
    places = {"builtins": vars(builtins), **modules, "equidyn.Arm": vars(Arm)}
    return {
        place: {name: x for name, x in held.items() if callable(x) and name[:1] != "_"}
        for place, held in places.items()
    }


def told(before: Objects) -> str:
    """Say what is no longer as it was, in a sentence; an empty string if everything is."""
    names: list[str] = []
    # even the functions that this one calls may be replaced
    with suppress(Exception):
        now = objects()
        for place, held in before.items():
            there = now.get(place, {})
            names += [f"{place}.{name}" for name, x in held.items() if there.get(name) is not x]
    if not names:
        return ""
    more = f" and {len(names) - _TOLD} more" if len(names) > _TOLD else ""
    return f"the file replaces {', '.join(names[:_TOLD])}{more}, which equidyn needs as it was"
