"""Notation, motion and readings of equations, shared by the derivations of the papers.

The equations themselves are in the folders of their papers.
`equidyn.studies.papers.equivalence` evaluates them on an arm of
the user's, as published and as corrected.
"""

from .check import DerivationCheck
from .reading import Erratum
from .step import Misprint, Sides, Step

__all__ = [
    "DerivationCheck",
    "Erratum",
    "Misprint",
    "Sides",
    "Step",
]


def __dir__() -> list[str]:
    return sorted(__all__)
