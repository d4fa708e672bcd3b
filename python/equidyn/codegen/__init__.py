"""Code made from the operations of a formulation: C, JavaScript, Python and LaTeX for one arm.

The trace of a formulation becomes a graph without common subexpressions, the graph becomes formulas
or a closed form, and these are printed in the chosen language.
"""

from .generated_code import GeneratedCode, generate

__all__ = ["GeneratedCode", "generate"]


def __dir__() -> list[str]:
    return sorted(__all__)
