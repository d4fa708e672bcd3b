"""Reference results for any other program, and judgement of what it makes of them."""

from .judgement import JudgedQuantity, JudgedResults, judge_results
from .vectors import ReferenceVectors, reference_vectors

__all__ = [
    "JudgedQuantity",
    "JudgedResults",
    "ReferenceVectors",
    "judge_results",
    "reference_vectors",
]
