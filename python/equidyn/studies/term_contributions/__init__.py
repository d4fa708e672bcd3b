"""Contributions of the terms of Newton-Euler's equations along a motion."""

from .contributions import ReducedModel, Significance, Term
from .significance import significance

__all__ = ["ReducedModel", "Significance", "Term", "significance"]


def __dir__() -> list[str]:
    return sorted(__all__)
