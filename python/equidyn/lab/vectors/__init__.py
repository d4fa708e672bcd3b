"""Reference results for any other program, and judgement of what it makes of them."""

from .judgement import JudgedQuantity, JudgedResults, judge_results
from .vectors import TestVectors, test_vectors

__all__ = ["JudgedQuantity", "JudgedResults", "TestVectors", "judge_results", "test_vectors"]
