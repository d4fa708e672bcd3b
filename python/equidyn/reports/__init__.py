"""All of the laboratory on one page about one arm."""

from .examination import report
from .result import Report

__all__ = ["Report", "report"]


def __dir__() -> list[str]:
    return sorted(__all__)
