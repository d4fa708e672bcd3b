"""The command line: list, verify, time, bench, count, report."""

from .program import main

__all__ = ["main"]
