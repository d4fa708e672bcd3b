"""The names of the formulations, as editors and type checkers complete them."""

import re
from pathlib import Path

import equidyn

FILE = Path("python/equidyn/dynamics/names.py")


def with_names(module: str) -> str:
    """Return the module with the names of the registry.

    Raises
    ------
    ValueError
        If one of the types is missing in the module.
    """
    module = _with(module, "FormulationName", "inverse_dynamics")
    for quantity in ("mass_matrix", "forward_dynamics", "coriolis_coefficients"):
        alias = "".join(map(str.capitalize, quantity.split("_"))) + "Name"
        module = _with(module, alias, quantity)
    return module


def _with(module: str, alias: str, quantity: str) -> str:
    """Return the module with the names of the formulations of a quantity in one of its types."""
    place = re.compile(rf"(?<=^{alias} = Literal\[\n).*?(?=^\]$)", re.DOTALL | re.MULTILINE)
    names = "".join(f'    "{entry.name}",\n' for entry in equidyn.formulations(quantity))
    made, places = place.subn(names, module)
    if places != 1:
        raise ValueError(f"{FILE}: expected one place for {alias}, got {places}")
    return made
