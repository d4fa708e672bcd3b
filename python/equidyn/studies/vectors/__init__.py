"""Reference results for other programs, and checks of the results of these."""

from .judgement import JudgedQuantity, JudgedResults, judge_results
from .vectors import ReferenceVectors, reference_vectors

__all__ = [
    "JudgedQuantity",
    "JudgedResults",
    "ReferenceVectors",
    "judge_results",
    "reference_vectors",
]
