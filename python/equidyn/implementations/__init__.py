"""Implementations of a quantity: formulations of equidyn, and functions of a user."""

from .implementation import (
    Function,
    Implementation,
    candidates_of,
    chosen,
    formulation,
    in_words,
    random_operands,
)
from .signature import of_arrays, takes_arm

__all__ = [
    "Function",
    "Implementation",
    "candidates_of",
    "chosen",
    "formulation",
    "in_words",
    "of_arrays",
    "random_operands",
    "takes_arm",
]
