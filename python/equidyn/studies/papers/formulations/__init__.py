"""Derivations of the formulations that none of the five sources has.

A module has the name of its formulation, and a step for each equation that its page displays. The
step is called by the left side of that equation: ``Wdd_i`` is W_i with two dots. A second equation
with the same left side has a ``+``.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from ....dynamics import Formulation, formulations
from ..derivation.reading import Paper


def _derivation(entry: Formulation) -> Paper:
    return Paper(
        name=entry.name,
        title=entry.title,
        source=entry.reference,
        equations=tuple(import_module(f".{entry.name}", __name__).section),
        commanded=False,
        notes="equations are called by their left sides, in the notation of the formulation's page",
    )


_MODULES = {module.name for module in iter_modules(__path__)}
DERIVATIONS = {entry.name: _derivation(entry) for entry in formulations() if entry.name in _MODULES}
