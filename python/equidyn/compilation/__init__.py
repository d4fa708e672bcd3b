"""Compilation of a user's formulation in C++, out of tree, for use beside those of equidyn."""

from .errors import CompilationError
from .formulation import compile_formulation

__all__ = ["CompilationError", "compile_formulation"]
