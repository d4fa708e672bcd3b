"""Code of every quantity of one arm, in languages from C to SymPy.

The traces of readable methods become a graph without common subexpressions, the graph becomes
formulas or a closed form, and these are printed in the chosen language.
"""

from .closed_form import Angle, Monomial, Term
from .exact_frames import in_exact_frames
from .generated_code import GeneratedCode, generate
from .terms_of_arm import closed_terms

__all__ = [
    "Angle",
    "GeneratedCode",
    "Monomial",
    "Term",
    "closed_terms",
    "generate",
    "in_exact_frames",
]


def __dir__() -> list[str]:
    return sorted(__all__)
