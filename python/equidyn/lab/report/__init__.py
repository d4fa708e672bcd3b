"""All of the laboratory on one page about one arm."""

from .report import Report, make_report

__all__ = ["Report", "make_report"]


def __dir__() -> list[str]:
    return sorted(__all__)
