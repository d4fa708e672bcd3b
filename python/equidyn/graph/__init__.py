"""Expression graphs of formulations: traced operations, and common subexpressions eliminated."""

from .._front import front

__all__, __getattr__, __dir__ = front(__name__, __file__)
