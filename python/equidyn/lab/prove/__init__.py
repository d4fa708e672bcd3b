"""The proof that Lagrange's and Newton-Euler's torques are the same, equation by equation.

J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
University of Michigan, 1980, section 4. Every numbered equation is evaluated on an arm of the
user's, as it is printed and as it is right.
"""

from .orthogonal_complement import OrthogonalComplement, orthogonal_complement
from .proof import EquivalenceProof, Misprint, Sides, Step
from .prove import prove_equivalence
from .reading import Erratum

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
