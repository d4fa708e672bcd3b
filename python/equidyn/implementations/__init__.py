"""Candidates: functions of a user that compute a quantity, beside the formulations of equidyn."""

from .candidate import Candidate, Function, candidates_of, random_operands
from .signature import takes_arm

__all__ = [
    "Candidate",
    "Function",
    "candidates_of",
    "random_operands",
    "takes_arm",
]
