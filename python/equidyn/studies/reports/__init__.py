"""Reports: all results of the laboratory for one arm on one page."""

from .examination import report
from .report_of_arm import Report

__all__ = ["Report", "report"]


def __dir__() -> list[str]:
    return sorted(__all__)
