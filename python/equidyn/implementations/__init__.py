"""Candidates: functions of a user that compute a quantity, beside the formulations of equidyn."""

from .candidate import Candidate, Function, candidates_of

__all__ = ["Candidate", "Function", "candidates_of"]
