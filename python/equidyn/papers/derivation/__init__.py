"""What the derivations of the papers share: notation, motion, and how an equation is read.

The equations themselves stand in the folders of their papers, and `equidyn.papers.equivalence`
evaluates them on an arm of the user's, as they are printed and as they are right.
"""

from .proof import EquivalenceProof
from .reading import Erratum
from .step import Misprint, Sides, Step

__all__ = [
    "EquivalenceProof",
    "Erratum",
    "Misprint",
    "Sides",
    "Step",
]


def __dir__() -> list[str]:
    return sorted(__all__)
