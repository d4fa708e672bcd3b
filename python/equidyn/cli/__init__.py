"""The command line: list, verify, time, bench, count, report, reproduce."""

from .program import main

__all__ = ["main"]
