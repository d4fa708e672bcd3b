"""Verification of the formulations against each other and against physics."""

from .result import Check, Verification
from .verify import verify

__all__ = ["Check", "Verification", "verify"]


def __dir__() -> list[str]:
    return sorted(__all__)
