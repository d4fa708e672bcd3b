"""The proofs that Lagrange's and Newton-Euler's torques are the same, equation by equation.

Turney, Mudge & Lee, 1980, and Lee, Chung, Mudge & Turney, 1982, in a folder each. Every numbered
equation is evaluated on an arm of the user's, as it is printed and as it is right.
"""

from .orthogonal_complement import OrthogonalComplement, orthogonal_complement
from .proof import EquivalenceProof
from .prove import prove_equivalence
from .reading import Erratum
from .step import Misprint, Sides, Step

__all__ = [
    "EquivalenceProof",
    "Erratum",
    "Misprint",
    "OrthogonalComplement",
    "Sides",
    "Step",
    "orthogonal_complement",
    "prove_equivalence",
]


def __dir__() -> list[str]:
    return sorted(__all__)
