"""The command line: list, verify, time, bench, count, report, reproduce, derivation."""

from .program import main

__all__ = ["main"]
