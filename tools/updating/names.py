"""The names of the formulations, as editors and type checkers complete them."""

import re
from pathlib import Path

import equidyn

FILE = Path("python/equidyn/dynamics/names.py")

_NAMES = re.compile(r"(?<=^FormulationName = Literal\[\n).*?(?=^\]$)", re.DOTALL | re.MULTILINE)


def with_names(module: str) -> str:
    """Return the module with the names of the registry.

    Raises
    ------
    ValueError
        If the module does not say where they stand.
    """
    names = "".join(f'    "{entry.name}",\n' for entry in equidyn.formulations())
    made, places = _NAMES.subn(names, module)
    if places != 1:
        raise ValueError(f"{FILE}: expected one place for the names, got {places}")
    return made
